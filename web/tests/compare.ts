/** The answers of the worker beside those of the native program. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, type Page } from "@playwright/test";
import { read, solve } from "./native";
import { readInWorker } from "./worker";

/** Expects the board text, the words, their points and paths to be those of the native program. */
export async function compare(page: Page, picture: string) {
  const { answer } = await readInWorker(page, readFileSync(picture), basename(picture));
  if (typeof answer === "string") throw new Error(`${picture}: ${answer}`);
  expect(answer.text, picture).toBe(read(picture));
  const words = answer.words.map(({ word, length, score, path }) => {
    const cells = path.map((place) => answer.tiles[place]).map((tile) => [tile?.line, tile?.index]);
    return { word, length, score, cells };
  });
  const native = solve(picture).map(({ word, length, score, path }) => {
    return { word, length, score, cells: path.map(({ line, index }) => [line, index]) };
  });
  expect(words, picture).toEqual(native);
}

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "@playwright/test";
import { pictures, read, solve } from "./native";
import { readInWorker, startWorker } from "./worker";

for (const [folder, least] of [["fixtures", 20], ["../shared/screens", 1]] as const) {
  test(`the answers are those of the native program: ${folder}`, async ({ page }) => {
    const all = pictures(folder);
    test.skip(all.length === 0, `skipped: ${folder} is missing`);
    expect(all.length).toBeGreaterThanOrEqual(least);
    await page.goto("./");
    await startWorker(page);
    for (const picture of all) {
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
    console.log(`${folder}: ${all.length} pictures, the same boards and words`);
  });
}

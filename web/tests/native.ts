/** The answers of the native program, and the pictures to compare them on. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");

export type Word = { word: string; length: number; score: number; path: { line: number; index: number }[] };
export type Native = { source: string; error?: string; words: Word[] };

const PICTURE = /\.(png|jpe?g|webp|bmp|gif)$/i;

/** The pictures in a folder; none where it is missing. */
export function pictures(folder: string): string[] {
  const from = resolve(root, folder);
  if (!existsSync(from)) return [];
  const all = readdirSync(from, { recursive: true, encoding: "utf8" });
  return all.filter((name) => PICTURE.test(name) && !name.endsWith(".hexlex.png")).map((name) => join(from, name)).sort();
}

/** Runs the native program without anything that the user taught it. */
function hexlex(args: string[], input = ""): string {
  const home = mkdtempSync(join(tmpdir(), "hexlex-web-"));
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const options = { env, cwd: home, encoding: "utf8", maxBuffer: 1 << 28, input, stdio: ["pipe", "pipe", "ignore"] } as const;
  try {
    return execFileSync(join(target, "release/hexlex"), args, options);
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** Its words for a picture. */
export function solve(picture: string): Word[] {
  return (JSON.parse(hexlex(["solve", "--json", "--all", picture])) as Native).words;
}

/** Its words for a board text. */
export function solveText(text: string): Word[] {
  return (JSON.parse(hexlex(["solve", "--json", "--all", "-"], text)) as Native).words;
}

/** Its board text for a picture. */
export function read(picture: string): string {
  return hexlex(["read", picture]);
}

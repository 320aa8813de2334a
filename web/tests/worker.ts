/** The worker of the built page, asked directly. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";

const assets = join(import.meta.dirname, "../dist/assets");

/** Starts the worker as the page does; `ask` in the page then sends it one request. */
export async function startWorker(page: Page) {
  const worker = readdirSync(assets).find((name) => name.startsWith("worker-"));
  await page.evaluate((url) => {
    const source = `import ${JSON.stringify(new URL(url, document.baseURI).href)};`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
    let next = 0;
    const ask = (request: object) =>
      new Promise((done) => {
        const id = next++;
        const listen = ({ data }: MessageEvent) => {
          if (data.id !== id) return;
          worker.removeEventListener("message", listen);
          done(data.error ?? data.reply);
        };
        worker.addEventListener("message", listen);
        worker.postMessage({ id, request });
      });
    Object.assign(window, { ask });
  }, `assets/${worker}`);
}

/** Reads a picture in the worker. */
export async function readInWorker(page: Page, bytes: Buffer, name: string) {
  const text = bytes.toString("base64");
  return page.evaluate(
    async ([text, name]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const start = performance.now();
      const ask = (window as unknown as { ask(request: object): Promise<Answer | string> }).ask;
      const answer = await ask({ kind: "read", file: new Blob([bytes]), name });
      return { answer, milliseconds: performance.now() - start };
    },
    [text, name] as const,
  );
}

export type Answer = {
  text: string;
  tiles: { line: number; index: number; text: string }[];
  words: { word: string; length: number; score: number; path: number[] }[];
  notes: string[];
};

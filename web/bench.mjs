// Prints the sizes of what a browser downloads, and the medians of the page's times in Chromium.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { preview } from "vite";

const ROUNDS = 15;
const root = import.meta.dirname;
const kilobytes = (bytes) => (bytes / 1e3).toFixed(1).padStart(8);
const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

const dist = join(root, "dist");
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const total = { gzip: 0, brotli: 0 };
for (const entry of files.filter(({ name }) => !name.includes("plain"))) {
  const file = readFileSync(join(entry.parentPath, entry.name));
  const sizes = { gzip: gzipSync(file, { level: 9 }).length, brotli: brotliCompressSync(file).length };
  for (const way of ["gzip", "brotli"]) total[way] += sizes[way];
  console.log(`${kilobytes(sizes.gzip)} kB by gzip, ${kilobytes(sizes.brotli)} kB by Brotli  ${entry.name}`);
}
console.log(`${kilobytes(total.gzip)} kB by gzip, ${kilobytes(total.brotli)} kB by Brotli  in a browser with simd128`);

const server = await preview({ root, configFile: join(root, "vite.config.ts") });
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const times = { first: [], later: [] };
for (let round = 0; round < ROUNDS; round++) {
  const page = await browser.newPage({ serviceWorkers: "block" });
  await page.goto("http://127.0.0.1:8417/");
  await page.waitForSelector("body[data-ready]");
  for (const kind of ["first", "later"]) {
    await page.evaluate(() => delete document.body.dataset.milliseconds);
    await page.setInputFiles("#file", join(root, "../fixtures/gems/medium.png"));
    await page.waitForSelector("body[data-milliseconds]");
    times[kind].push(Number(await page.evaluate(() => document.body.dataset.milliseconds)));
  }
  await page.close();
}
console.log(`${median(times.first)} ms  the first picture, fixtures/gems/medium.png, from the choice to the words`);
console.log(`${median(times.later)} ms  a later one`);
await browser.close();
await server.close();

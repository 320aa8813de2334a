// Prints the sizes of what a browser downloads, and the medians of the page's times in Chromium.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { preview } from "vite";

const ROUNDS = 15;
const CHANGES = 30;
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
/** The first picture as soon as the page is there; after the page has read its example, as it does while it waits; later ones. */
const times = { cold: [], first: [], later: [] };
for (let round = 0; round < 2 * ROUNDS; round++) {
  const isCold = round % 2 === 0;
  const page = await browser.newPage({ serviceWorkers: "block" });
  await page.goto("http://127.0.0.1:8417/");
  await page.waitForSelector(isCold ? "body[data-ready]" : "body[data-warm]");
  for (const kind of isCold ? ["cold"] : ["first", "later"]) {
    await page.evaluate(() => delete document.body.dataset.milliseconds);
    await page.setInputFiles("#file", join(root, "../fixtures/gems/medium.png"));
    await page.waitForSelector("body[data-milliseconds]");
    times[kind].push(Number(await page.evaluate(() => document.body.dataset.milliseconds)));
  }
  await page.close();
}
console.log(`${median(times.first)} ms  the first picture, fixtures/gems/medium.png, from the choice to the words`);
console.log(`${median(times.cold)} ms  the first picture where it is chosen before the page has read its example`);
console.log(`${median(times.later)} ms  a later one`);

/** In place of a shared window: a picture of a board, whose tiles of 52 pixels take each other's places. */
function fakeWindow() {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  let picture;
  let state = 1;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  const place = () => {
    const column = random(7);
    return [31.2 + 52 * column, (column % 2 === 0 ? 78 : 104) + 52 * random(7)];
  };
  window.show = async (bytes) => {
    picture = await createImageBitmap(new Blob([bytes]));
    [canvas.width, canvas.height] = [picture.width, picture.height];
    // A canvas hands over what is drawn after its capture has begun.
    setInterval(() => context.drawImage(canvas, 0, 0), 500);
    context.drawImage(picture, 0, 0);
  };
  window.change = () => {
    for (let tile = 0; tile < 5; tile++) context.drawImage(picture, ...place(), 52, 52, ...place(), 52, 52);
  };
  navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream(15);
}

const page = await browser.newPage({ serviceWorkers: "block" });
await page.addInitScript(fakeWindow);
await page.goto("http://127.0.0.1:8417/");
await page.waitForSelector("body[data-ready]");
const text = readFileSync(join(root, "../fixtures/gems/medium.png")).toString("base64");
await page.evaluate((text) => window.show(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))), text);
await page.click("#watch");
const tracked = [];
for (let change = 0; change <= CHANGES; change++) {
  await page.waitForFunction((change) => Number(document.body.dataset.changes ?? 0) > change, change, { timeout: 60_000 });
  // The first board is searched for, the others are followed.
  if (change > 0) tracked.push(Number(await page.evaluate(() => document.body.dataset.milliseconds)));
  // The board is confirmed, and advice on it given, before the next change.
  await page.waitForTimeout(change === 0 ? 4000 : 1500);
  await page.evaluate(() => window.change());
}
console.log(`${median(tracked)} ms  a change of a watched window, from its last frame to the words`);
await browser.close();
await server.close();

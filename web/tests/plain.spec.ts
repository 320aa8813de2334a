import { expect, test } from "@playwright/test";
import { compare } from "./compare";
import { pictures } from "./native";
import { startWorker } from "./worker";

/** The smallest module with an instruction of simd128. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

// V8 has simd128 on x86-64 only where the processor has SSE4.1, which this switch takes away.
test.skip(process.arch !== "x64", "skipped: only on x86-64 has Chromium a switch against simd128");
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--js-flags=--no-enable-sse4-1"] });
  },
});

test("a browser without simd128 gets the library without it, and the same answers", async ({ page, context }) => {
  const libraries: string[] = [];
  context.on("request", (request) => {
    const name = /hexlex_(\w+)-[^/]*\.wasm$/.exec(request.url())?.[1];
    if (name) libraries.push(name);
  });
  await page.goto("./");
  expect(await page.evaluate((bytes) => WebAssembly.validate(new Uint8Array(bytes)), SIMD)).toBe(false);
  await expect(page.locator("body")).toHaveAttribute("data-ready", "true");
  // The service worker keeps the same one.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const kept = await page.evaluate(async () => {
    const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return files.flat().map(({ url }) => url).filter((url) => url.endsWith(".wasm"));
  });
  expect(kept).toEqual([expect.stringContaining("hexlex_plain")]);
  await startWorker(page);
  const all = pictures("fixtures");
  expect(all.length).toBeGreaterThanOrEqual(20);
  for (const picture of all) await compare(page, picture);
  expect(new Set(libraries)).toEqual(new Set(["plain"]));
  console.log(`fixtures without simd128: ${all.length} pictures, the same boards and words`);
});

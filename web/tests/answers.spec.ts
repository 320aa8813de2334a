import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { compare } from "./compare";
import { pictures, read } from "./native";
import { startWorker } from "./worker";

for (const [folder, least] of [["fixtures", 20], ["../shared/screens", 1]] as const) {
  test(`the answers are those of the native program: ${folder}`, async ({ page }) => {
    const all = pictures(folder);
    test.skip(all.length === 0, `skipped: ${folder} is missing`);
    expect(all.length).toBeGreaterThanOrEqual(least);
    await page.goto("./");
    await startWorker(page);
    for (const picture of all) await compare(page, picture);
    console.log(`${folder}: ${all.length} pictures, the same boards and words`);
  });
}

test("the example is read as the fixture that it was made from", async ({ page }) => {
  const example = join(import.meta.dirname, "../example.webp");
  expect(read(example)).toBe(read(join(import.meta.dirname, "../../fixtures/gems/medium.png")));
  await page.goto("./");
  await startWorker(page);
  await compare(page, example);
});

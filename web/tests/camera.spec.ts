import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test as base } from "@playwright/test";
import axe from "axe-core";
import { solveText } from "./native";

const fixtures = resolve(import.meta.dirname, "../../fixtures");

/** A browser whose camera shows this picture of `fixtures`. */
const test = base.extend<{ picture: string }>({
  picture: ["gems/large.jpg", { option: true }],
  context: async ({ picture, playwright, launchOptions, baseURL, contextOptions }, use, info) => {
    // Pictures in JPEG, one after the other, are a film in MJPEG.
    const film = info.outputPath("camera.mjpeg");
    writeFileSync(film, Buffer.concat(Array.from({ length: 5 }, () => readFileSync(join(fixtures, picture)))));
    const switches = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", `--use-file-for-fake-video-capture=${film}`];
    const browser = await playwright.chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...switches] });
    await use(await browser.newContext({ ...contextOptions, baseURL, permissions: ["camera"] }));
    await browser.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

for (const picture of ["gems/large.jpg", "round/large.jpg"]) {
  test.describe(picture, () => {
    test.use({ picture });
    test("a photograph by the camera is answered", async ({ page }) => {
      const truth = readFileSync(join(fixtures, picture.replace("jpg", "txt")), "utf8");
      const faces = truth.split("\n").filter((line) => !line.startsWith("#")).join(" ").trim().split(/\s+/);
      await page.goto("./");
      await expect(page.locator("body")).toHaveAttribute("data-ready", "true");
      await page.getByText("Camera", { exact: true }).click();
      await expect(page.getByRole("button", { name: "Take the picture" })).toBeEnabled();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      await page.getByRole("button", { name: "Take the picture" }).click();
      await expect(page.locator("#status")).toContainText("Best word: ");
      const labels = await page.locator("#overlay .tile").evaluateAll((all) => all.map((tile) => tile.getAttribute("aria-label")?.split(", ") ?? []));
      const read = labels.map(([letters, kind]) => (kind?.startsWith("line ") ? letters : `${letters}:${kind}`));
      expect(read).toEqual(faces);
      const best = solveText(truth)[0];
      await expect(page.locator("#status")).toContainText(`Best word: ${best?.word}, ${best?.score} points.`);
      // The camera is off once the picture is taken.
      await expect(page.locator("#viewfinder")).toBeHidden();
      expect(await page.evaluate(() => document.querySelector<HTMLVideoElement>("#view")?.srcObject)).toBeNull();
    });
  });
}

test("without a camera the page says what to do", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no camera", "NotFoundError"));
  });
  await page.goto("./");
  await expect(page.locator("body")).toHaveAttribute("data-ready", "true");
  await page.getByText("Camera", { exact: true }).click();
  await expect(page.locator("#status")).toContainText("The browser gave no camera.");
  await expect(page.locator("#viewfinder")).toBeHidden();
});

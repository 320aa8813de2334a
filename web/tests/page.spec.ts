import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import axe from "axe-core";

const fixtures = resolve(import.meta.dirname, "../../fixtures");
const gems = join(fixtures, "gems/medium.png");
const truth = readFileSync(join(fixtures, "gems/medium.txt"), "utf8");

async function open(page: Page) {
  await page.goto("./");
  await expect(page.locator("body")).toHaveAttribute("data-ready", "true");
}

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator("#file").setInputFiles(file);
}

const status = (page: Page) => page.locator("#status");
const first = (page: Page) => page.locator("#words .word").first();

/** The letters of the tiles of a board text. */
const letters = (text: string) => text.split("\n").filter((line) => !line.startsWith("#")).join(" ").trim().split(/\s+/);

test("a chosen picture is answered, and a word draws its path", async ({ page }) => {
  await open(page);
  await choose(page, gems);
  await expect(status(page)).toContainText("Best word: ");
  const best = (await first(page).textContent()) ?? "";
  await expect(status(page)).toContainText(best);
  await expect(page.locator("#overlay .tile")).toHaveCount(letters(truth).length);
  await expect(page.locator("#overlay .path .badge")).toHaveCount(best.replace("QU", "Q").length);
  const fifth = page.locator("#words li").nth(4);
  const word = (await fifth.locator(".word").textContent()) ?? "";
  await fifth.hover();
  await expect(fifth).toHaveAttribute("aria-current", "true");
  await expect(page.locator("#overlay .path .badge")).toHaveCount(word.replace("QU", "Q").length);
});

test("a picture is pasted and dropped", async ({ page }) => {
  await open(page);
  const bytes = readFileSync(gems).toString("base64");
  await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
  }, bytes);
  await page.getByRole("button", { name: "Paste" }).click();
  await expect(status(page)).toContainText("Best word: ");
  const best = await status(page).textContent();
  await page.evaluate((text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "dropped.png", { type: "image/png" }));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, bytes);
  await expect(status(page)).toHaveText("Reading the picture.");
  await expect(status(page)).toHaveText(best ?? "");
});

test("a correction changes the words at once, by keyboard", async ({ page }) => {
  await open(page);
  await page.getByText("Type a board").click();
  await page.locator("#text").fill("TEXR\nSLIN\nODGM\nPUCH");
  await page.getByRole("button", { name: "Find words" }).click();
  await expect(page.locator("#words .word", { hasText: /^RANLI/ })).toHaveCount(0);
  const before = await page.locator("#count").textContent();
  await page.locator("#overlay .tile").nth(2).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#letter")).toBeFocused();
  await page.keyboard.type("a");
  await page.keyboard.press("Enter");
  await expect(page.locator("#overlay .tile").nth(2)).toHaveAttribute("aria-label", /^A,/);
  await expect(page.locator("#count")).not.toHaveText(before ?? "");
  await page.locator("#overlay .tile").nth(2).click();
  await page.locator("#letter").fill("7");
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("type one letter");
});

test("words are searched and ordered", async ({ page }) => {
  await open(page);
  await choose(page, gems);
  await expect(status(page)).toContainText("Best word: ");
  const longest = await first(page).textContent();
  await page.locator("#order").selectOption("score");
  const points = await page.locator("#words .points").allTextContents();
  const scores = points.map((text) => Number(/(\d+) points/.exec(text)?.[1]));
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  await page.locator("#search").fill(longest ?? "");
  await expect(page.locator("#words li").first()).toContainText(longest ?? "");
  await page.locator("#search").fill("");
  await page.locator("#least").selectOption("6");
  const lengths = await page.locator("#words .points").allTextContents();
  expect(lengths.every((text) => Number.parseInt(text) >= 6)).toBe(true);
  await expect(page.locator("#count")).toContainText(" of ");
  await page.locator("#least").selectOption("0");
  await page.getByRole("button", { name: "What to play" }).click();
  await expect(page.locator("#advice")).toContainText("Play ");
  await expect(page.locator("#words .points").nth(0)).toContainText(", safest");
  await expect(page.locator("#words .points").nth(1)).toContainText(", 2nd safest");
});

test("accents are folded for a board without them, in words and in the search", async ({ page }) => {
  await open(page);
  await page.locator("#dictionary").setInputFiles({
    name: "mots.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("école\nélan\nœuf\n"),
  });
  await expect(status(page)).toContainText("The dictionary has 3 words.");
  await page.getByText("Type a board").click();
  await page.locator("#text").fill("E C O\nA E L\nS S R");
  await page.locator("#typing button").click();
  await expect(page.locator("#words .word")).toHaveText(["ECOLE"]);
  await page.locator("#search").fill("écol");
  await expect(page.locator("#count")).toHaveText("1 of 1 words");
  await page.locator("#search").fill("ł");
  await expect(page.locator("#count")).toHaveText("1 of 1 words");
  await page.locator("#search").fill("é z");
  await expect(page.locator("#count")).toHaveText("0 of 1 words");
});

test("a board text is taken like a picture", async ({ page }) => {
  await open(page);
  await choose(page, { name: "board.txt", mimeType: "text/plain", buffer: Buffer.from("C A T\nD O G\nE R S\n") });
  await expect(status(page)).toContainText("Best word: ");
  await choose(page, { name: "words.txt", mimeType: "text/plain", buffer: Buffer.from("C A T\nD O\nE:x:y\n") });
  await expect(status(page)).toContainText("Expected 3 tiles in row 2 as in row 1, found 2");
});

test("what cannot be read is explained", async ({ page }) => {
  await open(page);
  const bytes = readFileSync(gems);
  await choose(page, { name: "broken.png", mimeType: "image/png", buffer: bytes.subarray(0, 20_000) });
  await expect(status(page)).toContainText("found damage");
  await choose(page, { name: "words.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(status(page)).toContainText("found text");
  await choose(page, { name: "empty.png", mimeType: "image/png", buffer: Buffer.alloc(0) });
  await expect(status(page)).toContainText("found an empty file");
  await choose(page, { name: "noise.png", mimeType: "image/png", buffer: Buffer.alloc(50_000_000, 0xff) });
  await expect(status(page)).toContainText("found unknown data");
  await choose(page, join(import.meta.dirname, "../public/icon-192.png"));
  await expect(status(page)).toContainText("No board found");
  await choose(page, gems);
  await expect(status(page)).toContainText("Best word: ");
});

test("the result is saved as board text and as a picture", async ({ page }) => {
  await open(page);
  await choose(page, gems);
  await expect(status(page)).toContainText("Best word: ");
  const download = async (name: string) => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFileSync(await (await waiting).path());
  };
  expect(letters((await download("Save board text")).toString())).toEqual(letters(truth));
  const picture = await download("Save picture");
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  // The picture of 426x582 with a caption below it.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([426, 625]);
  expect(await colors(page, picture)).toEqual({ path: true, caption: true });
  await page.getByText("Type a board").click();
  await page.locator("#text").fill("TEAR\nSLIN\nODGM\nPUCH");
  await page.getByRole("button", { name: "Find words" }).click();
  await expect(page.locator("#picture .inscription")).toHaveCount(16);
  expect(await colors(page, await download("Save picture"))).toEqual({ path: true, caption: true });
});

/** Whether a saved picture has the colors of the path above its caption, and of the caption. */
async function colors(page: Page, png: Buffer) {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const has = (color: number[], from: number, to: number) => {
      const data = context?.getImageData(0, from, width, to - from).data ?? [];
      for (let at = 0; at < data.length; at += 4) if (color.every((level, n) => data[at + n] === level)) return true;
      return false;
    };
    const caption = Math.max(28, Math.round(0.1 * width));
    return {
      path: has([0x4c, 0xe0, 0xa0], 0, height - caption),
      caption: has([0x10, 0x13, 0x1a], height - caption, height) && has([0xff, 0xd3, 0x4d], height - caption, height),
    };
  }, png.toString("base64"));
}

test("no request leaves the page, from the page or its worker", async ({ page, context }) => {
  const foreign: string[] = [];
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (!["127.0.0.1:8417", ""].includes(url.host)) foreign.push(request.url());
  });
  await open(page);
  await choose(page, gems);
  await expect(status(page)).toContainText("Best word: ");
  expect(foreign).toEqual([]);
  const send = () => fetch("http://localhost:8417/", { method: "POST", body: "x" }).then(() => "sent", () => "refused");
  expect(await page.evaluate(send)).toBe("refused");
  expect(page.workers().length).toBe(1);
  expect(await page.workers()[0]?.evaluate(send)).toBe("refused");
  expect(foreign).toEqual([]);
});

test("the page works without a network after the first visit", async ({ page, context }) => {
  await open(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator("body")).toHaveAttribute("data-ready", "true");
  await page.getByRole("button", { name: "Example" }).click();
  await expect(status(page)).toContainText("Best word: ");
});

test("a picture that is shared to the page is answered", async ({ page }) => {
  await open(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const form = new FormData();
    form.set("picture", new File([bytes], "shared.png", { type: "image/png" }));
    await expect_controller();
    await fetch("./share", { method: "POST", body: form });
    async function expect_controller() {
      while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
    }
  }, readFileSync(gems).toString("base64"));
  await page.goto("./?shared");
  await expect(status(page)).toContainText("Best word: ");
});

for (const scheme of ["light", "dark"] as const) {
  for (const [device, width, height] of [["phone", 390, 844], ["desktop", 1280, 900]] as const) {
    test(`accessible and without sideways scrolling: ${device}, ${scheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await open(page);
      const check = async () => {
        await page.evaluate(axe.source);
        const result = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
        expect(result.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      };
      await check();
      await choose(page, gems);
      await expect(status(page)).toContainText("Best word: ");
      await page.locator("#overlay .tile").nth(3).click();
      await check();
    });
  }
}

import { expect, test } from "@playwright/test";
import { startWorker } from "./worker";

type Show = (picture: Uint8Array) => Promise<void>;

declare global {
  interface Window {
    documentPictureInPicture?: { window: Window | null };
  }
}

/** The changes of the game: 100 where HEXLEX_CHANGES says so. */
const changes = Number(process.env.HEXLEX_CHANGES ?? 10);

/** A board of 7,8,7,8,7,8,7 letters: another one for each turn. */
function board(turn: number): string[] {
  const letters = "EAIONRTLSUDGBCMPFHVWYK";
  let state = turn + 1;
  const next = () => letters[(state = (state * 48271) % 2147483647) % letters.length] ?? "E";
  for (let skipped = 0; skipped < 8; skipped++) next();
  return [7, 8, 7, 8, 7, 8, 7].map((length) => Array.from({ length }, next).join(" "));
}

/** In place of the browser's choice of a window: a canvas that shows the pictures of a game. */
function fakeWindow() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1000, 800];
  const show: Show = async (picture) => {
    const image = await createImageBitmap(new Blob([picture as Uint8Array<ArrayBuffer>]));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("expected a canvas to draw on");
    context.fillStyle = "#203040";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 40, 30);
  };
  navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream(15);
  Object.assign(window, { show });
}

test("a shared window is followed", async ({ page }) => {
  test.setTimeout(60_000 + 6_000 * changes);
  await page.addInitScript(fakeWindow);
  await page.goto("./");
  await expect(page.locator("body")).toHaveAttribute("data-ready", "true");
  await startWorker(page);
  const show = (board: string[]) =>
    page.evaluate(async (text) => {
      const { ask, show } = window as unknown as { ask(request: object): Promise<Uint8Array>; show: Show };
      await ask({ kind: "text", text });
      await show(await ask({ kind: "picture", word: null }));
    }, ["# layout: columns", ...board].join("\n"));
  await show(board(0));
  await page.getByRole("button", { name: "Watch a window" }).click();
  const tiles = page.locator("#overlay .tile");
  let right = 0;
  for (let turn = 0; turn < changes; turn++) {
    await show(board(turn));
    const truth = board(turn).join(" ").split(" ");
    const read = async () => {
      const labels = await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute("aria-label") ?? ""));
      return labels.map((label) => label.split(",")[0]);
    };
    await expect.poll(read, { message: `change ${turn}`, timeout: 15_000 }).toEqual(truth);
    right++;
  }
  expect(right).toBe(changes);
  await page.getByRole("button", { name: "Small window" }).click();
  const small = () => page.evaluate(() => window.documentPictureInPicture?.window?.document.querySelector("h1")?.textContent);
  await expect.poll(small).toBe(await page.locator("#words .word").first().textContent());
  await page.getByRole("button", { name: "Stop watching" }).click();
  await expect(page.locator("#status")).toHaveText("Stopped watching.");
});

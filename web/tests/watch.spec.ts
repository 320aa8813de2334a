import { expect, test } from "@playwright/test";
import { startWorker } from "./worker";

type Place = { x: number; y: number };
type Drawn = { size: { width: number; height: number }; tiles: { center: Place; radius: Place; text: string }[] };
type Show = (board: Drawn) => void;

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

/** In place of the browser's choice of a window: a canvas that shows the boards of a game. */
function fakeWindow() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1000, 800];
  const show: Show = ({ size, tiles }) => {
    const context = canvas.getContext("2d");
    if (!context) throw new Error("expected a canvas to draw on");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = "#203040";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.translate(40, 30);
    context.fillStyle = "#2b2320";
    context.fillRect(0, 0, size.width, size.height);
    context.textAlign = "center";
    for (const { center, radius, text } of tiles) {
      context.fillStyle = "#ece1c9";
      context.beginPath();
      context.roundRect(center.x - 29, center.y - 0.9 * radius.y, 58, 1.8 * radius.y, 8);
      context.fill();
      context.fillStyle = "#1d1a15";
      context.font = "bold 34px sans-serif";
      context.fillText(text, center.x, center.y + 12);
    }
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
      const { ask, show } = window as unknown as { ask(request: object): Promise<Drawn>; show: Show };
      show(await ask({ kind: "text", text }));
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

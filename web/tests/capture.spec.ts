import { expect, test, type Page } from "@playwright/test";
import { Game, TITLE } from "./game";
import { solveText } from "./native";

/** The changes of the game: 100 where HEXLEX_CHANGES says so. */
const changes = Number(process.env.HEXLEX_CHANGES ?? 10);
/** The time between two changes of the game, in milliseconds. */
const BEAT = 1000;
/** The time that another look stays: the page has to find the board again, at another place and in another size. */
const ANOTHER = 4000;
/** The fixtures whose tiles the game shows, one after the other. */
const LOOKS = ["tan/medium.png", "gems/medium.png", "round/medium.jpg", "hexagons/medium.jpg", "flat/medium.png", "square/medium.jpg"];

// The browser shares the tab of this title, as if the user had chosen it.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--auto-select-tab-capture-source-by-title=${TITLE}`] });
  },
});

type Shown = { letters: string[]; kinds: string[]; status: string; small: string[]; time: number };

/** Keeps every answer that the page and its small window show, at the moment when it is shown. */
function record() {
  const shown: Shown[] = [];
  Object.assign(window, { shown });
  document.addEventListener("DOMContentLoaded", () => {
    const note = () => {
      const labels = [...document.querySelectorAll("#overlay .tile")].map((tile) => tile.getAttribute("aria-label") ?? "");
      const parts = labels.map((label) => label.split(", "));
      const small = window.documentPictureInPicture?.window?.document;
      shown.push({
        letters: parts.map(([letters]) => letters ?? ""),
        kinds: parts.map(([, kind]) => (kind?.startsWith("line ") ? "normal" : (kind ?? ""))),
        status: document.querySelector("#status")?.textContent ?? "",
        small: [...(small?.querySelectorAll("h1, svg > .letter") ?? [])].map((part) => part.textContent ?? ""),
        time: Date.now(),
      });
    };
    new MutationObserver(note).observe(document.body, { attributeFilter: ["data-changes"] });
  });
}

const shown = (page: Page) => page.evaluate(() => (window as unknown as { shown: Shown[] }).shown);

test("another tab is captured and followed, also in the small window", async ({ page, context }) => {
  test.setTimeout(60_000 + 2 * BEAT * changes + ANOTHER * LOOKS.length);
  const game = new Game(LOOKS, changes);
  const right = game.boards.map(({ text, letters, kinds }) => {
    const words = solveText(text);
    const best = words[0];
    const status = `Best word: ${best?.word}, ${best?.score} points. ${words.length} words`;
    return { letters, kinds, status, small: [best?.word, ...letters] };
  });
  await page.addInitScript(record);
  await page.goto("./");
  await expect(page.locator("body")).toHaveAttribute("data-ready", "true");
  await game.open(context);
  await page.bringToFront();
  await page.getByRole("button", { name: "Watch a window" }).click();
  await expect(page.locator("#status")).toContainText("Best word: ");
  await page.getByRole("button", { name: "Small window" }).click();
  await expect.poll(() => page.evaluate(() => window.documentPictureInPicture?.window?.document.querySelectorAll("h1").length)).toBe(1);
  const times = await game.play(BEAT, ANOTHER);
  expect(times.length).toBe(changes);
  await expect.poll(async () => (await shown(page)).at(-1)?.letters, { timeout: ANOTHER }).toEqual(right.at(-1)?.letters);
  const [first, ...answers] = await shown(page);
  expect(first?.letters).toEqual(right[0]?.letters);
  // Every answer is that of a board that the game showed, and no board is left out.
  const found = answers.map(({ letters, kinds, status, small }) => ({ letters, kinds, status: status.replace(/ by the rules.*/, ""), small }));
  expect(found).toEqual(right.slice(1));
  const delays = answers.map(({ time }, turn) => time - (times[turn] ?? 0)).filter((_, turn) => !game.isAnother(turn + 1));
  const median = delays.sort((a, b) => a - b)[delays.length >> 1];
  console.log(`${changes} changes of a captured tab, ${found.length} right answers, after ${median} ms (median within a look)`);
  await page.getByRole("button", { name: "Stop watching" }).click();
  await expect(page.locator("#status")).toHaveText("Stopped watching.");
});

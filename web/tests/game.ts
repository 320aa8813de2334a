/** A game in a tab of its own: the tiles of fixtures in other places, drawn by the browser. What it shows is known from the drawing. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";

const fixtures = resolve(import.meta.dirname, "../../fixtures");

/** The title of the tab, by which Chromium chooses it for the page that asks for a window. */
export const TITLE = "hexlex test game";

type Point = { x: number; y: number };
type Fixture = {
  picture: string;
  /** The lines of the board text that say how it is laid out. */
  header: string[];
  lines: string[][];
  centers: Point[];
  tile: { width: number; height: number };
};
/** The tiles of a fixture, each drawn at the corner of another one. */
type Drawing = { look: number; tiles: { from: Point; to: Point }[] };
/** A board of the game: its board text, and the letters and kinds of its tiles in order. */
export type Board = { text: string; letters: string[]; kinds: string[]; look: number };

function fixture(name: string): Fixture {
  const all = readFileSync(join(fixtures, name.replace(/\.\w+$/, ".txt")), "utf8").trim().split("\n");
  const places = all.flatMap((line) => /^# centers \w+ \d+: (.*)/.exec(line)?.[1]?.split(" ") ?? []);
  const centers = places.map((place) => {
    const [x = 0, y = 0] = place.split(",").map(Number);
    return { x, y };
  });
  // Tiles of one column are a tile's height apart, and columns a tile's width.
  const height = Math.min(...centers.flatMap((a) => centers.filter((b) => b.x === a.x && b.y > a.y).map((b) => b.y - a.y)));
  const width = Math.min(...centers.flatMap((a) => centers.filter((b) => b.x > a.x).map((b) => b.x - a.x)));
  return {
    picture: join(fixtures, name),
    header: all.filter((line) => /^# (layout|stagger):/.test(line)),
    lines: all.filter((line) => !line.startsWith("#")).map((line) => line.split(" ")),
    centers,
    tile: { width: Math.round(width), height: Math.round(height) },
  };
}

/** The numbers from 0 to below `count` in another order for each seed. */
function shuffled(count: number, seed: number): number[] {
  let state = (seed + 1) * 7919;
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    state = (state * 48271) % 2147483647;
    const other = state % (last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}

export class Game {
  readonly boards: Board[] = [];
  private looks: Fixture[];
  private drawings: Drawing[] = [];
  private page: Page | undefined;

  /** A game of this many changes, in one look after the other. */
  constructor(names: string[], changes: number) {
    this.looks = names.map(fixture);
    for (let turn = 0; turn <= changes; turn++) this.add(Math.floor((turn * names.length) / (changes + 1)), turn);
  }

  private add(look: number, turn: number) {
    const { header, lines, centers, tile } = this.looks[look] as Fixture;
    const order = shuffled(centers.length, turn);
    const corner = ({ x, y }: Point) => ({ x: Math.round(x - tile.width / 2), y: Math.round(y - tile.height / 2) });
    const place = (index: number) => centers[index] ?? { x: 0, y: 0 };
    this.drawings.push({ look, tiles: order.map((from, to) => ({ from: corner(place(from)), to: corner(place(to)) })) });
    const faces = lines.flat();
    const moved = order.map((from) => faces[from] ?? "?");
    let next = 0;
    const rows = lines.map((line) => line.map(() => moved[next++]).join(" "));
    this.boards.push({
      look,
      text: [...header, ...rows, ""].join("\n"),
      letters: moved.map((face) => face.split(":")[0] ?? "?"),
      kinds: moved.map((face) => face.split(":")[1] ?? "normal"),
    });
  }

  /** Opens the tab with the first board. */
  async open(context: BrowserContext) {
    this.page = await context.newPage();
    await this.page.setContent(`<title>${TITLE}</title><style>body { margin: 0; background: #203040 }</style><canvas width=1200 height=700></canvas>`);
    const pictures = this.looks.map(({ picture, tile }) => ({ data: readFileSync(picture).toString("base64"), tile }));
    await this.page.evaluate(
      async ([pictures, drawings]) => {
        const context = document.querySelector("canvas")?.getContext("2d");
        if (!context) throw new Error("expected a canvas to draw on, found none");
        const looks = await Promise.all(
          pictures.map(async ({ data, tile }) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            return { image: await createImageBitmap(new Blob([bytes])), tile };
          }),
        );
        const draw = (turn: number) => {
          const { look, tiles } = drawings[turn] ?? { look: 0, tiles: [] };
          const { image, tile } = looks[look] ?? { image: document.createElement("canvas"), tile: { width: 0, height: 0 } };
          context.clearRect(0, 0, 1200, 700);
          context.drawImage(image, 30, 20);
          const { width, height } = tile;
          for (const { from, to } of tiles) context.drawImage(image, from.x, from.y, width, height, 30 + to.x, 20 + to.y, width, height);
        };
        draw(0);
        Object.assign(window, { draw });
      },
      [pictures, this.drawings] as const,
    );
  }

  /** Whether this board has another look than the one before. */
  isAnother(turn: number): boolean {
    return turn > 0 && this.boards[turn]?.look !== this.boards[turn - 1]?.look;
  }

  /** Shows one board after the other by the tab's own clock, each for `beat` milliseconds, the first of a look for `another`.
   * Returns the times of the changes. */
  async play(beat: number, another: number): Promise<number[]> {
    const waits = this.boards.slice(1).map((_, turn) => (this.isAnother(turn) ? another : beat));
    return this.page?.evaluate(async (waits) => {
      const { draw } = window as unknown as { draw(turn: number): void };
      const times: number[] = [];
      let due = performance.now();
      for (const [turn, wait] of waits.entries()) {
        due += wait;
        await new Promise((done) => setTimeout(done, due - performance.now()));
        draw(turn + 1);
        times.push(Date.now());
      }
      return times;
    }, waits) ?? [];
  }
}

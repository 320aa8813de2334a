/** The board over its picture: a button for each tile, rings for doubtful ones, and the path of a word. */
import { element, svg } from "./dom";
import type { Answer, Tile, Word } from "./messages";
import { picture as savedPicture } from "./picture";

const stage = element("stage");
const picture = element("picture");
const overlay = element<SVGSVGElement>("overlay");

function outline(tile: Tile, kind: string): SVGElement {
  const { center, radius } = tile;
  if (tile.round) return svg("ellipse", { cx: center.x, cy: center.y, rx: radius.x, ry: radius.y, class: kind });
  const corner = 0.3 * Math.min(radius.x, radius.y);
  const [x, y] = [center.x - radius.x, center.y - radius.y];
  return svg("rect", { x, y, width: 2 * radius.x, height: 2 * radius.y, rx: corner, class: kind });
}

function label(tile: Tile): string {
  const letters = tile.text === "?" ? "unreadable" : tile.text;
  const kind = tile.kind === "normal" ? "" : `, ${tile.kind}`;
  return `${letters}${kind}, line ${tile.line + 1}, tile ${tile.index + 1}${tile.doubtful ? ", doubtful" : ""}`;
}

/** Shows a picture; it must fit the coordinates of the next answer. */
export function showPicture(shown: HTMLImageElement | HTMLCanvasElement | SVGSVGElement) {
  picture.replaceChildren(shown);
}

/** The picture that is shown with the path over it, as PNG. */
export function boardPicture(answer: Answer, word: Word | undefined): Promise<Blob> {
  const shown = picture.firstElementChild;
  if (!shown) throw new Error("There is no picture. Choose one first.");
  return savedPicture(answer, shown, [...overlay.querySelectorAll(".path")], word);
}

/** Shows the tiles of an answer, which can be chosen. */
export function showTiles(answer: Answer, choose: (tile: Tile) => void) {
  const { width, height } = answer.size;
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  // The whole board fits on the screen.
  element("result").style.setProperty("--board", `calc(75vh * ${width / height})`);
  const groups = answer.tiles.map((tile) => {
    const group = svg("g", { class: tile.doubtful ? "tile doubtful" : "tile", tabindex: 0, role: "button" });
    group.setAttribute("aria-label", label(tile));
    group.append(outline(tile, "body"));
    group.addEventListener("click", () => choose(tile));
    group.addEventListener("keydown", (event) => {
      const key = (event as KeyboardEvent).key;
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault();
      choose(tile);
    });
    return group;
  });
  overlay.replaceChildren(...groups);
  stage.hidden = false;
}

/** The part of a tile's smaller radius around its center that the path leaves free: the letter is read there. Smaller: the path
 * covers letters. Larger: it is short. Chosen by hand. */
const FREE = 0.8;
/** The most of the way between two tiles that the path leaves free at either end. Larger: a path between tiles that touch is a
 * dot. Chosen by hand. */
const MOST_FREE = 0.4;

/** The ends of the line from a tile to the next one, which leaves both letters free. */
function between(from: Tile, to: Tile, size: number) {
  const [x, y] = [to.center.x - from.center.x, to.center.y - from.center.y];
  const part = Math.min(MOST_FREE, (FREE * size) / Math.max(1, Math.hypot(x, y)));
  const at = (share: number) => ({ x: from.center.x + share * x, y: from.center.y + share * y });
  const [start, end] = [at(part), at(1 - part)];
  return { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
}

/** Draws the path of a word, or none. */
export function showPath(answer: Answer, word: Word | undefined, target: Element = overlay) {
  target.querySelectorAll(".path").forEach((old) => old.remove());
  if (!word) return;
  const tiles = word.path.map((place) => answer.tiles[place]).filter((tile) => tile !== undefined);
  const size = Math.min(...tiles.map((tile) => Math.min(tile.radius.x, tile.radius.y)));
  const path = svg("g", { class: "path", "aria-hidden": "true" });
  path.style.setProperty("--size", `${size}px`);
  const steps = tiles.slice(1).map((tile, index) => between(tiles[index] ?? tile, tile, size));
  for (const kind of ["casing", "line"]) path.append(...steps.map((ends) => svg("line", { ...ends, class: kind })));
  tiles.forEach((tile, index) => {
    path.append(outline(tile, index === 0 ? "ring first" : "ring"));
    const [x, y] = [tile.center.x - 0.72 * tile.radius.x, tile.center.y - 0.62 * tile.radius.y];
    path.append(svg("circle", { cx: x, cy: y, r: 0.3 * size, class: "badge" }));
    path.append(svg("text", { x, y: y + 0.14 * size, "font-size": 0.42 * size, class: "number" }, String(index + 1)));
  });
  target.append(path);
}

export function hideBoard() {
  stage.hidden = true;
  picture.replaceChildren();
  overlay.replaceChildren();
}

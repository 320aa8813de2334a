/** The board as a picture of its own: a typed one drawn, and any one saved with the path of a word. */
import { svg } from "./dom";
import type { Answer, Word } from "./messages";

/** What a drawing looks like outside of the page, where its style sheet does not hold. */
const STYLES = [
  "fill", "stroke", "stroke-width", "stroke-linecap", "font-family", "font-weight", "text-anchor", "dominant-baseline",
];

/** The height of the caption below a saved picture, as a part of the picture's width. Smaller: it is hard to read. Larger: it takes
 * room from the board. At least `LEAST_CAPTION` pixels. Chosen by hand. */
const CAPTION = 0.1;
const LEAST_CAPTION = 28;

/** The size of letters on a drawn tile, and of longer faces such as `Qu`, as parts of the tile's radius. Chosen by hand. */
const LETTER = 1.15;
const LETTERS = 0.8;

/** The tiles of a board that no picture shows. */
export function drawTiles({ size: { width, height }, tiles }: Answer): SVGSVGElement {
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "drawing", role: "img", "aria-label": "The typed board" });
  drawing.append(svg("rect", { width, height, class: "table" }));
  for (const { center, radius, round, kind, text } of tiles) {
    const smaller = Math.min(radius.x, radius.y);
    const [x, y] = [center.x - radius.x, center.y - radius.y];
    const shape = { x, y, width: 2 * radius.x, height: 2 * radius.y, rx: round ? smaller : 0.3 * smaller };
    drawing.append(svg("rect", { ...shape, class: `face ${kind}` }));
    const size = (text.length > 1 ? LETTERS : LETTER) * smaller;
    drawing.append(svg("text", { x: center.x, y: center.y + 0.36 * size, "font-size": size, class: "inscription" }, text));
  }
  return drawing as SVGSVGElement;
}

/** A copy that keeps its looks without the style sheet of the page. */
function standalone(part: Element): Element {
  const copy = part.cloneNode(true) as Element;
  const copies = [copy, ...copy.querySelectorAll("*")];
  [part, ...part.querySelectorAll("*")].forEach((from, index) => {
    const style = getComputedStyle(from);
    for (const name of STYLES) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  });
  return copy;
}

async function drawable(parts: Element[], width: number, height: number): Promise<HTMLImageElement> {
  const whole = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  whole.append(...parts.map(standalone));
  const image = new Image();
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(whole)], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  return image;
}

/** The picture as PNG, with the path that is drawn over it and a caption below. */
export async function picture(answer: Answer, shown: Element, paths: Element[], word: Word | undefined): Promise<Blob> {
  const { width, height } = answer.size;
  const caption = word ? Math.max(LEAST_CAPTION, Math.round(CAPTION * width)) : 0;
  const canvas = new OffscreenCanvas(width, height + caption);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw the picture.");
  const isPicture = shown instanceof HTMLImageElement || shown instanceof HTMLCanvasElement;
  if (isPicture) context.drawImage(shown, 0, 0, width, height);
  const drawings = isPicture ? paths : [...shown.children, ...paths];
  if (drawings.length > 0) context.drawImage(await drawable(drawings, width, height), 0, 0);
  if (word) {
    context.fillStyle = "#10131a";
    context.fillRect(0, height, width, caption);
    context.fillStyle = "#ffd34d";
    context.font = `bold ${0.5 * caption}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const text = `${word.word}  ${word.score} ${word.score === 1 ? "point" : "points"}`;
    context.fillText(text, width / 2, height + caption / 2, 0.9 * width);
  }
  return canvas.convertToBlob({ type: "image/png" });
}

/** Watching a shared window, and the small window on top of it. */
import { showPath } from "./board";
import { element, svg } from "./dom";
import type { Library } from "./library";
import type { AdviceReport, Answer, Word } from "./messages";

type TrackProcessor = { readable: ReadableStream<VideoFrame> };
type PictureInPicture = { requestWindow(size: { width: number; height: number }): Promise<Window> };
declare global {
  interface Window {
    MediaStreamTrackProcessor?: new (init: { track: MediaStreamTrack }) => TrackProcessor;
    documentPictureInPicture?: PictureInPicture;
  }
}

/** The frames a second that are asked for: a tile falls for longer than two of them. */
const FRAMES = 15;
/** The milliseconds until the first frame is asked for again. Shorter: more frames than needed; longer: a still window is answered
 * later. Chosen by hand. */
const FIRST = 250;

export class Watching {
  private stream: MediaStream | undefined;
  private small: Window | undefined;
  private waiting: ReturnType<typeof setInterval> | undefined;

  /** The board on the page is another one from here on: called at the start and at the end. */
  onTurn: () => void = () => {};

  constructor(private library: Library, private say: (text: string) => void) {
    element("float").addEventListener("click", () => void this.open());
  }

  get isOn(): boolean {
    return this.stream !== undefined;
  }

  async start() {
    const Processor = window.MediaStreamTrackProcessor;
    if (!navigator.mediaDevices?.getDisplayMedia || !Processor) {
      this.say("This browser cannot hand over the frames of a window. Chrome and Edge can.");
      return;
    }
    try {
      this.stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: FRAMES }, audio: false });
    } catch {
      this.say("No window was chosen.");
      return;
    }
    const track = this.stream.getVideoTracks()[0];
    if (!track) return;
    track.addEventListener("ended", () => void this.stop());
    const frames = new Processor({ track }).readable;
    this.onTurn();
    element("watch").textContent = "Stop watching";
    element("float").hidden = window.documentPictureInPicture === undefined;
    element("actions").hidden = false;
    this.say("Watching. The words follow the game.");
    await this.library.ask({ kind: "watch", frames }, [frames]);
    // A still window sends one frame, which may be lost on its way to the worker. Another reader of the track makes it send one more.
    if (this.isOn) this.waiting = setInterval(() => void new Processor({ track }).readable.cancel(), FIRST);
  }

  /** Called when a frame has reached the worker. */
  received() {
    clearInterval(this.waiting);
  }

  async stop() {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = undefined;
    clearInterval(this.waiting);
    this.small?.close();
    element("watch").textContent = "Watch a window";
    element("float").hidden = true;
    await this.library.ask({ kind: "stop" });
    this.onTurn();
    this.say("Stopped watching.");
  }

  private async open() {
    this.small = await window.documentPictureInPicture?.requestWindow({ width: 320, height: 360 });
    if (!this.small) return;
    const style = this.small.document.createElement("link");
    style.rel = "stylesheet";
    style.href = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.href ?? "";
    this.small.document.head.append(style);
    this.small.document.body.className = "small";
    this.onSmall();
  }

  /** Called when the small window has opened. */
  onSmall: () => void = () => {};

  /** Shows the best word in the small window, where it is open. */
  show(answer: Answer, word: Word | undefined, advice: AdviceReport | undefined) {
    const page = this.small?.document;
    if (!page || this.small?.closed) return;
    const heading = page.createElement("h1");
    heading.textContent = word ? word.word : "No word";
    const detail = page.createElement("p");
    detail.textContent = advice?.why ?? (word ? `${word.length} letters, ${word.score} points` : "");
    const board = svg("svg", { viewBox: `0 0 ${answer.size.width} ${answer.size.height}` });
    const xs = answer.tiles.flatMap(({ center, radius }) => [center.x - radius.x, center.x + radius.x]);
    const ys = answer.tiles.flatMap(({ center, radius }) => [center.y - radius.y, center.y + radius.y]);
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    board.setAttribute("viewBox", `${left} ${top} ${Math.max(...xs) - left} ${Math.max(...ys) - top}`);
    for (const { center, radius, text } of answer.tiles) {
      board.append(svg("text", { x: center.x, y: center.y + 0.35 * radius.y, "font-size": radius.y, class: "letter" }, text));
    }
    showPath(answer, word, board);
    page.body.replaceChildren(heading, detail, board);
  }
}

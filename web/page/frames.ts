/** The frames of a shared window, handed to the watcher: whole ones until it has a board, then the board's part. */
import type { Area, Seen, Watcher } from "../pkg/simd/hexlex";

type Report = (seen: Seen, frame: ImageBitmap | null, milliseconds: number) => void;

/** The pixels of a part of a frame. */
function pixels(frame: VideoFrame, area: Area, context: OffscreenCanvasRenderingContext2D): Uint8Array {
  const { canvas } = context;
  if (canvas.width !== area.width || canvas.height !== area.height) {
    canvas.width = area.width;
    canvas.height = area.height;
  }
  context.drawImage(frame, -area.x, -area.y, frame.displayWidth, frame.displayHeight);
  return new Uint8Array(context.getImageData(0, 0, area.width, area.height).data.buffer);
}

/** Follows the frames until the returned function is called, or they end. */
export function watch(
  frames: ReadableStream<VideoFrame>,
  watcher: Watcher,
  report: Report,
  fail: (error: unknown) => void,
): () => void {
  const reader = frames.getReader();
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let size = "";
  let isStopped = false;
  /** The newest frame, for another search where no new one comes. */
  let last: VideoFrame | undefined;

  /** Whether the newest frame was searched as a whole: its part is not compared yet. */
  let isSearched = false;

  const later = (seen: Seen) => {
    clearTimeout(timer);
    if (seen.again !== undefined) timer = setTimeout(recheck, seen.again + 1);
  };
  const recheck = () => {
    const start = performance.now();
    try {
      if (!isSearched && watcher.area()) handOn(watcher.again(), null, start);
      else if (last) handle(last).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
  const handOn = (seen: Seen, frame: ImageBitmap | null, start: number) => {
    if (isStopped) return frame?.close();
    later(seen);
    if (seen.state !== "same") report(seen, frame, performance.now() - start);
  };
  const handle = async (frame: VideoFrame) => {
    if (!canvas) return;
    const start = performance.now();
    const whole = { x: 0, y: 0, width: frame.displayWidth, height: frame.displayHeight };
    const isResized = size !== `${whole.width}x${whole.height}`;
    size = `${whole.width}x${whole.height}`;
    const area = isResized ? undefined : watcher.area();
    isSearched = !area;
    const part = pixels(frame, area ?? whole, canvas);
    const seen = area ? watcher.update(part, area.width) : watcher.find(part, whole.width);
    const isShown = seen.state === "changed" || (!area && seen.state === "moving");
    handOn(seen, isShown ? await createImageBitmap(frame) : null, start);
  };
  const run = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      last?.close();
      last = next.value;
      await handle(last);
    }
    last?.close();
    last = undefined;
  };
  run().catch(fail);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    void reader.cancel();
  };
}

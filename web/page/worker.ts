/** Runs the library beside the page. */
import exampleUrl from "../example.webp";
import type { Session, Watcher } from "../pkg/simd/hexlex";
import { load } from "./load";
import type { Envelope, Message, Request } from "./messages";
import { watch } from "./frames";

type Dictionary = { bytes: Uint8Array; name: string };

const library = load();
let session: Session | undefined;
let watcher: Watcher | undefined;
let wishes: Extract<Request, { kind: "wish" }>["wishes"] = {};
let dictionary: Dictionary = { bytes: new Uint8Array(), name: "" };
let stop = () => {};
/** Whether the page has asked for a board. */
let isAsked = false;

function post(message: Message, transfer: Transferable[] = []) {
  self.postMessage(message, { transfer });
}

/** The library decodes what it knows, as the native program does; the browser decodes the rest. */
async function read(current: Session, file: Blob, name: string) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return current.read(bytes, name);
  } catch (error) {
    const isUnknown = error instanceof Error && error.message.includes("expected a PNG, JPEG, BMP, WebP or GIF");
    const bitmap = isUnknown ? await createImageBitmap(file).catch(() => null) : null;
    if (!bitmap) throw error;
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    if (!context) throw error;
    context.drawImage(bitmap, 0, 0);
    const { data, width } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return current.readPixels(new Uint8Array(data.buffer), width);
  }
}

/** Reads the example while the page waits for a picture: a browser compiles code anew that has run often. */
async function warmUp() {
  const { Session } = await library;
  if (isAsked) return;
  const example = await fetch(new URL(exampleUrl, import.meta.url));
  const bytes = new Uint8Array(await example.arrayBuffer());
  if (isAsked) return;
  const unused = new Session();
  unused.read(bytes, "the example");
  unused.free();
}

async function answer(request: Request): Promise<unknown> {
  const { Session, Watcher, games, plain } = await library;
  session ??= new Session();
  isAsked ||= request.kind !== "games" && request.kind !== "warm";
  switch (request.kind) {
    case "games":
      return games();
    case "warm":
      await warmUp();
      return null;
    case "read":
      return read(session, request.file, request.name);
    case "text":
      return session.readText(request.text);
    case "correct":
      if (!watcher) return session.correct(request.line, request.index, request.letters);
      return watcher.correct(request.line, request.index, request.letters).answer;
    case "wish":
      wishes = request.wishes;
      session.wish(wishes);
      // While watching, the page shows the game's board; the game's rules hold from the next start on.
      if (watcher) return null;
      try {
        return session.answer();
      } catch {
        return null;
      }
    case "words":
      dictionary = {
        bytes: new Uint8Array((await request.file?.arrayBuffer()) ?? new ArrayBuffer(0)),
        name: request.name,
      };
      return session.useWords(dictionary.bytes, dictionary.name);
    case "plain":
      return plain(request.text);
    case "advise":
      return (watcher ?? session).advise();
    case "watch": {
      const current = new Watcher(wishes);
      if (dictionary.bytes.length > 0) current.useWords(dictionary.bytes, dictionary.name);
      watcher = current;
      stop = watch(
        request.frames,
        current,
        (seen, frame, milliseconds) => post({ seen, frame, milliseconds }, frame ? [frame] : []),
        (error) => post({ lost: error instanceof Error ? error.message : String(error) }),
      );
      return null;
    }
    case "stop":
      stop();
      watcher = undefined;
      return null;
  }
}

self.onmessage = async ({ data: { id, request } }: MessageEvent<Envelope>) => {
  try {
    post({ id, reply: await answer(request) });
  } catch (error) {
    const text = error instanceof WebAssembly.RuntimeError ? "This board could not be handled. Reload the page." : error;
    post({ id, error: text instanceof Error ? text.message : String(text) });
  }
};

/** The worker with the library: one promise a request. */
import workerUrl from "./worker?worker&url";
import type { Envelope, Message, Reply, Request, Seen } from "./messages";

type Waiting = { done: (reply: never) => void; failed: (error: Error) => void };

/** A worker made of a blob has this page's content security policy, which one from a file would not have. */
function start(): Worker {
  const source = `import ${JSON.stringify(new URL(workerUrl, document.baseURI).href)};`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return new Worker(url, { type: "module" });
}

export class Library {
  readonly worker = start();
  private waiting = new Map<number, Waiting>();
  private next = 0;
  onSeen: (seen: Seen, frame: ImageBitmap | null, milliseconds: number) => void = () => {};

  onLost: (reason: string) => void = () => {};

  constructor() {
    this.worker.onmessage = (event: MessageEvent<Message>) => {
      const message = event.data;
      if ("lost" in message) return this.onLost(message.lost);
      if ("seen" in message) return this.onSeen(message.seen, message.frame, message.milliseconds);
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if ("error" in message) waiting?.failed(new Error(message.error));
      else waiting?.done(message.reply as never);
    };
    this.worker.onerror = (event) => {
      const error = new Error(event.message || "The library could not be loaded. Reload the page.");
      this.waiting.forEach((waiting) => waiting.failed(error));
      this.waiting.clear();
    };
  }

  ask<K extends Request["kind"]>(
    request: Extract<Request, { kind: K }>,
    transfer: Transferable[] = [],
  ): Promise<Reply[K]> {
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      const envelope: Envelope = { id, request };
      this.worker.postMessage(envelope, transfer);
    });
  }
}

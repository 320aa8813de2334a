/** What the page asks the worker for, and what it answers. */
import type { AdviceReport, Answer, Game, Seen, Wishes } from "../pkg/simd/hexlex";

export type { AdviceReport, Answer, Game, Seen, Tile, Wishes, Word } from "../pkg/simd/hexlex";

export type Request =
  | { kind: "games" }
  | { kind: "warm" }
  | { kind: "read"; file: File | Blob; name: string }
  | { kind: "text"; text: string }
  | { kind: "correct"; line: number; index: number; letters: string }
  | { kind: "wish"; wishes: Wishes }
  | { kind: "words"; file: Blob | null; name: string }
  | { kind: "plain"; text: string }
  | { kind: "advise" }
  | { kind: "watch"; frames: ReadableStream<VideoFrame> }
  | { kind: "stop" };

export type Reply = {
  games: Game[];
  warm: null;
  read: Answer;
  text: Answer;
  correct: Answer;
  wish: Answer | null;
  words: number;
  plain: string;
  advise: AdviceReport;
  watch: null;
  stop: null;
};

export type Envelope = { id: number; request: Request };

export type Message =
  | { id: number; reply: unknown }
  | { id: number; error: string }
  | { seen: Seen; milliseconds: number; frame: ImageBitmap | null }
  /** Why the frames can no longer be followed. */
  | { lost: string };

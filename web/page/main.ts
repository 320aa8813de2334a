/** The page: takes a picture, shows its board and words, and lets both be corrected. */
import { boardPicture, hideBoard, showPath, showPicture, showTiles } from "./board";
import { element, save } from "./dom";
import { Library } from "./library";
import type { AdviceReport, Answer, Tile, Word } from "./messages";
import { drawTiles } from "./picture";
import { listen } from "./sources";
import { Watching } from "./watching";
import { foldBy, showAdvised, showWords, whenChosen } from "./words";

/** The largest file that is read, in bytes: pictures of telephones have a fifth of it. */
const MOST_BYTES = 64_000_000;
/** The most bytes of a file that is taken for a board text: far more than any board. */
const MOST_TEXT = 100_000;

/** The milliseconds after which the worker may read the example. Shorter: a picture that is there at once, as a shared one, waits for
 * it. Longer: the first picture is read by cold code. Chosen by hand. */
const IDLE = 1000;

const library = new Library();
const status = element("status");
const say = (text: string) => {
  status.textContent = text;
};
const watching = new Watching(library, say);

let answer: Answer | undefined;
let advice: AdviceReport | undefined;
let chosen: Word | undefined;
/** Whether the board has no picture of its own, and is drawn from its letters. */
let isTyped = false;
let corrected: Tile | undefined;
/** Counts what was asked for, so that only the newest answer is shown. */
let newest = 0;

function explain(error: unknown) {
  const text = error instanceof Error ? error.message : String(error);
  // A name of a file, before a colon, stays as it is.
  const begins = /^[^:]*\.\w+:/.test(text) ? text.charAt(0) : text.charAt(0).toUpperCase();
  say(begins + text.slice(1));
}

function showAnswer(next: Answer) {
  answer = next;
  advice = undefined;
  element("advice").hidden = true;
  element("correction").hidden = true;
  showTiles(next, startCorrection);
  element("notes").replaceChildren(
    ...next.notes.map((note) => Object.assign(document.createElement("li"), { textContent: note })),
  );
  element("actions").hidden = false;
  element("advise").hidden = !next.advisable;
  showWords(next.words);
  const best = next.words[0];
  say(best ? `Best word: ${best.word}, ${best.score} points. ${next.words.length} words by the rules of ${next.game.title}.` : "No word on this board.");
  document.body.dataset.state = "answered";
}

function clear() {
  answer = undefined;
  isTyped = false;
  hideBoard();
  for (const id of ["wordside", "actions", "advice", "correction"]) element(id).hidden = true;
  element("notes").replaceChildren();
  document.body.dataset.state = "empty";
}

async function take(file: Blob, name: string) {
  // A board text is dropped like a picture.
  const mine = ++newest;
  if (file.type === "text/plain" && file.size <= MOST_TEXT) {
    const text = await file.text();
    return mine === newest ? typed(text) : undefined;
  }
  if (watching.isOn) await watching.stop();
  clear();
  if (file.size > MOST_BYTES) {
    say(`Expected a picture of at most ${MOST_BYTES / 1e6} MB, found one of ${Math.ceil(file.size / 1e6)} MB. Crop it to the game.`);
    return;
  }
  say("Reading the picture.");
  const start = performance.now();
  try {
    const next = await library.ask({ kind: "read", file, name });
    if (mine !== newest) return;
    const image = new Image();
    image.alt = "The picture with the board";
    image.src = URL.createObjectURL(file);
    image.onload = () => URL.revokeObjectURL(image.src);
    showPicture(image);
    showAnswer(next);
    document.body.dataset.milliseconds = String(Math.round(performance.now() - start));
  } catch (error) {
    if (mine === newest) explain(error);
  }
}

async function typed(text: string) {
  if (watching.isOn) await watching.stop();
  const mine = ++newest;
  clear();
  try {
    const next = await library.ask({ kind: "text", text });
    if (mine !== newest) return;
    isTyped = true;
    showPicture(drawTiles(next));
    showAnswer(next);
  } catch (error) {
    if (mine === newest) explain(error);
  }
}

function startCorrection(tile: Tile) {
  corrected = tile;
  const letter = element<HTMLInputElement>("letter");
  element("correction").hidden = false;
  letter.value = tile.text === "?" ? "" : tile.text;
  const guesses = tile.alternatives.slice(0, 4).map((text) => {
    const guess = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    guess.addEventListener("click", () => void correct(text));
    return guess;
  });
  element("guesses").replaceChildren(...guesses);
  letter.focus();
  letter.select();
}

async function correct(letters: string) {
  if (!corrected) return;
  const { line, index } = corrected;
  try {
    const next = await library.ask({ kind: "correct", line, index, letters });
    if (isTyped) showPicture(drawTiles(next));
    showAnswer(next);
    const label = `line ${line + 1}, tile ${index + 1}`;
    document.querySelector<SVGElement>(`#overlay [aria-label*="${label}"]`)?.focus();
  } catch (error) {
    explain(error);
  }
}

async function advise() {
  try {
    advice = await library.ask({ kind: "advise" });
    const best = advice.words[0]?.word.word;
    const text = element("advice");
    text.hidden = false;
    text.textContent = advice.scramble || !best ? advice.why : `Play ${best}: ${advice.why}`;
    showAdvised(new Map(advice.words.map((advised) => [advised.word.word, advised])));
  } catch (error) {
    explain(error);
  }
}

foldBy((text) => library.ask({ kind: "plain", text }));
whenChosen((word) => {
  chosen = word;
  if (!answer) return;
  showPath(answer, word);
  watching.show(answer, word, advice);
});

library.onSeen = (seen, frame, milliseconds) => {
  watching.received();
  document.body.dataset.seen = seen.state;
  if (frame) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [frame.width, frame.height];
    canvas.getContext("2d")?.drawImage(frame, 0, 0);
    frame.close();
    showPicture(canvas);
  }
  if (seen.answer) {
    showAnswer(seen.answer);
    document.body.dataset.milliseconds = String(Math.round(milliseconds));
    document.body.dataset.changes = String(Number(document.body.dataset.changes ?? 0) + 1);
    if (seen.answer.advisable) void advise();
  } else if (seen.state === "covered") {
    say("Something lies over the board.");
  } else if (seen.state === "none" && seen.reason) {
    clear();
    say(seen.reason);
  }
};
watching.onSmall = () => {
  if (answer) watching.show(answer, chosen, advice);
};

watching.onTurn = clear;
library.onLost = (reason) => void watching.stop().then(() => explain(new Error(reason)), explain);

listen((file, name) => void take(file, name), say);
element("watch").addEventListener("click", () => {
  (watching.isOn ? watching.stop() : watching.start()).catch(explain);
});
element("advise").addEventListener("click", () => void advise());
element("cancel").addEventListener("click", () => (element("correction").hidden = true));
element("correction").addEventListener("submit", (event) => {
  event.preventDefault();
  void correct(element<HTMLInputElement>("letter").value);
});
element("correction").addEventListener("keydown", (event) => {
  if (event.key === "Escape") element("correction").hidden = true;
});
element("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  void typed(element<HTMLTextAreaElement>("text").value);
});
element("save").addEventListener("click", async () => {
  if (!answer) return;
  try {
    save(await boardPicture(answer, chosen), "image/png", "board.hexlex.png");
  } catch (error) {
    explain(error);
  }
});
element("savetext").addEventListener("click", () => save(answer?.text ?? "", "text/plain", "board.txt"));

async function useWords(file: File | null) {
  try {
    const count = await library.ask({ kind: "words", file, name: file?.name ?? "" });
    await wish();
    say(`The dictionary has ${count.toLocaleString("en")} words.`);
  } catch (error) {
    explain(error);
  }
}

async function wish() {
  const game = element<HTMLSelectElement>("game").value;
  const next = await library.ask({ kind: "wish", wishes: game ? { game } : {} });
  if (next) showAnswer(next);
}

const dictionary = element<HTMLInputElement>("dictionary");
dictionary.addEventListener("change", () => void useWords(dictionary.files?.[0] ?? null));
element("english").addEventListener("click", () => void useWords(null));
element("game").addEventListener("change", () => void wish());

async function start() {
  const option = (value: string, text: string) => new Option(text, value);
  try {
    const games = await library.ask({ kind: "games" });
    element<HTMLSelectElement>("game").append(option("", "by the board"), ...games.map(({ name, title }) => option(name, title)));
    document.body.dataset.state ??= "empty";
    document.body.dataset.ready = "true";
  } catch (error) {
    explain(error);
  }
  // Without it the first answer takes longer, no more.
  setTimeout(() => {
    const warm = () => (document.body.dataset.warm = "true");
    void library.ask({ kind: "warm" }).then(warm, warm);
  }, IDLE);
}

void start();
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("./service.js");

/** The list of words: searched, ordered, and walked by pointer or keyboard. */
import { element } from "./dom";
import type { Word } from "./messages";

/** The words that are drawn in the list; the search finds the others. */
const MOST = 500;

const list = element<HTMLOListElement>("words");
const search = element<HTMLInputElement>("search");
const order = element<HTMLSelectElement>("order");
const least = element<HTMLSelectElement>("least");
const count = element("count");

type Place = { word: Word; place: number };

let words: Place[] = [];
let shown: Place[] = [];
let chosen = 0;
let danger = new Map<string, number>();
/** The typed search without accents: what a board without accents has. */
let plain = "";
let withoutAccents: (text: string) => Promise<string> = (text) => Promise.resolve(text);
let onChoose: (word: Word | undefined) => void = () => {};

function compare(a: Place, b: Place): number {
  const risk = (word: Word) => danger.get(word.word) ?? Number.POSITIVE_INFINITY;
  const [left, right] = [a.word, b.word];
  if (order.value === "score") return right.score - left.score || right.length - left.length || a.place - b.place;
  if (order.value === "risk" && risk(left) !== risk(right)) return risk(left) - risk(right);
  return a.place - b.place;
}

function row({ word }: Place, index: number): HTMLLIElement {
  const item = document.createElement("li");
  item.id = `word-${index}`;
  const name = document.createElement("span");
  name.className = "word";
  name.textContent = word.word;
  const points = document.createElement("span");
  points.className = "points";
  const risk = danger.get(word.word);
  points.textContent = `${word.length} letters, ${word.score} points${risk === undefined ? "" : `, risk ${risk.toFixed(0)}`}`;
  item.append(name, points);
  item.addEventListener("pointerenter", () => choose(index));
  item.addEventListener("click", () => choose(index));
  return item;
}

function choose(index: number) {
  const most = Math.min(shown.length, MOST);
  chosen = Math.max(0, Math.min(index, most - 1));
  for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  list.children[chosen]?.setAttribute("aria-current", "true");
  onChoose(shown[chosen]?.word);
}

function draw() {
  const wanted = search.value.trim().toUpperCase();
  const fits = (word: string) => word.includes(wanted) || (plain !== "" && word.includes(plain));
  const letters = Number(least.value);
  shown = words.filter(({ word }) => word.length >= letters && fits(word.word)).sort(compare);
  list.replaceChildren(...shown.slice(0, MOST).map(row));
  const more = shown.length > MOST ? `, the first ${MOST} shown` : "";
  count.textContent = wanted || letters > 0 ? `${shown.length} of ${words.length} words${more}` : `${words.length} words${more}`;
  choose(0);
}

list.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -MOST, End: MOST }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  choose(chosen + step);
  list.children[chosen]?.scrollIntoView({ block: "nearest" });
});
search.addEventListener("input", async () => {
  const typed = search.value.trim();
  plain = "";
  draw();
  if (/^[\x20-\x7e]*$/.test(typed)) return;
  // Without an answer the search goes by the letters as they were typed.
  const folded = await withoutAccents(typed).catch(() => typed);
  if (search.value.trim() !== typed) return;
  plain = folded;
  draw();
});
order.addEventListener("change", draw);
least.addEventListener("change", draw);

/** Calls this with the word that is chosen. */
export function whenChosen(called: typeof onChoose) {
  onChoose = called;
}

/** Takes the accents off a search by this. */
export function foldBy(called: typeof withoutAccents) {
  withoutAccents = called;
}

/** Lists these words. */
export function showWords(all: Word[]) {
  words = all.map((word, place) => ({ word, place }));
  danger = new Map();
  element("wordside").hidden = false;
  if (order.value === "risk") order.value = "length";
  draw();
}

/** Adds the dangers that advice has found, and orders by them. */
export function showDangers(found: Map<string, number>) {
  danger = found;
  order.value = "risk";
  draw();
}

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
type Advised = { danger: number; risk?: number | null };

let words: Place[] = [];
let shown: Place[] = [];
let chosen = 0;
/** What advice has found for some words. */
let advised = new Map<string, Advised>();
/** The typed search without accents: what a board without accents has. */
let plain = "";
let withoutAccents: (text: string) => Promise<string> = (text) => Promise.resolve(text);
let onChoose: (word: Word | undefined) => void = () => {};

function compare(a: Place, b: Place): number {
  const danger = (word: Word) => advised.get(word.word)?.danger ?? Number.POSITIVE_INFINITY;
  const [left, right] = [a.word, b.word];
  if (order.value === "score") return right.score - left.score || right.length - left.length || a.place - b.place;
  if (order.value === "risk" && danger(left) !== danger(right)) return danger(left) - danger(right);
  return a.place - b.place;
}

/** The endings of numbers that count, as in 2nd. */
const ordinal = new Intl.PluralRules("en", { type: "ordinal" });
const endings = { zero: "th", one: "st", two: "nd", few: "rd", many: "th", other: "th" };

/** The chance to lose soon after a word that advice has examined, or else its place among these words. */
function riskOf(word: Word): string {
  const found = advised.get(word.word);
  if (!found) return "";
  const risk = found.risk ?? undefined;
  if (risk !== undefined) return risk < 0.01 ? ", risk under 1%" : `, risk ${(100 * risk).toFixed(0)}%`;
  const place = 1 + [...advised.values()].filter((other) => other.danger < found.danger).length;
  return place === 1 ? ", safest" : `, ${place}${endings[ordinal.select(place)]} safest`;
}

function row({ word }: Place, index: number): HTMLLIElement {
  const item = document.createElement("li");
  item.id = `word-${index}`;
  const name = document.createElement("span");
  name.className = "word";
  name.textContent = word.word;
  const points = document.createElement("span");
  points.className = "points";
  points.textContent = `${word.length} letters, ${word.score} points${riskOf(word)}`;
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
  advised = new Map();
  element("wordside").hidden = false;
  if (order.value === "risk") order.value = "length";
  draw();
}

/** Adds what advice has found, and orders by it. */
export function showAdvised(found: Map<string, Advised>) {
  advised = found;
  order.value = "risk";
  draw();
}

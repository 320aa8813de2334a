/** Where pictures come from: a file, the clipboard, a drop, the camera, another app. */
// fixtures/gems/medium.png in 25 kB: convert fixtures/gems/medium.png -quality 60 -define webp:method=6 web/example.webp
import exampleUrl from "../example.webp";
import { photograph } from "./camera";
import { element } from "./dom";

type Take = (file: Blob, name: string) => void;

function first(items: DataTransfer | null): File | undefined {
  return [...(items?.files ?? [])].at(0);
}

function pick(id: string, take: Take) {
  const input = element<HTMLInputElement>(id);
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.value = "";
    if (file) take(file, file.name);
  });
}

async function paste(take: Take, say: (text: string) => void) {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((type) => type.startsWith("image/"));
      if (type) return take(await item.getType(type), "the clipboard");
    }
    say("The clipboard has no picture. Copy a screenshot first.");
  } catch {
    say("This browser does not show its clipboard. Press Ctrl+V.");
  }
}

/** A picture that another app has shared: the service worker keeps it until it is taken. */
async function shared(take: Take) {
  if (!new URLSearchParams(location.search).has("shared") || !("caches" in window)) return;
  const cache = await caches.open("hexlex-shared");
  const kept = await cache.match("shared-picture");
  if (!kept) return;
  await cache.delete("shared-picture");
  take(await kept.blob(), decodeURIComponent(kept.headers.get("X-Name") ?? "a shared picture"));
}

/** Calls `take` with every picture that the user gives. */
export function listen(take: Take, say: (text: string) => void) {
  pick("file", take);
  pick("camera", take);
  photograph(take, say);
  element("paste").addEventListener("click", () => void paste(take, say));
  element("example").addEventListener("click", async () => {
    take(await (await fetch(exampleUrl)).blob(), "example.webp");
  });
  document.addEventListener("paste", (event) => {
    const file = first(event.clipboardData);
    if (file) take(file, file.name);
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = first(event.dataTransfer);
    if (file) take(file, file.name);
    else say("Drop a picture file; what was dropped is none.");
  });
  void shared(take);
}

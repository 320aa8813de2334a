// Keeps the files of the page for use without a network, and hands over a picture that was shared to it.
const NAME = "hexlex-VERSION";
const SHARED = "hexlex-shared";
const FILES = "FILES";

// The smallest module with an instruction of simd128: of the two libraries only the one that this browser uses is kept.
const SIMD = WebAssembly.validate(
  new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]),
);

function isUsed(file) {
  if (!/hexlex_(simd|plain)/.test(file)) return true;
  return file.includes("hexlex_simd") === SIMD;
}

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES.filter(isUsed));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== NAME && name !== SHARED).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

async function share(request) {
  const form = await request.formData();
  const picture = form.get("picture");
  if (picture instanceof File) {
    const cache = await caches.open(SHARED);
    await cache.put("shared-picture", new Response(picture, { headers: { "X-Name": encodeURIComponent(picture.name) } }));
  }
  return Response.redirect("./?shared", 303);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin) return;
  if (event.request.method === "POST" && url.pathname.endsWith("/share")) {
    event.respondWith(share(event.request));
    return;
  }
  if (event.request.method !== "GET") return;
  const answer = async () => {
    // Servers vary their answers by Origin, which a worker sends and this one does not.
    const options = { ignoreSearch: event.request.mode === "navigate", ignoreVary: true };
    const kept = await caches.match(event.request, options);
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});

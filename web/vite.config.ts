import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Writes the list of the built files into the service worker, which keeps them for use without a network. */
function listFiles(): Plugin {
  return {
    name: "list-files",
    apply: "build",
    closeBundle() {
      const dist = join(import.meta.dirname, "dist");
      const files = readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
        .filter((name) => name !== "service.js")
        .sort();
      const hash = createHash("sha256");
      files.forEach((name) => hash.update(name).update(readFileSync(join(dist, name))));
      const service = readFileSync(join(dist, "service.js"), "utf8")
        .replace('"FILES"', JSON.stringify(["./", ...files]))
        .replace("VERSION", hash.digest("hex").slice(0, 16));
      writeFileSync(join(dist, "service.js"), service);
    },
  };
}

export default defineConfig({
  // The page works in any folder of a site.
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: {
    format: "es",
    rolldownOptions: {
      output: {
        // The service worker keeps the files of one of the two libraries, and knows them by these names.
        chunkFileNames: ({ moduleIds }) => {
          const kind = ["simd", "plain"].find((kind) => moduleIds.some((id) => id.includes(`/pkg/${kind}/`)));
          return kind ? `assets/hexlex_${kind}-[hash].js` : "assets/[name]-[hash].js";
        },
      },
    },
  },
  preview: { host: "127.0.0.1", port: 8417, strictPort: true },
  plugins: [listFiles()],
});

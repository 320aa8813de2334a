import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

export default defineConfig({
  testDir: "tests",
  workers: 2,
  timeout: 120_000,
  reporter: [["list"]],
  webServer: { command: "npx vite preview", url: "http://127.0.0.1:8417/", reuseExistingServer: false },
  use: {
    baseURL: "http://127.0.0.1:8417/",
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? chromium,
      args: ["--no-sandbox"],
    },
  },
});

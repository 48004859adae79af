import { defineConfig, devices } from "@playwright/test";

const port = Number(process.env.PERMILLION_TEST_PORT ?? 3100);
const chromium = process.env.PERMILLION_CHROMIUM;

// Chromium's own network traffic has no place in a test.
const quiet = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests",
  forbidOnly: !!process.env.CI,
  fullyParallel: true,
  retries: 0,
  reporter: "list",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: "retain-on-failure",
    launchOptions: {
      args: asRoot ? [...quiet, "--no-sandbox"] : quiet,
      ...(chromium ? { executablePath: chromium } : {}),
    },
  },
  projects: [{ name: "chromium", use: devices["Desktop Chrome"] }],
  webServer: {
    command: "../target/dist/server",
    env: { HOST: "127.0.0.1", PORT: String(port) },
    url: `http://127.0.0.1:${port}/healthz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
  },
});

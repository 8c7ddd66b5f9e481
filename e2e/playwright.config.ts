import { defineConfig } from '@playwright/test'

/** Journeys of people in real Chromium. Each has a server and browsers of its own, and waits more than it works: two at a time. */
export default defineConfig({
  testDir: '.',
  globalSetup: './fixtures/all-journeys.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  // What `npm run test:long` walks too: the same paths in the other language, and what takes minutes.
  ...(process.env['NOROSHI_LONG'] === undefined && { grepInvert: /@long/ }),
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../results/playwright.json' }]],
  outputDir: '../results/playwright',
})

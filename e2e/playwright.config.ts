import { defineConfig } from '@playwright/test'

/** Journeys of people in real Chromium. Two cores: one journey at a time, since each starts browsers of its own. */
export default defineConfig({
  testDir: '.',
  workers: 1,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../results/playwright.json' }]],
  outputDir: '../results/playwright',
})

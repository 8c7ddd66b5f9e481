import { defineConfig } from '@playwright/test'
import type { OtherEngine } from './engines/device.ts'
import { keepTemporaryFilesInMemory } from '../scripts/memory-folder.ts'

keepTemporaryFilesInMemory()

/**
 * Journeys with live sound, which breaks off when other journeys take the processor. `npm test` runs them afterwards.
 */
const SOUND = /(call|radio|hands-free|read-aloud|voice-notes|wake-word)[^/]*\.spec\.ts$/

/** Journeys that are the same in Firefox and in WebKit. */
const OTHER_ENGINES = /\/engines\/[^/]*\.spec\.ts$/

/** Journeys in real Chromium. Each journey has its own server and browsers. */
export default defineConfig<{ engine: OtherEngine }>({
  testDir: '.',
  globalSetup: './fixtures/all-journeys.ts',
  workers: 2, // as many as cores: with more, each journey takes longer than its share
  fullyParallel: true,
  // One interrupted browser does not fail a whole run in CI; the report lists such a journey as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // Only `npm run test:long` runs the journeys tagged @long.
  ...(process.env['NOROSHI_LONG'] === undefined && { grepInvert: /@long/ }),
  timeout: 240_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../results/playwright.json' }]],
  projects: [
    { name: 'screens', testIgnore: [SOUND, OTHER_ENGINES], outputDir: '../results/playwright-screens' },
    { name: 'sound', testMatch: SOUND, testIgnore: OTHER_ENGINES, outputDir: '../results/playwright-sound', workers: 1 },
    { name: 'firefox', testMatch: OTHER_ENGINES, outputDir: '../results/playwright-firefox', use: { engine: 'firefox' } },
    {
      name: 'webkit',
      testMatch: OTHER_ENGINES,
      outputDir: '../results/playwright-webkit',
      use: { engine: 'webkit' },
      workers: 2,
    },
  ],
})

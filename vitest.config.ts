import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/memory-folder.ts'
import { textsPlugin } from './web/build/texts-plugin.ts'

keepTemporaryFilesInMemory()

/** Timeout of polls in milliseconds. The tests share two cores: what takes a moment alone may take seconds. */
const PATIENT = { poll: { timeout: 10_000 } }

/** In CI one race in the timing of a loaded machine does not fail a whole run. `scripts/test.ts` lists such tests. */
const retry = process.env['CI'] === undefined ? 0 : 1

/** Attacks that take all processor time, memory or disk. They run after all others, one at a time. */
const HEAVY = [
  'src/http/media/image-bombs.test.ts',
  'src/http/media/media-flood.test.ts',
  'src/ports/disk-guard.test.ts',
  'src/service/image.test.ts',
]

/**
 * The slow tests of the server, which `npm run test:quick` leaves out: attacks, tables of all routes, starts and ends of
 * processes, speech, and random orders of events.
 */
const isQuick = process.env['NOROSHI_QUICK'] !== undefined
const SLOW_SERVER = [
  'src/{access,hostile,fuzz,main,defects,durability,cleanup,clock-back}*.test.ts',
  'src/{backup,recovery,service,demo,db,ports}/**',
  'src/features/{speech,hands-free,streets}/**',
  'src/http/{connection,static}*.test.ts',
  'src/http/{media,uploads}/**',
  'src/**/*{flood,rights,processes,attack,bodies,floor,access}*.test.ts',
  'src/**/{ledger,out-of-order,watermarks,documents,daily-usage,call-signals,handovers,metrics,drills}.test.ts',
  'src/**/{push,radio,redis,required,disconnect}-*.test.ts',
]

export default defineConfig({
  test: {
    // The tests mostly wait for PostgreSQL and for time; the long ones mostly use the processor.
    maxWorkers: process.env['NOROSHI_LONG'] === undefined ? 4 : 2,
    projects: [
      {
        test: { name: 'contract', root: 'contract', pool: 'threads', include: ['src/**/*.test.ts'], testTimeout: 20_000, retry },
      },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.ts'], testTimeout: 20_000, retry } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.isolated.test.ts', ...HEAVY, ...(isQuick ? SLOW_SERVER : [])],
          isolate: false, // the files of a worker share the server's modules, which take a second to load
          restoreMocks: true,
          globalSetup: [fileURLToPath(import.meta.resolve('./server/test/postgres.ts'))],
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: PATIENT,
          retry,
        },
      },
      {
        test: {
          name: 'server-heavy',
          root: 'server',
          include: HEAVY,
          globalSetup: [fileURLToPath(import.meta.resolve('./server/test/postgres.ts'))],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: PATIENT,
          retry,
        },
      },
      // These files replace modules.
      {
        test: {
          name: 'server-isolated',
          root: 'server',
          include: ['src/**/*.isolated.test.ts'],
          globalSetup: [fileURLToPath(import.meta.resolve('./server/test/postgres.ts'))],
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: PATIENT,
          retry,
        },
      },
      {
        plugins: [textsPlugin()],
        test: {
          name: 'integration',
          root: 'integration',
          include: ['src/**/*.test.ts'],
          globalSetup: [fileURLToPath(import.meta.resolve('./server/test/postgres.ts'))],
          maxWorkers: 1,
          hookTimeout: 30_000,
          expect: PATIENT,
          retry,
        },
      },
      { test: { name: 'speech', root: 'speech', include: ['src/**/*.test.ts'], testTimeout: 60_000, expect: PATIENT, retry } },
      {
        plugins: [textsPlugin()],
        define: { NOTIFICATION_ICONS: '{}' }, // the build renders them
        test: {
          name: 'web',
          root: 'web',
          pool: 'threads', // a process for each of the files takes half of the time of all
          setupFiles: [fileURLToPath(import.meta.resolve('./web/src/testing/load-texts.ts'))],
          include: ['{build,prerendered,service-worker,src}/**/*.test.{ts,tsx}'],
          exclude: ['src/**/*.browser.test.tsx', ...(isQuick ? ['src/**/*convergence.test.ts'] : [])],
          testTimeout: 20_000,
          expect: PATIENT,
          retry,
        },
      },
      // Components in Chromium: focus, keyboard, input methods and the clipboard (decisions/0134).
      {
        extends: 'web/vite.config.ts',
        root: 'web',
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
          // Without it one page at a time, since this project extends another file. They run after all others.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          testTimeout: 20_000,
          expect: PATIENT,
          retry,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: {
                executablePath: '/usr/bin/chromium-headless-shell',
                chromiumSandbox: false,
                args: ['--disable-dev-shm-usage'],
                env: chromiumEnvironment(),
              },
              actionTimeout: 10_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 360, height: 740 } }],
            screenshotFailures: false,
          },
        },
      },
    ],
  },
})

/** Chromium does not start with libfaketime, which `npm run test:long` uses. */
function chromiumEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => name !== 'LD_PRELOAD' && !name.startsWith('FAKETIME'))
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

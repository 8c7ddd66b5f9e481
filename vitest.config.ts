import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Cursors count the transactions of the whole PostgreSQL: what proves them runs after the others, one file at a time. */
const CURSORS = 'src/features/events/**/*.test.ts'

const server = {
  root: 'server',
  globalSetup: [fileURLToPath(import.meta.resolve('./server/test/postgres.ts'))],
  testTimeout: 20_000,
  hookTimeout: 30_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2, // they wait for PostgreSQL and for one another more than they work
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      { test: { ...server, name: 'server', include: ['src/**/*.test.ts'], exclude: [CURSORS] } },
      {
        test: { ...server, name: 'server-cursors', include: [CURSORS], fileParallelism: false, sequence: { groupOrder: 1 } },
      },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.ts', 'src/**/*.test.tsx'] } },
    ],
  },
})

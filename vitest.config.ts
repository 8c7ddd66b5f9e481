import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 4, // the tests mostly wait for PostgreSQL and for time
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: [fileURLToPath(import.meta.resolve('./server/test/postgres.ts'))],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'speech', root: 'speech', include: ['src/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.ts', 'src/**/*.test.tsx'], testTimeout: 20_000 } },
    ],
  },
})

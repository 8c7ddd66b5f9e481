import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { debianPostgres } from './debian-postgres.ts'

// All tests, one after the other, and one true sum at the end. `NOROSHI_LONG=1` runs the long ones too, with the same code.
const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

/** One of each way to meet the database; `npm run test:long` runs all of the server's tests on it. */
const ON_EVERY_POSTGRES = [
  'server/src/db/migrate',
  'server/src/db/pool',
  'server/src/features/accounts/search',
  'server/src/features/alerts/raise.test',
  'server/src/features/events/',
  'server/src/features/feeds/post-pages',
  'server/src/features/messaging/send',
  'server/src/features/pages/publishing',
]

interface Sum {
  passed: number
  failed: number
}
const total: Sum = { passed: 0, failed: 0 }

run(
  'vitest',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${path.join(results, 'vitest.json')}`],
  vitestSum,
)
await onDebianPostgres()
run('playwright', ['playwright', 'test', '-c', 'e2e'], playwrightSum, {
  PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(results, 'playwright.json'),
})

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

/** A runner that dies without a report has failed once, whatever it did before. */
function run(name: string, args: string[], sumOf: (report: unknown) => Sum, env: Record<string, string> = {}): void {
  const { status } = spawnSync('npx', args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const file = path.join(results, `${name}.json`)
  const sum = existsSync(file) ? sumOf(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 1 }
  total.passed += sum.passed
  total.failed += sum.failed
  if (status !== 0 && sum.failed === 0) total.failed += 1
}

/** The server's tests once more, on the oldest PostgreSQL that the product supports; all of them when there is time. */
async function onDebianPostgres(): Promise<void> {
  const postgres = await debianPostgres()
  if (postgres === null) {
    console.error('Debian’s PostgreSQL 15 is not installed: the server was not tested on it')
    total.failed += 1
    return
  }
  const json = path.join(results, 'vitest-postgres-15.json')
  const chosen = process.env['NOROSHI_LONG'] ? [] : ON_EVERY_POSTGRES
  const args = [
    'vitest',
    'run',
    ...chosen,
    '--project',
    'server',
    '--maxWorkers=1', // one PostgreSQL, and cursors count all of its transactions
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${json}`,
  ]
  try {
    run('vitest-postgres-15', args, vitestSum, { TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

function vitestSum(report: unknown): Sum {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = report as Record<string, number> // vitest's JSON report
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) || (numFailedTestSuites ?? 0) }
}

function playwrightSum(report: unknown): Sum {
  const { stats } = report as { stats: Record<string, number> } // Playwright's JSON report
  return { passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0), failed: stats['unexpected'] ?? 0 }
}

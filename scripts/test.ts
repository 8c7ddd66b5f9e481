import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { debianPostgres } from './debian-postgres.ts'
import { inOwnNetwork } from './own-network.ts'
import { environmentAt, times } from './times.ts'

// Runs all tests one after the other and prints the sum. `NOROSHI_LONG=1` also runs the long tests.
const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'results')
mkdirSync(results, { recursive: true })
// The kills of the long tests continue those of earlier runs (server/src/kills.test.ts).
for (const name of readdirSync(results)) if (name !== 'kills') rmSync(path.join(results, name), { recursive: true })
// The many servers that the tests start compile the same modules.
const compiled = mkdtempSync(path.join(tmpdir(), 'noroshi-compiled-'))
process.env['NODE_COMPILE_CACHE'] = compiled

/** Tests that run on the oldest supported PostgreSQL. `npm run test:long` runs all server tests on it. */
const POSTGRES_15_TESTS = ['server/src/db/migrate', 'server/src/features/alerts/raise/raise.test']

interface Sum {
  passed: number
  failed: number
}
interface VitestFile {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}
interface JourneySuite {
  suites?: JourneySuite[]
  specs?: { file: string; title: string; tests: { status: string }[] }[]
}
const total: Sum = { passed: 0, failed: 0 }
/** The failures. They are printed again before the total. */
const failures: string[] = []
/** The tests that passed when they ran again, which happens in CI only. */
const repeated: string[] = []

run(
  'vitest',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${path.join(results, 'vitest.json')}`],
  vitestSum,
)
await runOnDebianPostgres()
runJourneys('playwright', process.env)

if (process.env['NOROSHI_LONG']) for (const [index, time] of times.entries()) runAtTime(index, time)

rmSync(compiled, { recursive: true, force: true })
for (const test of repeated) console.error(`passed when it ran again: ${test}`)
for (const failure of failures) console.error(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

/**
 * Runs the journeys; the long ones in a network without a route to the internet. `shard` is the part of them that runs, such
 * as `1/4`; null: all.
 */
function runJourneys(name: string, env: Record<string, string | undefined>, shard: string | null = null): void {
  const isLong = env['NOROSHI_LONG'] !== undefined
  // The clock of WebKitGTK’s pages cannot be shifted.
  const engines = ['screens', 'firefox', ...(env['FAKETIME'] === undefined ? ['webkit'] : [])]
  // Together, since each run prepares a data directory and ends with one journey alone.
  for (const [part, projects] of Object.entries({ engines, sound: ['sound'] })) {
    const selected = projects.map((project) => `--project=${project}`)
    const args = ['playwright', 'test', '-c', 'e2e', ...selected, ...shardArgument(shard)]
    const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(results, `${name}-${part}.json`) }
    run(`${name}-${part}`, args, playwrightSum, { ...env, ...report }, isLong ? inOwnNetwork : undefined)
  }
}

/** Runs a test runner and adds its results. A runner that ends without a report counts as one failure. */
function run(
  name: string,
  args: string[],
  sumOf: (report: unknown) => Sum,
  env: Record<string, string | undefined> = {},
  around: (command: string[]) => string[] = (command) => command,
): void {
  const [program = '', ...parameters] = around(['npx', ...args])
  const { status } = spawnSync(program, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const file = path.join(results, `${name}.json`)
  const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  const sum = report === null ? { passed: 0, failed: 0 } : sumOf(report)
  total.passed += sum.passed
  total.failed += sum.failed
  if (report !== null) {
    failures.push(...failedTests(report).map((test) => `${name}: ${test}`))
    repeated.push(...repeatedTests(report).map((test) => `${name}: ${test}`))
  }
  if (sum.failed > 0 || (status === 0 && report !== null)) return
  fail(`${name} itself, with status ${status}: an unhandled error outside of a test, or an end without a report`)
}

function fail(cause: string): void {
  total.failed += 1
  failures.push(cause)
}

function shardArgument(shard: string | null): string[] {
  return shard === null ? [] : [`--shard=${shard}`, '--pass-with-no-tests']
}

/**
 * Runs a part of the tests of `npm test` again with the clock and the zone of this time. Each time has another part, so that
 * all run again, and another one each day.
 */
function runAtTime(index: number, time: (typeof times)[number]): void {
  const env = environmentAt(time)
  if (env === null) {
    fail('libfaketime is not installed: the tests did not run at other times')
    return
  }
  const day = Math.floor(Date.now() / 86_400_000)
  const shard = `${((index + day) % times.length) + 1}/${times.length}`
  console.log(`Part ${shard} of the tests at another time: ${time.name}`)
  const shifted = { ...env, NOROSHI_LONG: undefined }
  const [vitest, playwright] = [`vitest-time-${index}`, `playwright-time-${index}`]
  const json = path.join(results, `${vitest}.json`)
  const args = ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${json}`, `--shard=${shard}`]
  run(vitest, args, vitestSum, shifted)
  runJourneys(playwright, shifted, shard)
}

/** Runs server tests on the oldest supported PostgreSQL; all of them with `NOROSHI_LONG`. */
async function runOnDebianPostgres(): Promise<void> {
  const postgres = await debianPostgres()
  if (postgres === null) {
    fail('Debian’s PostgreSQL 15 is not installed: the server was not tested on it')
    return
  }
  const json = path.join(results, 'vitest-postgres-15.json')
  const files = process.env['NOROSHI_LONG'] ? [] : POSTGRES_15_TESTS
  const args = [
    'vitest',
    'run',
    ...files,
    '--project',
    'server*',
    '--maxWorkers=1', // one PostgreSQL, whose transactions all affect cursors
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${json}`,
  ]
  try {
    // The long versions of the tests run on the embedded PostgreSQL only.
    run('vitest-postgres-15', args, vitestSum, { TEST_DATABASE_URL: postgres.url, NOROSHI_LONG: undefined })
  } finally {
    await postgres.stop()
  }
}

function vitestSum(report: unknown): Sum {
  // `as`: vitest's JSON report
  const { numPassedTests, numFailedTests, numFailedTestSuites } = report as Record<string, number>
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) || (numFailedTestSuites ?? 0) }
}

function playwrightSum(report: unknown): Sum {
  const { stats } = report as { stats: Record<string, number> } // Playwright's JSON report
  return { passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0), failed: stats['unexpected'] ?? 0 }
}

/** The failed tests and files of vitest's JSON report, each with its cause. Playwright prints its own at its end. */
function failedTests(report: unknown): string[] {
  const { testResults = [] } = report as { testResults?: VitestFile[] }
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults
        .filter((result) => result.status === 'failed')
        .map(({ fullName, failureMessages = [] }) => [fullName, ...failureMessages].join('\n'))
      return (failed.length > 0 ? failed : [message || 'its process ended']).map(
        (test) => `${path.relative(root, name)}: ${test}`,
      )
    })
}

/** The tests of a report of either runner that failed first, each with the cause in vitest's report. */
function repeatedTests(report: unknown): string[] {
  const { testResults = [], suites = [] } = report as { testResults?: VitestFile[]; suites?: JourneySuite[] }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return [
    ...tests
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages = [] }) => [fullName, ...failureMessages].join('\n')),
    ...suites.flatMap(repeatedJourneys),
  ]
}

function repeatedJourneys({ suites = [], specs = [] }: JourneySuite): string[] {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...flaky.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(repeatedJourneys)]
}

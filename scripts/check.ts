import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { hasEmbeddedPostgres, npmCommand, toolCommand } from './tools.ts'

// Checks format, lint, types, spelling, styles, names and lengths of files, unused texts, references to decisions, import
// boundaries, dead code, generated rows, API documents, THIRD-PARTY.md and the lockfile. Equal message keys of two
// features are an error when they are joined.
const root = path.resolve(import.meta.dirname, '..')
const tsc = toolCommand('typescript', 'tsc')
const checks: [name: string, command: string, ...args: string[]][] = [
  ['format', ...toolCommand('oxfmt'), '--check'],
  ['lint', ...toolCommand('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
  ['styles', process.execPath, 'scripts/check-styles.ts'],
  ['names and lengths of files', process.execPath, 'scripts/check-files.ts'],
  ['unused texts', process.execPath, 'scripts/check-texts.ts'],
  ['references to decisions', process.execPath, 'scripts/check-decisions.ts'],
  ['types of contract, bench and scripts', ...tsc, '-p', '.'],
  ['types of the server', ...tsc, '-p', 'server'],
  ['types of the speech service', ...tsc, '-p', 'speech'],
  ['types of the web', ...tsc, '-p', 'web'],
  ['types of the service worker', ...tsc, '-p', 'web/service-worker'],
  ['types of the integration tests', ...tsc, '-p', 'integration'],
  ['types of the journeys', ...tsc, '-p', 'e2e'],
  ['words', ...toolCommand('cspell'), 'lint', '--no-progress', '--no-summary'],
  [
    'boundaries',
    ...toolCommand('dependency-cruiser', 'depcruise'),
    'contract',
    'server',
    'speech',
    'web/src',
    'web/build',
    'web/prerendered',
    'web/service-worker',
    'integration',
    'e2e',
    'bench',
    '--config',
    '.dependency-cruiser.cjs',
  ],
  ['dead code', ...toolCommand('knip')],
  ['third-party software', process.execPath, 'scripts/third-party.ts', '--verify'],
  ['lockfile', ...npmCommand(), 'ci', '--dry-run', '--loglevel=error', '--no-audit', '--no-fund'],
]
if (hasEmbeddedPostgres)
  checks.push(
    ['rows of the schema', process.execPath, 'server/test/generate-rows.ts', '--verify'],
    ['API documents', process.execPath, 'server/test/lint-api.ts'],
  )
else console.log('Generated rows and API documents are not checked: they need the embedded PostgreSQL of Linux.')

const failed = checks.filter(([name, command, ...args]) => {
  console.log(`# ${name}`)
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const cruisedNothing = name === 'boundaries' && /\(0 modules/.test(stdout)
  if (status !== 0 || cruisedNothing) console.log(stdout)
  return status !== 0 || cruisedNothing
})
if (failed.length > 0) console.error(`check failed: ${failed.map(([name]) => name).join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)

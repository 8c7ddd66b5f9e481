import { spawnSync } from 'node:child_process'
import path from 'node:path'

// Checks format, lint, types, spelling, styles, names and lengths of files, unused texts, import boundaries, dead code,
// generated rows, API documents and the lockfile. Duplicate message keys are a type error.
const root = path.resolve(import.meta.dirname, '..')
const checks: [name: string, command: string, ...args: string[]][] = [
  ['format', 'npx', 'oxfmt', '--check'],
  ['lint', 'npx', 'oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
  ['styles', process.execPath, 'scripts/check-styles.ts'],
  ['names and lengths of files', process.execPath, 'scripts/check-files.ts'],
  ['unused texts', process.execPath, 'scripts/check-texts.ts'],
  ['types of contract, bench and scripts', 'npx', 'tsc', '-p', '.'],
  ['types of the server', 'npx', 'tsc', '-p', 'server'],
  ['types of the speech service', 'npx', 'tsc', '-p', 'speech'],
  ['types of the web', 'npx', 'tsc', '-p', 'web'],
  ['types of the service worker', 'npx', 'tsc', '-p', 'web/service-worker'],
  ['types of the integration tests', 'npx', 'tsc', '-p', 'integration'],
  ['types of the journeys', 'npx', 'tsc', '-p', 'e2e'],
  ['words', 'npx', 'cspell', 'lint', '--no-progress', '--no-summary'],
  [
    'boundaries',
    'npx',
    'depcruise',
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
  ['dead code', 'npx', 'knip'],
  ['rows of the schema', process.execPath, 'server/test/generate-rows.ts', '--verify'],
  ['API documents', process.execPath, 'server/test/lint-api.ts'],
  ['lockfile', 'npm', 'ci', '--dry-run', '--loglevel=error', '--no-audit', '--no-fund'],
]

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

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { hasEmbeddedPostgres, toolCommand } from './tools.ts'

// `npm run test:quick`: the fast tests of contract, web and server; `npm run test:quick -- NAME` runs those whose file has
// this name.
const projects = ['contract', 'web', ...(hasEmbeddedPostgres ? ['server'] : [])]
if (!hasEmbeddedPostgres) console.log('The tests of the server are left out: they need the embedded PostgreSQL of Linux.')
const [command, script] = toolCommand('vitest')
const { status } = spawnSync(
  command,
  [script, 'run', ...projects.flatMap((project) => ['--project', project]), ...process.argv.slice(2)],
  { cwd: path.resolve(import.meta.dirname, '..'), stdio: 'inherit', env: { ...process.env, NOROSHI_QUICK: '1' } },
)
process.exit(status ?? 1)

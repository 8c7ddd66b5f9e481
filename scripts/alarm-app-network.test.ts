import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { IS_LONG } from '../server/src/testing/long-test.ts'
import { inOwnNetwork } from './own-network.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Ends with 9 if there is a route to the internet, else runs the command. */
const WITHOUT_ROUTE = 'if ip route get 192.0.2.1; then exit 9; fi; exec "$@"'
/** The tests that run there: an SOS on all apps, and apps that were away. */
const TESTS = '^(?:an SOS reaches the apps of its audience|an app that was away gets)'
const obstacle = IS_LONG ? obstacleToRun() : 'npm run test:long runs it'

/** Returns what this machine lacks; null if it can run the test. */
function obstacleToRun(): string | null {
  if (process.getuid?.() !== 0) return 'only root may create network namespaces'
  if (spawnSync('ip', ['-V']).status !== 0) return 'not installed: iproute2'
  return spawnSync('unshare', ['--net', 'true']).status === 0 ? null : 'this kernel or container forbids network namespaces'
}

test(
  `alarm apps get an SOS in a network without a route to the internet${obstacle === null ? '' : ` (left out: ${obstacle})`}`,
  { timeout: 300_000 },
  (context) => {
    if (obstacle !== null) context.skip(obstacle)
    const vitest = [process.execPath, path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server']
    const file = 'src/features/alarm-app/alarm-app.test.ts'
    const [program = '', ...args] = inOwnNetwork(['sh', '-c', WITHOUT_ROUTE, 'sh', ...vitest, file, '-t', TESTS])
    const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: ROOT,
      env: { ...Object.fromEntries(environment), NO_COLOR: '1' },
      encoding: 'utf8',
    })
    expect(status, `${stdout}${stderr}`).toBe(0)
    expect(stdout).toMatch(/Tests\s+2 passed/)
  },
)

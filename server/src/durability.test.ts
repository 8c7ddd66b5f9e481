import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Db, openDb } from '#/db/pool.ts'
import { IS_LONG, longTest } from '#/testing/long-test.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { ServerProcess, postmasterOf } from '#/testing/processes/server-process.ts'
import { LoadScenario } from '#/testing/hostile/load-scenario.ts'

/** Number of kills of the server; PostgreSQL alone and both together are killed less often. */
const KILLS = 20
const POSTGRES_KILLS = IS_LONG ? 10 : 1
/** Acknowledged requests between two kills. */
const REPLIES = 80

let folder: string
let noroshi: ServerProcess
let db: Db
let scenario: LoadScenario

beforeAll(async () => {
  folder = await prepareDataDir(path.join(await mkdtemp(path.join(tmpdir(), 'noroshi-')), 'a unit'))
  noroshi = new ServerProcess({ DATA_DIR: folder })
  db = openDb(`postgresql://noroshi@/noroshi?host=${encodeURIComponent(path.join(folder, 'postgres'))}`)
})

afterAll(async () => {
  await db.destroy()
  await rm(path.dirname(folder), { recursive: true, force: true })
}, 60_000)

// Each test has its own server process, since transactions in progress delay the cursors.
beforeEach(async () => {
  await noroshi.start()
  scenario = await LoadScenario.start(db, () => noroshi.url)
}, 60_000)

afterEach(async () => {
  if (noroshi.isRunning()) await noroshi.terminate()
}, 60_000)

longTest(
  `after ${KILLS} kills of the server under load, each acknowledged write is stored once`,
  { timeout: KILLS * 30_000 },
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await scenario.load.runUntil(REPLIES)
      await noroshi.kill()
      await noroshi.start()
    }
    await scenario.load.runUntil(REPLIES)
    await scenario.assertDurable()
  },
)

longTest(
  `after ${POSTGRES_KILLS} kills of PostgreSQL under load, the server recovers by itself`,
  { timeout: POSTGRES_KILLS * 60_000 },
  async () => {
    for (let kill = 0; kill < POSTGRES_KILLS; kill++) {
      await scenario.load.runUntil(REPLIES)
      await killPostgres()
    }
    await scenario.load.runUntil(REPLIES)
    await scenario.assertDurable()
    expect(noroshi.isRunning()).toBe(true)
    expect(noroshi.output).not.toContain('defect')
  },
)

test(
  `after ${POSTGRES_KILLS} kills of server and PostgreSQL together, the next start recovers`,
  { timeout: POSTGRES_KILLS * 60_000 },
  async () => {
    for (let kill = 0; kill < POSTGRES_KILLS; kill++) {
      await scenario.load.runUntil(REPLIES)
      await Promise.all([noroshi.kill(), killPostgres()])
      await noroshi.start()
    }
    await scenario.load.runUntil(REPLIES)
    await scenario.assertDurable()
  },
)

longTest(
  'a second server on the data directory exits with 1, and SIGTERM under load stops the first and its PostgreSQL',
  {
    timeout: 60_000,
  },
  async () => {
    const second = new ServerProcess({ DATA_DIR: folder })
    await expect(second.start()).rejects.toThrow(/^it ended with 1: another Noroshi \(process \d+\) already runs on .*a unit\n$/)

    await scenario.load.runUntil(REPLIES)
    expect(await postmasterOf(folder)).not.toBeNull()
    expect(await noroshi.terminate()).toBe(0)
    expect(await postmasterOf(folder)).toBeNull()

    await noroshi.start()
    await scenario.assertDurable()
  },
)

/** Kills only the postmaster. Its backends end by themselves. */
async function killPostgres(): Promise<void> {
  const pid = await postmasterOf(folder)
  if (pid === null) throw new Error('PostgreSQL does not run')
  process.kill(pid, 'SIGKILL')
}

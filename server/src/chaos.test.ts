import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { embeddedPostgres, type Embedded } from '#/db/embedded.ts'
import { migrate } from '#/db/migrate.ts'
import { type Db, openDb } from '#/db/pool.ts'
import { longTest } from '#/testing/long-test.ts'
import { LoadScenario } from '#/testing/hostile/load-scenario.ts'
import { RedisProcess } from '#/testing/processes/redis-process.ts'
import { postmasterOf, ServerProcess } from '#/testing/processes/server-process.ts'

// Two server processes share a PostgreSQL. Each round kills one part while devices write and follow the events over both.

const ROUNDS = 8
/** Acknowledged requests between two kills. */
const REPLIES = 80
/** Connections of the test itself. The cluster accepts 60, and each process uses up to 25. */
const OWN_CONNECTIONS = 3
const START_TIMEOUT_MS = 120_000
const ROUND_TIMEOUT_MS = 90_000

let folder: string
let postgres: Embedded
let redis: RedisProcess
let db: Db

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-chaos-'))
  postgres = await embeddedPostgres(path.join(folder, 'postgres'))
  await migrate(postgres.url())
  db = openDb(postgres.url(), OWN_CONNECTIONS)
  redis = await RedisProcess.start()
}, START_TIMEOUT_MS)
afterAll(async () => {
  await redis[Symbol.asyncDispose]()
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}, START_TIMEOUT_MS)

/** Two running processes of the server, and the URL of one after the other. */
async function startProcesses(environment: Record<string, string>) {
  const settings = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: postgres.url(), ...environment }
  const [first, second] = [new ServerProcess(settings), new ServerProcess(settings)]
  await first.start()
  await second.start()
  let turn = 0
  return { first, second, url: () => (turn++ % 2 === 0 ? first.url : second.url) }
}

async function restart(server: ServerProcess): Promise<void> {
  await server.kill()
  await server.start()
}

async function killPostmaster(): Promise<void> {
  const pid = await postmasterOf(folder)
  if (pid === null) throw new Error('PostgreSQL does not run')
  process.kill(pid, 'SIGKILL')
}

/** Ends every connection of both processes. */
const endConnections = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`.execute(db)

/** Kills one backend with SIGKILL, after which PostgreSQL ends all others and recovers. */
async function crashPostgres(): Promise<void> {
  const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`.execute(db)
  if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL')
}

const CASES = [
  { name: 'with Redis', environment: () => ({ REDIS_URL: redis.url }) },
  { name: 'without Redis', environment: () => ({}) },
]

longTest.each(CASES)(
  `over two processes $name, each acknowledged write is stored once and each follower receives each event, in spite of kills`,
  { timeout: START_TIMEOUT_MS + ROUNDS * 5 * ROUND_TIMEOUT_MS },
  async ({ environment }) => {
    const { first, second, url } = await startProcesses(environment())
    try {
      const scenario = await LoadScenario.start(db, url)
      const kills = [
        () => restart(first),
        () => restart(second),
        killPostmaster,
        endConnections,
        crashPostgres,
        () => redis.kill().then(() => redis.restart()),
      ]
      for (let round = 0; round < ROUNDS; round++)
        for (const kill of kills) {
          await scenario.load.runUntil(REPLIES)
          await kill()
        }
      await scenario.load.runUntil(REPLIES)
      await scenario.assertDurable()
      for (const server of [first, second]) expect(server.output).not.toContain('defect')
    } finally {
      for (const server of [first, second]) if (server.isRunning()) await server.terminate()
    }
  },
)

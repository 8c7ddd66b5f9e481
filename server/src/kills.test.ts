import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { embeddedUrl } from '#/db/embedded.ts'
import { type Db, openDb } from '#/db/pool.ts'
import { Caller } from '#/testing/caller.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { Random } from '#/testing/fuzz/random.ts'
import type { Acknowledged, KillClientsOptions } from '#/testing/hostile/kill-clients.ts'
import { createUsers } from '#/testing/hostile/load-scenario.ts'
import { longTest } from '#/testing/long-test.ts'
import { killNow } from '#/testing/processes/child-process.ts'
import { postmasterOf, ServerProcess } from '#/testing/processes/server-process.ts'
import { freePort } from '#/testing/processes/swift-process.ts'

// A thousand kills of all processes, in parts: each `npm run test:long` does some of them on the data of those before, and an
// interrupted part continues. The data and what was acknowledged are in results/kills. A kill ends processes, so that the
// kernel still writes what they have not synced: the loss of unsynced writes is not tested (docs/operations.md).

/** Kills of one run, and of all runs until the data are deleted and it begins again. */
const KILLS = Number(process.env['NOROSHI_KILLS'] ?? 50)
const KILLS_OF_ALL_RUNS = 1000
/** Replies between two kills. */
const REPLIES = 12
/** Max milliseconds between the last of these replies and the kill, so that it meets everything. */
const DELAY_MAX_MS = 1000
/** Each such kill comes after a talk that was acknowledged since the last one. Other kills mostly interrupt it. */
const TALK_EVERY = 5
/** Max milliseconds until a request is acknowledged again after a kill. */
const BACK_WITHIN_MS = 60_000
const FOLDER = path.resolve(import.meta.dirname, '../../results/kills')
const WRITERS = 4

const TARGETS = ['server', 'server', 'server', 'backend', 'postmaster', 'server and postmaster', 'clients'] as const
type Target = (typeof TARGETS)[number]

interface State {
  readonly seed: number
  readonly options: Omit<KillClientsOptions, 'url'>
  readonly kills: Partial<Record<Target, number>>
  readonly acknowledged: Acknowledged[]
}

longTest(
  `after each of ${KILLS} kills of the server, PostgreSQL or clients, all that was acknowledged is stored once`,
  { timeout: KILLS * BACK_WITHIN_MS + 300_000 },
  async () => {
    let state = await readState()
    if (state === null || killsOf(state) >= KILLS_OF_ALL_RUNS) {
      await rm(FOLDER, { recursive: true, force: true })
      await mkdir(FOLDER, { recursive: true })
      await prepareDataDir(dataDir())
      state = null
    }
    const run = await Run.start(state)
    try {
      await run.check(run.state.acknowledged)
      for (let kill = 0; kill < KILLS; kill++) await run.killOnce()
      await run.end()
      process.stdout.write(`kills so far: ${JSON.stringify(run.state.kills)}, acknowledged: ${run.state.acknowledged.length}\n`)
    } finally {
      await run.close()
    }
  },
)

/** A server under the load of a process of clients. */
class Run {
  readonly state: State
  readonly #server: ServerProcess
  readonly #db: Db
  #clients: ChildProcess | null = null
  readonly #wrong: string[] = []
  /** Number of acknowledgements that were checked after a kill. */
  #checked: number

  private constructor(state: State, server: ServerProcess, db: Db) {
    this.state = state
    this.#server = server
    this.#db = db
    this.#checked = state.acknowledged.length
  }

  static async start(earlier: State | null): Promise<Run> {
    // The recogniser is never reachable: recordings are stored without it.
    const speech = { SPEECH_URL: 'http://127.0.0.1:9', SPEECH_SECRET: 'unreachable on purpose' }
    const server = new ServerProcess({ DATA_DIR: dataDir(), ...speech }, { port: String(await freePort()) })
    await server.start()
    const db = openDb(embeddedUrl(path.join(dataDir(), 'postgres'), 'noroshi'), 2)
    const state = earlier ?? { seed: 1, options: await createScene(db, server.url), kills: {}, acknowledged: [] }
    const run = new Run(state, server, db)
    run.#startClients()
    return run
  }

  async killOnce(): Promise<void> {
    const random = new Random(this.state.seed + killsOf(this.state))
    const target = random.pick(TARGETS)
    await this.#replies(REPLIES)
    if (killsOf(this.state) % TALK_EVERY === 0) await this.#replies(1, 'talk')
    await sleep(random.below(DELAY_MAX_MS))
    await this.#kill(target)
    this.state.kills[target] = (this.state.kills[target] ?? 0) + 1
    await this.#replies(1)
    const added = this.state.acknowledged.slice(this.#checked)
    await this.check(added)
    this.#checked += added.length
    await this.#save()
  }

  /** Stops the load, and checks everything. */
  async end(): Promise<void> {
    const stopped = Promise.withResolvers<void>()
    this.#clients?.on('message', (message) => message === 'stopped' && stopped.resolve())
    this.#clients?.send('stop')
    await stopped.promise
    await this.check(this.state.acknowledged)
    await this.#save()
    expect(this.#server.output).not.toContain('defect')
  }

  async close(): Promise<void> {
    this.#clients?.kill('SIGKILL')
    await this.#db.destroy()
    if (this.#server.isRunning()) await this.#server.terminate()
  }

  /** Expects that all this is stored once, with the files that were sent. */
  async check(some: readonly Acknowledged[]): Promise<void> {
    expect(this.#wrong).toEqual([])
    const stored = await untilAvailable(() => storedIds(this.#db, some))
    const lost = some.filter((one) => stored.get('clientId' in one ? one.clientId : one.id)?.join() !== one.id)
    expect(lost).toEqual([])
    for (const file of some.filter((one) => one.kind === 'file')) {
      const bytes = await untilAvailable(async () => {
        const reply = await new Caller(this.#server.url, this.state.options.uploader).rawFetch(file.url)
        if (reply.status === 503) throw new Error('unavailable')
        return new Uint8Array(await reply.arrayBuffer())
      })
      expect(createHash('sha256').update(bytes).digest('hex'), file.id).toBe(file.hash)
    }
  }

  async #kill(target: Target): Promise<void> {
    if (target === 'clients') {
      if (this.#clients) await killNow(this.#clients)
      this.#startClients()
    }
    if (target === 'postmaster' || target === 'server and postmaster') await killPostmaster()
    if (target === 'server' || target === 'server and postmaster') {
      await this.#server.kill()
      await this.#server.start()
    }
    if (target === 'backend')
      await untilAvailable(async () => {
        const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY state_change DESC LIMIT 1`.execute(this.#db)
        const [backend] = rows
        if (backend === undefined) throw new Error('there is no backend')
        process.kill(backend.pid, 'SIGKILL')
      })
  }

  #startClients(): void {
    const clients = fork(path.join(import.meta.dirname, 'testing/hostile/kill-clients.ts'), { execArgv: [] })
    clients.on('message', (message: { acknowledged?: Acknowledged[]; wrong?: string[] } | 'stopped') => {
      if (message === 'stopped') return
      this.state.acknowledged.push(...(message.acknowledged ?? []))
      this.#wrong.push(...(message.wrong ?? []))
    })
    clients.send({ ...this.state.options, url: this.#server.url } satisfies KillClientsOptions)
    this.#clients = clients
  }

  /** Waits for a number of further replies, or replies of a kind. */
  async #replies(count: number, only: Acknowledged['kind'] | null = null): Promise<void> {
    const start = this.state.acknowledged.length
    const replies = () => this.state.acknowledged.slice(start).filter(({ kind }) => only === null || kind === only).length
    const from = performance.now()
    while (replies() < count && this.#wrong.length === 0) {
      if (performance.now() - from > BACK_WITHIN_MS) throw new Error('the server does not acknowledge any more')
      await sleep(5)
    }
  }

  /** Replaces the file at once, so that a kill of this process leaves the last state. */
  async #save(): Promise<void> {
    await writeFile(`${stateFile()}.new`, JSON.stringify(this.state))
    await rename(`${stateFile()}.new`, stateFile())
  }
}

const dataDir = () => path.join(FOLDER, 'data')
const stateFile = () => path.join(FOLDER, 'state.json')

async function readState(): Promise<State | null> {
  const text = await readFile(stateFile(), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as State) // as it was written
}

const killsOf = ({ kills }: State): number => Object.values(kills).reduce((sum, count) => sum + count, 0)

async function createScene(db: Db, url: string): Promise<State['options']> {
  const [raiser = '', uploader = '', speaker = '', ...writers] = await createUsers(db, 3 + WRITERS)
  const alert = await new Caller(url, raiser).fetch(alertRoutes.raise, { body: {} })
  const { id } = await new Caller(url, speaker).fetch(accountRoutes.me)
  const body = { name: 'Night watch', recipients: [id] }
  const group = await new Caller(url, uploader).fetch(threadRoutes.createGroup, { body })
  return { writers, alertId: alert.id, threadId: group.id, uploader, speaker }
}

/** Returns the ids of the stored alerts and messages, by the id that the device created or else by their own id. */
async function storedIds(db: Db, some: readonly Acknowledged[]): Promise<ReadonlyMap<string, string[]>> {
  const clientIds = some.flatMap((one) => ('clientId' in one ? one.clientId : []))
  const ids = some.flatMap((one) => (one.kind === 'talk' ? one.id : []))
  const { rows } = await sql<{ key: string; id: string }>`
    SELECT client_id AS key, id FROM alerts WHERE client_id = ANY(${clientIds}::uuid[])
    UNION ALL SELECT client_id, id FROM messages WHERE client_id = ANY(${clientIds}::uuid[])
    UNION ALL SELECT id, id FROM messages WHERE id = ANY(${ids}::uuid[])`.execute(db)
  const found = new Map<string, string[]>()
  for (const { key, id } of rows) found.set(key, [...(found.get(key) ?? []), id])
  return found
}

async function killPostmaster(): Promise<void> {
  const pid = await postmasterOf(dataDir())
  if (pid === null) return // it is starting after the last kill
  process.kill(pid, 'SIGKILL')
}

/** Repeats the work while PostgreSQL or the server recovers. */
async function untilAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const from = performance.now()
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (performance.now() - from > BACK_WITHIN_MS) throw error
      await sleep(50)
    }
}

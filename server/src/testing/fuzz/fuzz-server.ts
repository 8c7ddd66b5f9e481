import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { API_BASE } from '@noroshi/contract/routes'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { FIXTURE_IDS } from '#/testing/fixtures.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { insertWorld, type World } from '#/testing/scenes/world.ts'
import type { FuzzActor, OpenApi } from './http-inputs.ts'

const COLLECT_GARBAGE = path.resolve(import.meta.dirname, '../hostile/collect-garbage.ts')
const METRICS_TOKEN = 'a token of the metrics'
/** Sessions of each user, since an input may end its session. */
const SESSIONS = 8
/** The log line of a process that finds another one without Redis. */
const EXPECTED_WARNING = /Without REDIS_URL/

/** A world whose inputs are sent to another process. */
export interface FuzzWorld {
  readonly world: World
  /** Ids of rows of all kinds. Those of the callers who must not get more rights are not among them. */
  readonly ids: readonly string[]
  /** Session tokens; null for a caller without a session. */
  readonly tokens: Readonly<Record<FuzzActor, readonly (string | null)[]>>
  /** A user without any rights, who does nothing. */
  readonly observer: TestUser
  /** The cursor of the observer before the first input. */
  readonly cursor: string
  /** Texts that only the members of two chats may see. No input makes another caller a member. */
  readonly chatSecrets: readonly string[]
  /** Email addresses that only signed-in users may see. */
  readonly addresses: readonly string[]
}

/**
 * The server as a process, and a test server on the same database that creates the worlds. A crash or a hang of the process does
 * not affect the test.
 */
export class FuzzServer implements AsyncDisposable {
  readonly process: ServerProcess
  readonly noroshi: TestServer
  /** Characters of the log that were read. */
  #readLog = 0
  readonly #settings: readonly { key: string; value: unknown }[]

  private constructor(process: ServerProcess, noroshi: TestServer, settings: readonly { key: string; value: unknown }[]) {
    this.process = process
    this.noroshi = noroshi
    this.#settings = settings
  }

  static async start(): Promise<FuzzServer> {
    const noroshi = await startTestServer()
    const process = new ServerProcess({
      DATABASE_URL: noroshi.databaseUrl,
      DATA_DIR: noroshi.deps.config.dataDir,
      METRICS_TOKEN,
      NODE_OPTIONS: `--expose-gc --import ${COLLECT_GARBAGE}`,
      TRUST_PROXY: '127.0.0.1',
      // No recogniser runs: it is a process of its own, which this test does not measure.
      SPEECH_URL: 'http://127.0.0.1:9',
      SPEECH_SECRET: 'a secret of the speech service',
    })
    await process.start()
    return new FuzzServer(process, noroshi, await noroshi.db.selectFrom('settings').select(['key', 'value']).execute())
  }

  async openApi(): Promise<OpenApi> {
    return (await (await fetch(`${this.process.url}${API_BASE}/openapi.json`)).json()) as OpenApi // its own test checks its shape
  }

  /** Restores what inputs may have changed for everyone, and creates another world. */
  async nextWorld(): Promise<FuzzWorld> {
    const { noroshi } = this
    await noroshi.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('settings').execute()
      for (const { key, value } of this.#settings)
        await tx
          .insertInto('settings')
          .values({ key, value: JSON.stringify(value) })
          .execute()
    })
    await this.resetLimits()
    const world = await insertWorld(noroshi)
    const { actors, groupId, personalId } = world
    const chatSecrets = [`the key is under ${randomUUID()}`, `the code is ${randomUUID()}`]
    for (const [index, messageThreadId] of [groupId, personalId].entries())
      await actors.audience.caller.fetch(messageRoutes.send, { body: { messageThreadId, text: chatSecrets[index] ?? '' } })
    const users = await noroshi.db
      .selectFrom('users')
      .select('email')
      .where('id', 'in', [actors.audience.id, world.memberId])
      .execute()
    const [observer] = await noroshi.people('Olga')
    return {
      world,
      ids: [...idsOf(world), ...Object.values(FIXTURE_IDS), actors.audience.id, actors.admin.id, randomUUID()],
      tokens: {
        visitor: [null],
        token: [null],
        outsider: await this.#sessionsOf(actors.outsider.id),
        admin: await this.#sessionsOf(actors.admin.id),
        audience: await this.#sessionsOf(actors.audience.id),
      },
      observer,
      cursor: (await observer.fetch(eventRoutes.since)).cursor,
      chatSecrets,
      addresses: users.map(({ email }) => email),
    }
  }

  #sessionsOf(userId: string): Promise<string[]> {
    const { db, clock } = this.noroshi
    return Promise.all(Array.from({ length: SESSIONS }, () => createSession(db, userId, 'test', clock.now())))
  }

  /** Deletes the counts of all rate limits, so that inputs reach what is behind them. */
  async resetLimits(): Promise<void> {
    await this.noroshi.db.deleteFrom('rate_limits').execute()
  }

  /** @returns the megabytes of the heap of the process that are in use after a collection */
  async heapMb(): Promise<number> {
    this.process.signal('SIGUSR2')
    await fetch(`${this.process.url}/livez`) // it is answered after the collection, or the metrics are
    const response = await fetch(`${this.process.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const [, bytes] = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(await response.text()) ?? []
    return Number(bytes) / 1_048_576
  }

  /** @returns the warnings, errors and defects that the process logged since the last call */
  problemsInLog(): string[] {
    const lines = this.process.output.slice(this.#readLog).split('\n')
    this.#readLog = this.process.output.length
    return lines.filter((line) => /"level":[456]0|defect|Error/.test(line) && !EXPECTED_WARNING.test(line))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.process.isRunning()) await this.process.terminate()
    await this.noroshi[Symbol.asyncDispose]()
  }
}

/** Returns what an actor must never see. */
export function secretsFor({ chatSecrets, addresses }: FuzzWorld, actor: FuzzActor): readonly string[] {
  if (actor === 'visitor' || actor === 'token') return [...chatSecrets, ...addresses]
  return actor === 'outsider' ? chatSecrets : []
}

const idsOf = (world: World): string[] => [
  ...Object.values(world).filter((value): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)),
  world.radio.endpointId,
]

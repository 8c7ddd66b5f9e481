import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { newId } from '#/db/ids.ts'
import { type AppOptions, createApp } from '#/app.ts'
import { readConfig } from '#/config.ts'
import type { Job } from '#/db/jobs.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { joinOpenAlertGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import type { Health } from '#/features/health/health.service.ts'
import type { Consumers } from '#/realtime/consumers.ts'
import type { Io } from '#/realtime/io.ts'
import { Caller } from './caller.ts'
import { TestClock } from './clock.ts'
import { establishedAt } from './scenes/established.ts'
import { lendDatabase } from './hostile/lent-database.ts'
import { TestSocket } from './test-socket.ts'

/** The complete server: the real application on a real port, with its own database and data directory. */
export interface TestServer extends AsyncDisposable {
  readonly url: string
  readonly db: Db
  readonly databaseUrl: string
  readonly deps: Deps
  readonly io: Io
  /** Its `flush` resolves when the reactions to all committed events are committed too. */
  readonly consumers: Consumers
  readonly app: FastifyInstance
  readonly health: Health
  readonly jobs: readonly Job[]
  readonly clock: TestClock
  /** A caller without a session. */
  readonly visitor: Caller
  /** Creates signed-in users in the alert group 'Everyone'. */
  people<Names extends string[]>(...names: Names): Promise<{ [Index in keyof Names]: TestUser }>
  admin(name: string): Promise<TestUser>
  /** Starts another session of a user. */
  anotherSession(user: TestUser): Promise<TestUser>
  /** Returns a caller with this session token. */
  as(accessToken: string): Caller
  /** The lines that it has logged. */
  readonly log: readonly string[]
  /**
   * Declares the log lines that this test causes. Any other warning or error in the log fails the test when the server
   * closes.
   */
  expectsInLog(...patterns: RegExp[]): void
  /** Opens a socket, which is closed with the server. */
  openSocket(handshake?: { token?: string; alertTokens?: string[]; screenToken?: string }): Promise<TestSocket>
}

/** A user with a session. */
export class TestUser extends Caller {
  readonly id: string
  readonly firstName: string
  readonly #server: () => TestServer
  constructor(url: string, token: string, id: string, firstName: string, server: () => TestServer) {
    super(url, token)
    this.id = id
    this.firstName = firstName
    this.#server = server
  }
  openSocket(): Promise<TestSocket> {
    return this.#server().openSocket({ token: this.token ?? '' })
  }
}

/** An address that refuses connections. */
const NO_SOURCE = 'http://127.0.0.1:9/{date}.pmtiles'

/** @param hardware replaces the recogniser, the voices and the computer */
export async function startTestServer(
  environment: Record<string, string> = {},
  hardware: Pick<AppOptions, 'speech' | 'synthesizer' | 'system'> = {},
): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-unit-'))
  const { databases, giveBack } = await lendDatabase()
  const { db } = databases
  const clock = new TestClock()
  const log: string[] = []
  const expected: RegExp[] = []
  const own = { DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', HTTPS: 'no', STREETS_SOURCE: NO_SOURCE }
  const config = readConfig({ ...own, ...environment })
  const { app, io, deps, consumers, health, jobs } = await createApp(config, databases, {
    ...hardware,
    now: clock.now,
    checksReplies: true,
    log: { write: (line) => void log.push(line) },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await deps.https?.listen('127.0.0.1')
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // it listens on TCP
  const sockets: TestSocket[] = []

  const createUser = async (firstName: string, isAdmin: boolean): Promise<TestUser> => {
    const id = newId()
    const email = `${firstName.toLowerCase()}.${id.slice(-6)}@example.org`
    const created_at = establishedAt(clock.now())
    await db
      .insertInto('users')
      .values({ id, email, password_hash: 'none: has a session only', first_name: firstName, is_admin: isAdmin, created_at })
      .execute()
    await joinOpenAlertGroups(db, id)
    return new TestUser(url, await createSession(db, id, 'test', clock.now()), id, firstName, () => server)
  }
  const server: TestServer = {
    url,
    db,
    databaseUrl: databases.url,
    deps,
    io,
    consumers,
    health,
    jobs,
    app,
    clock,
    log,
    visitor: new Caller(url, null),
    // `as`: one for each name
    people: async (...names) => (await Promise.all(names.map((name) => createUser(name, false)))) as never,
    admin: (name) => createUser(name, true),
    anotherSession: async ({ id, firstName }) =>
      new TestUser(url, await createSession(db, id, 'test', clock.now()), id, firstName, () => server),
    as: (accessToken) => new Caller(url, accessToken),
    expectsInLog: (...patterns) => void expected.push(...patterns),
    async openSocket(handshake = {}) {
      // Events of earlier changes do not reach the new socket.
      await deps.journal.flush()
      const socket = await TestSocket.at(url, handshake, () => deps.journal.flush())
      sockets.push(socket)
      return socket
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.close()
      await app.close()
      await giveBack()
      await rm(folder, { recursive: true, force: true })
      const unexpected = log.filter((line) => !expected.some((pattern) => pattern.test(line)))
      if (unexpected.length > 0) throw new Error(`the server logged what this test does not expect:\n${unexpected.join('')}`)
    },
  }
  return server
}

import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '#/app.ts'
import { readConfig } from '#/config.ts'
import { newId } from '#/db/ids.ts'
import { type Databases, openDatabases } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { joinOpenAlertGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import { Caller } from './caller.ts'
import { TestClock } from './clock.ts'
import { cloneDatabase } from './database.ts'
import { establishedAt } from './scenes/established.ts'
import { TestSocket } from './test-socket.ts'

/** A server of the product with connections of its own, which shares its database and files with others. */
export interface SharingServer {
  readonly url: string
  readonly deps: Deps
  /** Warnings and errors since the start, one JSON object each. */
  readonly log: readonly string[]
  openSocket(token: string): Promise<TestSocket>
  close(): Promise<void>
}

/** A user with a session, who may use each of the servers. */
export interface SharedUser {
  readonly id: string
  readonly token: string
  on(server: SharingServer): Caller
}

/** Starts a server on a database that it shares with others. */
export async function startServerOn(
  databaseUrl: string,
  { dataDir, clock }: { readonly dataDir: string; readonly clock: TestClock },
  environment: Record<string, string> = {},
): Promise<SharingServer> {
  const own = openDatabases(databaseUrl)
  const log: string[] = []
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrl, ...environment })
  const options = { now: clock.now, checksReplies: true, log: { write: (line: string) => void log.push(line) } }
  const { app, deps } = await createApp(config, own, options)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // it listens on TCP
  let closing: Promise<void> | null = null
  const close = async () => {
    await app.close()
    await own.close()
  }
  return {
    url,
    deps,
    log,
    openSocket: (token) => TestSocket.at(url, { token }, () => deps.journal.flush()),
    close: () => (closing ??= close()),
  }
}

/** A database with several servers on it, as with `DATABASE_URL`. */
export class SharedDatabase implements AsyncDisposable {
  readonly clock = new TestClock()
  readonly databases: Databases
  readonly #folder: string
  readonly #drop: () => Promise<void>
  readonly #servers = new Set<SharingServer>()

  private constructor(folder: string, { url, drop }: Awaited<ReturnType<typeof cloneDatabase>>) {
    this.#folder = folder
    this.#drop = drop
    this.databases = openDatabases(url)
  }

  static async create(): Promise<SharedDatabase> {
    return new SharedDatabase(await mkdtemp(path.join(tmpdir(), 'noroshi-shared-')), await cloneDatabase())
  }

  async startServer(environment: Record<string, string> = {}): Promise<SharingServer> {
    const server = await startServerOn(this.databases.url, { dataDir: this.#folder, clock: this.clock }, environment)
    this.#servers.add(server)
    return server
  }

  async createUser(firstName: string): Promise<SharedUser> {
    const { db } = this.databases
    const id = newId()
    await db
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.org`,
        password_hash: 'none',
        first_name: firstName,
        created_at: establishedAt(this.clock.now()),
      })
      .execute()
    await joinOpenAlertGroups(db, id)
    const token = await createSession(db, id, 'test', this.clock.now())
    return { id, token, on: ({ url }) => new Caller(url, token) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#servers].map((server) => server.close()))
    await this.databases.close()
    await this.#drop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

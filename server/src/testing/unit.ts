import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { createApp } from '#/app.ts'
import { readConfig } from '#/config.ts'
import { type Db, openDatabases } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { beginSession } from '#/features/accounts/sessions.service.ts'
import { joinOpenAlertGroups } from '#/features/alerts/alert-groups.service.ts'
import type { Io } from '#/realtime/io.ts'
import { Caller } from './caller.ts'
import { TestClock } from './clock.ts'
import { cloneDatabase } from './database.ts'
import { Listener } from './listener.ts'

/** A whole unit: the real app on a real port, on a database and a folder of its own. */
export interface Unit extends AsyncDisposable {
  readonly url: string
  readonly db: Db
  readonly deps: Deps
  readonly io: Io
  readonly app: FastifyInstance
  readonly clock: TestClock
  /** Somebody without a session. */
  readonly visitor: Caller
  /** Signed-in people in the group 'Everyone'. */
  people<Names extends string[]>(...names: Names): Promise<{ [Index in keyof Names]: Person }>
  admin(name: string): Promise<Person>
  /** Whoever holds this session's token. */
  as(accessToken: string): Caller
  /** A socket; closed with the unit. */
  listens(handshake?: { token?: string; alertTokens?: string[] }): Promise<Listener>
}

/** Somebody with a session. */
export class Person extends Caller {
  readonly id: string
  readonly firstName: string
  readonly #unit: () => Unit
  constructor(url: string, token: string, id: string, firstName: string, unit: () => Unit) {
    super(url, token)
    this.id = id
    this.firstName = firstName
    this.#unit = unit
  }
  listens(): Promise<Listener> {
    return this.#unit().listens({ token: this.token ?? '' })
  }
}

export async function unit(environment: Record<string, string> = {}): Promise<Unit> {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-unit-'))
  const database = await cloneDatabase()
  const databases = openDatabases(database.url)
  const { db } = databases
  const clock = new TestClock()
  const config = readConfig({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', ...environment })
  const { app, io, deps } = await createApp(config, databases, { now: clock.now, checksReplies: true })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // it listens on TCP
  const listeners: Listener[] = []

  const join = async (firstName: string, isAdmin: boolean): Promise<Person> => {
    const id = uuidv7()
    const email = `${firstName.toLowerCase()}.${id.slice(-6)}@example.org`
    await db
      .insertInto('users')
      .values({ id, email, password_hash: 'none: signs in by session', first_name: firstName, is_admin: isAdmin })
      .execute()
    await joinOpenAlertGroups(db, id)
    return new Person(url, await beginSession(db, id, 'test', clock.now()), id, firstName, () => whole)
  }
  const whole: Unit = {
    url,
    db,
    deps,
    io,
    app,
    clock,
    visitor: new Caller(url, null),
    people: async (...names) => (await Promise.all(names.map((name) => join(name, false)))) as never, // one each, in their order
    admin: (name) => join(name, true),
    as: (accessToken) => new Caller(url, accessToken),
    async listens(handshake = {}) {
      const listener = await Listener.at(url, handshake)
      listeners.push(listener)
      return listener
    },
    async [Symbol.asyncDispose]() {
      for (const listener of listeners) listener.close()
      await app.close()
      await databases.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return whole
}

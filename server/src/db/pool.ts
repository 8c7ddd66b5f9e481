import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './rows.ts'

/** How often a change is tried that loses to another one. */
const DEADLOCK_TRIES = 5

export type Db = Kysely<DB>

/** The connections of one process. PostgreSQL's embedded cluster takes 60 in all. */
export interface Databases {
  readonly db: Db
  /** For raising an SOS alone, with all that it takes: whatever else fills the others, these are free. */
  readonly sosDb: Db
  close(): Promise<unknown>
}

const CONNECTIONS = 20
const SOS_CONNECTIONS = 3
/** Milliseconds for a connection to come about or to become free: a device is better told 'in a moment' than left waiting. */
const CONNECT_WITHIN = 8000

/**
 * A connection keeps its plans for the checks of foreign keys. One that was made while a table was small reads all of it for each
 * row, until the table is analysed: in a flood of alerts, for a minute. Planned anew, each check costs some microseconds more.
 * And whatever holds one SOS up (a lock, a connection that broke without a word) holds up those behind it no longer than this.
 */
const SOS_SETTINGS: pg.PoolConfig = {
  options: '-c plan_cache_mode=force_custom_plan',
  statement_timeout: 4000,
  query_timeout: 5000,
}

// bigint: sequence numbers and sizes stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// A list has a thousand moments. pg takes each apart by a regular expression, and what that leaves behind was a fifth of a list's garbage;
// the engine's own parser wants a T in the middle and minutes in the offset ('2026-11-22 07:00:00.12+00').
const ofAnyEra = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
const WHOLE_HOURS = /[+-]\d\d$/
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text): Date => {
  const moment = new Date(`${text.slice(0, 10)}T${text.slice(11)}${WHOLE_HOURS.test(text) ? ':00' : ''}`)
  return Number.isNaN(moment.getTime()) ? ofAnyEra(text) : moment
})

export function openDatabases(url: string): Databases {
  const [db, sosDb] = [openDb(url), openDb(url, SOS_CONNECTIONS, SOS_SETTINGS)]
  return { db, sosDb, close: () => Promise.all([db.destroy(), sosDb.destroy()]) }
}

export function openDb(url: string, max = CONNECTIONS, settings: pg.PoolConfig = {}): Db {
  const pool = new pg.Pool({ connectionString: url, max, keepAlive: true, connectionTimeoutMillis: CONNECT_WITHIN, ...settings })
  // A connection that breaks (PostgreSQL was killed) says so to its query and is dropped; the next query opens another.
  // The pool listens for idle ones alone: between two statements of a transaction nobody would, and the process would end.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: sayingWhatBroke(pool) }) })
}

/**
 * A statement of a hot path says so and is planned once for a connection: to plan it costs more than to carry it out. Only for those
 * whose plan is the same whatever they are asked.
 */
export const prepared = (name: string) => sql.raw(`/* prepared ${name} */`)
const PREPARED = /^(?:select )?\/\* prepared (\w+) \*\//

/** No connection came about, so nothing was sent. */
export class NeverConnected extends Error {}
/** The connection broke under a statement: it may have been carried out. */
export class ConnectionBroke extends Error {}

/** What PostgreSQL itself says is a DatabaseError; all else is the connection's end, by whichever of a dozen names. */
const unlessSaid = (Broken: typeof NeverConnected | typeof ConnectionBroke) => (error: unknown) => {
  throw error instanceof pg.DatabaseError
    ? error
    : new Broken(error instanceof Error ? error.message : String(error), { cause: error })
}

/**
 * By pg's callback: the promise that it would make hangs on the one of the query before, so that the rows of all of them outlive every
 * quick collection of the heap, and each takes twenty times as long.
 */
const answerOf = (client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(statement, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  })

const sayingWhatBroke = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect().catch(unlessSaid(NeverConnected))
    let isBroken = false
    const query = async (text: string, parameters: readonly unknown[]) => {
      const name = PREPARED.exec(text)?.[1]
      const statement = { text, values: [...parameters], ...(name !== undefined && { name }) }
      try {
        return await answerOf(client, statement)
      } catch (error) {
        isBroken ||= !(error instanceof pg.DatabaseError)
        return unlessSaid(ConnectionBroke)(error)
      }
    }
    return {
      query: query as never, // its other form is for cursors, which nobody opens
      release: (destroy) => client.release(isBroken || destroy), // one that does not answer is given to nobody else
    }
  },
  end: () => pool.end(),
})

/** Starting or ending; too many connections; it took too long and was taken back. */
const REFUSES = /^(57P03|53300|57014)$/
/** Ended by an administrator, by a crash; broken. */
const ENDED = /^(57P0[12]|08\w{3})$/

const says = (error: unknown, codes: RegExp): boolean => error instanceof pg.DatabaseError && codes.test(error.code ?? '')

/** Whether an error says that PostgreSQL is away for the moment, not that the query was wrong. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof NeverConnected || says(error, REFUSES) || isOutcomeUnknown(error)

/** Whether a change may be committed although it failed: the connection broke before the answer came. */
export const isOutcomeUnknown = (error: unknown): boolean => error instanceof ConnectionBroke || says(error, ENDED)

const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'

/** A statement took longer than it may. */
export const isStatementTimeout = (error: unknown): boolean => says(error, /^57014$/)

/** Does again what PostgreSQL rolled back because it and another change waited for each other. */
export async function untilNoDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isDeadlock(error) || attempt === DEADLOCK_TRIES) throw error
    }
  }
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

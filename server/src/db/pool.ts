import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { DB } from './rows.ts'

/** Max attempts when a transaction is rolled back by a deadlock. */
const DEADLOCK_TRIES = 5

export type Db = Kysely<DB>

/** The connections of one pool. */
export interface PoolUsage {
  readonly pool: string
  readonly open: number
  readonly idle: number
  /** Requests that wait for a connection. */
  readonly waiting: number
}

/** The connections of one process. The embedded cluster accepts 60 in total. */
export interface Databases {
  readonly db: Db
  /** Connections only for raising an SOS, so that other requests never use all of them. */
  readonly sosDb: Db
  /** The connection URL, for connections outside of the pools that listen. */
  readonly url: string
  /** Returns how many connections of each pool are in use. */
  usage(): readonly PoolUsage[]
  close(): Promise<unknown>
}

const CONNECTIONS = 20
const SOS_CONNECTIONS = 3
/** Max milliseconds to wait for a connection. After that the client gets 503 and retries, instead of waiting longer. */
const CONNECT_WITHIN = 8000

/**
 * A connection caches the plans of foreign key checks. A plan that was made while a table was small scans the whole table for
 * each row, until the table is analysed: in a flood of alerts, for a minute. A custom plan for each check costs some microseconds
 * more. The timeouts limit how long an SOS that waits for a lock or a dead connection delays the others.
 */
const SOS_SETTINGS: pg.PoolConfig = {
  options: '-c plan_cache_mode=force_custom_plan',
  statement_timeout: 4000,
  query_timeout: 5000,
}

// bigint: sequence numbers and sizes stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// A list has a thousand timestamps. The parser of pg uses a regular expression, which caused a fifth of a list's garbage. The
// Date constructor requires a T in the middle and minutes in the offset, which PostgreSQL omits ('2026-11-22 07:00:00.12+00').
const parseTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
const WHOLE_HOURS = /[+-]\d\d$/
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text): Date => {
  const moment = new Date(`${text.slice(0, 10)}T${text.slice(11)}${WHOLE_HOURS.test(text) ? ':00' : ''}`)
  return Number.isNaN(moment.getTime()) ? parseTimestamp(text) : moment
})

export function openDatabases(url: string): Databases {
  const pools = { main: openPool(url), sos: openPool(url, SOS_CONNECTIONS, SOS_SETTINGS) }
  const [db, sosDb] = [queriesOf(pools.main), queriesOf(pools.sos)]
  return {
    db,
    sosDb,
    url,
    usage: () =>
      Object.entries(pools).map(([pool, { totalCount, idleCount, waitingCount }]) => ({
        pool,
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    close: () => Promise.all([db.destroy(), sosDb.destroy()]),
  }
}

export const openDb = (url: string, max?: number, settings?: pg.PoolConfig): Db => queriesOf(openPool(url, max, settings))

function openPool(url: string, max = CONNECTIONS, settings: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, keepAlive: true, connectionTimeoutMillis: CONNECT_WITHIN, ...settings })
  // The query of a broken connection fails, the pool drops the connection, and the next query opens another. The pool listens for
  // errors of idle connections only. An error between two statements of a transaction has no listener and would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const queriesOf = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool: withConnectionErrors(pool) }) })

/**
 * Marks a statement of a hot path as a named prepared statement, which is planned once for each connection, since planning costs
 * more than execution. Use it only for statements whose best plan does not depend on the parameters.
 */
export const prepared = (name: string) => sql.raw(`/* prepared ${name} */`)
const PREPARED = /^(?:select )?\/\* prepared (\w+) \*\//

/** No connection was available, so nothing was sent. */
export class ConnectionUnavailable extends Error {}
/** The connection broke during a statement. It is unknown whether the statement was executed. */
export class ConnectionLost extends Error {}

/** Rethrows an error of PostgreSQL (DatabaseError). Any other error is a connection error, which pg reports in a dozen forms. */
const rethrowAs = (Broken: typeof ConnectionUnavailable | typeof ConnectionLost) => (error: unknown) => {
  throw error instanceof pg.DatabaseError
    ? error
    : new Broken(error instanceof Error ? error.message : String(error), { cause: error })
}

/**
 * Runs a statement with the callback interface of pg. The promise that pg returns keeps the rows of earlier queries in memory,
 * which makes each garbage collection twenty times slower.
 */
export const queryByCallback = <Row extends pg.QueryResultRow = pg.QueryResultRow>(
  client: Pick<pg.ClientBase, 'query'>,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    client.query<Row>(statement, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  })

const withConnectionErrors = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect().catch(rethrowAs(ConnectionUnavailable))
    let isBroken = false
    const query = async (text: string, parameters: readonly unknown[]) => {
      const name = PREPARED.exec(text)?.[1]
      const statement = { text, values: [...parameters], ...(name !== undefined && { name }) }
      try {
        return await queryByCallback(client, statement)
      } catch (error) {
        isBroken ||= !(error instanceof pg.DatabaseError) || hasCode(error, DISCONNECTED)
        return rethrowAs(ConnectionLost)(error)
      }
    }
    return {
      query: query as never, // the other overload is for cursors, which are not used
      // PostgreSQL reports the end of a connection some milliseconds before it closes the connection. The pool must not reuse it.
      release: (destroy) => client.release(isBroken || destroy),
    }
  },
  end: () => pool.end(),
})

/** SQLSTATE: starting up or shutting down; too many connections; canceled by a timeout. */
const UNAVAILABLE = /^(57P03|53300|57014)$/
/** SQLSTATE: terminated by an administrator or a crash; connection exceptions. */
const DISCONNECTED = /^(57P0[12]|08\w{3})$/

const hasCode = (error: unknown, codes: RegExp): boolean => error instanceof pg.DatabaseError && codes.test(error.code ?? '')

/** Whether an error means that PostgreSQL is temporarily unavailable, not that the statement was wrong. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof ConnectionUnavailable || hasCode(error, UNAVAILABLE) || isOutcomeUnknown(error)

/** Whether a failed transaction may be committed: the connection broke before the reply arrived. */
export const isOutcomeUnknown = (error: unknown): boolean => error instanceof ConnectionLost || hasCode(error, DISCONNECTED)

const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'

/** Whether PostgreSQL could not write for lack of space. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, /^53100$/)

/** Whether a statement exceeded its timeout. */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, /^57014$/)

/** Repeats the work when PostgreSQL rolled it back because of a deadlock. */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
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

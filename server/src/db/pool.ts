import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './rows.ts'

export type Db = Kysely<DB>

/** Connections of one process. PostgreSQL's embedded cluster takes 60 in all. */
const CONNECTIONS = 20

// bigint: sequence numbers and sizes stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDb(url: string): Db {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, keepAlive: true })
  // A connection that breaks (PostgreSQL was killed) says so to its query and is dropped; the next query opens another.
  // The pool listens for idle ones alone: between two statements of a transaction nobody would, and the process would end.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** No connection came about, so nothing was sent: refused, starting, too many. */
const NEVER_CONNECTED = /^(ECONNREFUSED|ENOENT|57P03|53300)$/
const CONNECTION_LOST = /^(57P0[12]|08\w{3}|ECONNRESET|EPIPE|ETIMEDOUT)$/

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')
const isNeverConnected = (error: Error): boolean =>
  NEVER_CONNECTED.test(codeOf(error)) || error.message.includes('timeout exceeded when trying to connect')

/** Whether an error says that PostgreSQL is away for the moment, not that the query was wrong. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && (isNeverConnected(error) || isOutcomeUnknown(error))

/** Whether a change may be committed although it failed: the connection broke before the answer came. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Error &&
  !isNeverConnected(error) &&
  // A driver's refusal to use the broken connection hides what broke it.
  (CONNECTION_LOST.test(codeOf(error)) || /Connection terminated|is not queryable/.test(error.message))

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './rows.ts'

export type Db = Kysely<DB>

/** Connections of one process. PostgreSQL's embedded cluster takes 60 in all. */
const CONNECTIONS = 20

// bigint: sequence numbers and sizes stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDb(url: string): Db {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  // An idle connection that breaks (PostgreSQL was killed) is dropped by the pool; the next query opens another.
  pool.on('error', () => undefined)
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const LOST_CONNECTION = /^(57P0[123]|08\d{3})$/

/** Whether an error says that PostgreSQL is away for the moment, not that the query was wrong. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    LOST_CONNECTION.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

import type pg from 'pg'

/** A table and the columns that are copied. */
export interface TableColumns {
  readonly name: string
  readonly columns: readonly string[]
}

/** A sequence of an identity column: `last_value` and `is_called` of PostgreSQL. */
export interface SequenceState {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

/**
 * Tables that are not in a backup. Migrations fill the first one. The next two describe the journal by transaction ids,
 * which are meaningless in another cluster: without its epochs, every earlier cursor gets `complete: false`
 * (decisions/0052). The map archive with streets has gigabytes, and the operator has its file (decisions/0143).
 */
const EXCLUDED_TABLES = [
  'schema_migrations',
  'event_horizon',
  'journal_epochs',
  'street_archives',
  'street_extracts',
  'backup_runs',
]

/**
 * The journal has no transaction ids in a backup, and only the events that a consumer has not handled. They get the id
 * of the transaction that restores them.
 */
const EVENTS = 'events'
const TRANSACTION_ID = 'xid'
const UNHANDLED = `EXISTS (SELECT FROM journal_consumers WHERE NOT pg_visible_in_snapshot(${TRANSACTION_ID}, position::pg_snapshot))`

const quoted = (name: string): string => `"${name}"`
const listOf = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** Prepares a connection to copy tables. The text of dates and numbers must not depend on settings of the cluster. */
export async function prepareCopy(client: pg.Client): Promise<void> {
  await client.query(`SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
    SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET synchronize_seqscans = off`)
}

/** Whether the database has the tables of a server and no server migrates it. */
export async function isMigrated(client: pg.Client): Promise<boolean> {
  if (!(await hasSchema(client))) return false
  const { rows } = await client.query<{ is: boolean }>("SELECT pg_try_advisory_lock_shared(hashtext('noroshi:migrate')) AS is")
  return rows[0]?.is === true
}

/** Returns the tables of the server. Unlogged tables, such as presence, have nothing to keep. */
export async function tablesOf(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = current_schema()::regnamespace
       AND relname <> ALL ($1) AND NOT (relname = $2 AND attname = $3) GROUP BY relname ORDER BY relname`,
    [EXCLUDED_TABLES, EVENTS, TRANSACTION_ID],
  )
  return rows
}

/** Returns the statement that copies the rows of a table out of the database. */
export const copyOut = ({ name, columns }: TableColumns): string =>
  name === EVENTS
    ? `COPY (SELECT ${listOf(columns)} FROM ${quoted(name)} WHERE ${UNHANDLED} ORDER BY created_at, id) TO STDOUT`
    : `COPY ${quoted(name)} (${listOf(columns)}) TO STDOUT`

/** Returns the statement that copies all rows of a table out, in the order in which they were copied into it. */
export const copyAllOut = ({ name, columns }: TableColumns): string => `COPY ${quoted(name)} (${listOf(columns)}) TO STDOUT`

/** Returns the statement that copies rows into a table. */
export const copyIn = ({ name, columns }: TableColumns): string => `COPY ${quoted(name)} (${listOf(columns)}) FROM STDIN`

export async function sequencesOf(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relpersistence = 'p'
     AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  )
  const states: SequenceState[] = []
  for (const { name } of rows) states.push(await sequenceOf(client, name))
  return states
}

export async function sequenceOf(client: pg.Client, name: string): Promise<SequenceState> {
  const { rows } = await client.query<{ value: string; is_called: boolean }>(
    `SELECT last_value::text AS value, is_called FROM ${quoted(name)}`,
  )
  return { name, value: rows[0]?.value ?? '', isCalled: rows[0]?.is_called === true }
}

export async function setSequence(client: pg.Client, { name, value, isCalled }: SequenceState): Promise<void> {
  await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled])
}

/** Returns the applied migrations in order. Versions before checksums have no such column. */
export async function appliedMigrations(client: pg.Client): Promise<{ name: string; checksum: string | null }[]> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    `SELECT name, to_jsonb(schema_migrations) ->> 'checksum' AS checksum FROM schema_migrations ORDER BY name`,
  )
  return rows
}

/** Whether the database has the tables of a server. */
export async function hasSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`SELECT to_regclass('schema_migrations') IS NOT NULL AS has`)
  return rows[0]?.has === true
}

/** Whether a person has used the server: without a user and without an alert there is no other content. */
export async function isUsed(client: pg.Client): Promise<boolean> {
  for (const table of ['users', 'alerts']) {
    const { rows } = await client.query<{ has: boolean }>('SELECT to_regclass($1) IS NOT NULL AS has', [table])
    if (rows[0]?.has === true && (await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount !== 0) return true
  }
  return false
}

/** Waits until no server migrates the database, and keeps others from it until the transaction ends. */
export const lockMigrations = (client: pg.Client) => client.query("SELECT pg_advisory_xact_lock(hashtext('noroshi:migrate'))")

/** Returns the id of the current transaction. */
export async function transactionId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
  return rows[0]?.id ?? ''
}

/**
 * Returns the state of a recent transaction: 'in progress', 'committed' or 'aborted', which it is also after a crash.
 */
export async function transactionStatus(client: pg.Client, id: string): Promise<string | null> {
  const { rows } = await client.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [id])
  return rows[0]?.status ?? null
}

/** Returns the number of other connections to the database. */
export async function otherConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND COALESCE(backend_type, 'client backend') = 'client backend'`,
  )
  return rows[0]?.count ?? 0
}

/** Deletes the rows that migrations inserted. An append-only table refuses a DELETE, also an empty one. */
export async function emptyTable(client: pg.Client, name: string): Promise<void> {
  if ((await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`)).rowCount !== 0)
    await client.query(`DELETE FROM ${quoted(name)}`)
}

/**
 * Drops all foreign keys, so that tables can be filled in any order.
 * @returns a function that adds them again, which checks every row
 */
export async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace ORDER BY oid`,
  )
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
}

/**
 * Lets an empty table not survive a crash, so that filling it writes no log that other transactions would wait for. Deleted
 * rows leave no gaps, so that rows keep the order in which they are copied.
 */
export const makeUnlogged = (client: pg.Client, name: string) => client.query(`ALTER TABLE ${quoted(name)} SET UNLOGGED`)

/** Starts the journal with this transaction, whose id the restored events have. Consumers handle all of them. */
export async function startJournal(client: pg.Client): Promise<void> {
  await client.query('UPDATE event_horizon SET xid = pg_current_xact_id()')
  await client.query(`UPDATE journal_consumers SET position = xid || ':' || xid || ':' FROM pg_current_xact_id() AS xid`)
}

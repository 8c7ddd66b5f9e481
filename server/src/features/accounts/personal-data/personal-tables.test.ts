import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '#/testing/test-server.ts'
import { exportFiles } from './export-archive.ts'
import { allPersonalTables } from './personal-tables.ts'

interface ColumnRow {
  readonly table: string
  readonly column: string
  readonly type: string
  /** The table that the column refers to; null without a foreign key of this column alone. */
  readonly refers_to: string | null
}

/** Types whose values may be a person's words, or the id of a person. */
const WORDS = /^(?:text|jsonb?|bytea|uuid|ARRAY|name|character varying)$/

/** A column that may name a person or have their words. Ids of rows, and references to other rows than users, are none. */
const mayBePersonal = ({ column, type, refers_to }: ColumnRow): boolean =>
  refers_to === 'users' ||
  ['latitude', 'longitude'].includes(column) ||
  (WORDS.test(type) && refers_to === null && !(column === 'id' && type === 'uuid'))

test('each column with personal data is exported and deleted, or the list has the reason', async () => {
  await using noroshi = await startTestServer()
  const { rows } = await sql<ColumnRow>`
    SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type, r.refers_to
    FROM information_schema.columns c JOIN information_schema.tables USING (table_schema, table_name)
    LEFT JOIN LATERAL (
      SELECT k.confrelid::regclass::text AS refers_to FROM pg_constraint k
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
      WHERE k.contype = 'f' AND k.conrelid = format('%I', c.table_name)::regclass AND a.attname = c.column_name
      ORDER BY cardinality(k.conkey) LIMIT 1) r ON true
    WHERE c.table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, c.ordinal_position`.execute(noroshi.db)
  const tables = new Map(allPersonalTables)
  expect([...new Set(rows.map(({ table }) => table))].toSorted()).toEqual([...tables.keys()].toSorted())

  const problems: string[] = []
  for (const row of rows) {
    const table = tables.get(row.table)
    if (!table || !mayBePersonal(row) || table.impersonal?.includes(row.column)) continue
    const name = `${row.table}.${row.column}`
    const isExported = table.exports?.some(({ of, columns }) => [of, ...columns].includes(row.column)) ?? false
    if (!isExported && table.hidden?.[row.column] === undefined) problems.push(`${name} is in no export and has no reason`)
    const isRemoved =
      table.deletes !== undefined || table.clears?.includes(row.column) || table.blanks?.values[row.column] !== undefined
    if (!isRemoved && table.stays === undefined && table.elsewhere === undefined) problems.push(`${name} stays without a reason`)
  }
  expect(problems).toEqual([])
  expect(exportFiles).toEqual([...new Set(exportFiles)])
})

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PersonalTable } from './personal-table.ts'

type Exported = NonNullable<PersonalTable['exports']>[number]

/** Rows of one statement of an export. */
const BATCH = 1000

const camelCase = (column: string): string => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Yields the rows of a file of an export in batches. Their fields have the names of the columns in camel case. */
export async function* exportedRows(db: Db, table: string, exported: Exported, userId: string): AsyncGenerator<object[]> {
  const { by } = exported
  if (by === undefined) {
    yield await selectRows(db, table, exported, userId, sql`true`)
    return
  }
  // The ids are read once: each batch then needs the index of the primary key only.
  const { rows: ids } = await sql<{ id: string }>`
    SELECT ${sql.ref(by)} AS id FROM ${sql.table(table)} WHERE ${sql.ref(exported.of)} = ${userId} ORDER BY 1`.execute(db)
  for (let first = 0; first < ids.length; first += BATCH) {
    const batch = ids.slice(first, first + BATCH).map(({ id }) => id)
    yield await selectRows(db, table, exported, userId, sql`${sql.ref(`t.${by}`)} = ANY (${batch}::uuid[])`)
  }
}

async function selectRows(
  db: Db,
  table: string,
  { of, by, columns, extras = {} }: Exported,
  userId: string,
  condition: RawBuilder<unknown>,
): Promise<object[]> {
  const fields = [
    ...columns.map((column) => sql`${sql.ref(`t.${column}`)} AS ${sql.id(camelCase(column))}`),
    ...Object.entries(extras).map(([name, expression]) => sql`(${sql.raw(expression)}) AS ${sql.id(name)}`),
  ]
  const { rows } = await sql<object>`SELECT ${sql.join(fields)} FROM ${sql.table(table)} t
    WHERE ${sql.ref(`t.${of}`)} = ${userId} AND ${condition} ORDER BY ${by === undefined ? sql`1` : sql.ref(`t.${by}`)}`.execute(
    db,
  )
  return rows
}

export interface OwnFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly storage_key: string
  readonly parent_kind: string
  readonly parent_id: string
  readonly created_at: Date
}

/** Returns the files that a user uploaded, the earliest first. Of others, the server does not know who uploaded them. */
export async function ownFiles(db: Db, userId: string): Promise<OwnFile[]> {
  const id = sql`${userId}::uuid`
  const { rows } = await sql<OwnFile>`
    SELECT id, name, type, size, storage_key, parent_kind, parent_id, created_at FROM files WHERE id IN (
      SELECT avatar_file_id FROM users WHERE id = ${id}
      UNION ALL SELECT f.id FROM messages m JOIN files f ON f.parent_kind = 'message' AND f.parent_id = m.id WHERE m.sender_id = ${id}
      UNION ALL SELECT f.id FROM posts p JOIN files f ON f.parent_kind = 'post' AND f.parent_id = p.id WHERE p.created_by = ${id}
      UNION ALL SELECT image_file_id FROM comments WHERE user_id = ${id}
      UNION ALL SELECT file_id FROM alert_medias WHERE uploaded_by = ${id}
      UNION ALL SELECT f.id FROM person_states s JOIN files f ON f.parent_kind = 'personState' AND f.parent_id = s.id WHERE s.said_by = ${id}
      UNION ALL SELECT photo_file_id FROM missing_reports WHERE reporter_id = ${id}
      UNION ALL SELECT file_id FROM documents WHERE uploaded_by = ${id})
    ORDER BY id`.execute(db)
  return rows
}

interface Link {
  readonly userId: string
  readonly createdBy: string
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

/** Replaces the link to an export of a user. @returns false if an export of the user runs */
export async function writeLink(tx: Db, { userId, createdBy, tokenHash, expiresAt }: Link, now: Date): Promise<boolean> {
  const link = { token_hash: tokenHash, expires_at: expiresAt, created_by: createdBy }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account_exports')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...link, running_until: null })
        .where((row) =>
          row.or([row('account_exports.running_until', 'is', null), row('account_exports.running_until', '<', now)]),
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const isRunning = async (db: Db, userId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('account_exports')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('running_until', '>', now)
    .executeTakeFirst()) !== undefined

export async function countRunning(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM account_exports
    WHERE running_until > ${now}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Starts the export of a link, which is then used.
 * @returns its user; undefined for a used, old or unknown link, and for one whose creator may not export the data any more
 */
export async function startExport(db: Db, tokenHash: Buffer, now: Date, until: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('account_exports')
    .set({ token_hash: null, running_until: until })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where(sql<boolean>`EXISTS (SELECT FROM users u WHERE u.id = created_by AND u.is_active AND (u.is_admin OR u.id = user_id))`)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

export const extendExport = (db: Db, userId: string, until: Date) =>
  db
    .updateTable('account_exports')
    .set({ running_until: until })
    .where('user_id', '=', userId)
    .where('running_until', 'is not', null)
    .execute()

export const endExport = (db: Db, userId: string) =>
  db.deleteFrom('account_exports').where('user_id', '=', userId).where('token_hash', 'is', null).execute()

/** Deletes links that no one opened, and those of exports that a crash ended. */
export const deleteOldExports = (db: Db, now: Date) =>
  db
    .deleteFrom('account_exports')
    .where('expires_at', '<', now)
    .where((row) => row.or([row('running_until', 'is', null), row('running_until', '<', now)]))
    .execute()

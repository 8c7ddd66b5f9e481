import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface NewAuditRow {
  readonly id: string
  readonly actor_id: string | null
  readonly actor_name: string
  readonly ip: string
  readonly action: string
  readonly target_kind: string
  readonly target_id: string | null
  /** JSON text. */
  readonly details: string
}

export const insertAuditRow = (tx: Db, row: NewAuditRow) => tx.insertInto('audit_log').values(row).execute()

export interface AuditSearch {
  /** A part of the actor's name, IP address, action, target or details. */
  readonly text?: string | undefined
  readonly action?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Id of the last entry of the page before. */
  readonly cursor?: string | undefined
}

/** Returns audit entries, newest first. Ids rise with time (db/ids.ts). */
export const auditRows = (db: Db, { text, action, from, to, cursor }: AuditSearch, limit: number) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .$if(text !== undefined, (query) =>
      query.where(
        sql<boolean>`strpos(searchable(concat_ws(' ', actor_name, ip, action, target_kind, target_id, details::text)), searchable(${text}::text)) > 0`,
      ),
    )
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? new Date()))
    .$if(to !== undefined, (query) => query.where('created_at', '<', to ?? new Date()))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function auditRowsById(db: Db, ids: readonly string[]): Promise<AuditRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .orderBy('id')
    .execute()
}

export type AuditRow = Awaited<ReturnType<typeof auditRows>>[number]

/** Counts the entries of before `before` that can be removed: those of the last 30 days cannot. */
export async function countOldAuditRows(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM audit_log WHERE created_at < LEAST(${before}, now() - interval '30 days')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Removes the oldest entries of before `before`. @returns their number */
export async function removeOldAuditRows(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT remove_audit_entries(${before}, ${limit}) AS count`.execute(db)
  return rows[0]?.count ?? 0
}

import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** A page of call ids, newest first, and the number of calls on all pages. */
export interface CallIdPage {
  readonly ids: readonly string[]
  readonly total: number
}

interface PageRow {
  readonly call_id: string | null
  readonly total: number
}

/** Returns a page of a query of call ids. A page behind the last one has the total too. */
async function pageOf(db: Db, found: ReturnType<typeof sql>, pageNumber: number, pageSize: number): Promise<CallIdPage> {
  const { rows } = await sql<PageRow>`
    WITH found AS (${found})
    SELECT page.call_id, counted.total FROM (SELECT count(*) AS total FROM found) AS counted
    LEFT JOIN (SELECT call_id FROM found ORDER BY call_id DESC LIMIT ${pageSize} OFFSET ${(pageNumber - 1) * pageSize}) AS page ON true
    ORDER BY page.call_id DESC`.execute(db)
  return { ids: rows.flatMap((row) => row.call_id ?? []), total: rows[0]?.total ?? 0 }
}

/** The group calls of a user. */
export const groupCallIds = (db: Db, userId: string, pageNumber: number, pageSize: number) =>
  pageOf(db, sql`SELECT call_id FROM call_people WHERE user_id = ${userId}::uuid AND other_id IS NULL`, pageNumber, pageSize)

/** The last personal call of a user with each other user. */
export const latestPersonalCallIds = (db: Db, userId: string, pageNumber: number, pageSize: number) =>
  pageOf(
    db,
    sql`SELECT DISTINCT ON (other_id) call_id FROM call_people WHERE user_id = ${userId}::uuid AND other_id IS NOT NULL
      ORDER BY other_id, call_id DESC`,
    pageNumber,
    pageSize,
  )

/** All personal calls of two users. */
export const personalCallIds = (db: Db, userId: string, otherId: string, pageNumber: number, pageSize: number) =>
  pageOf(
    db,
    sql`SELECT call_id FROM call_people WHERE user_id = ${userId}::uuid AND other_id = ${otherId}::uuid`,
    pageNumber,
    pageSize,
  )

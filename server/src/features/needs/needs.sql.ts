import { type Insertable, sql, type Updateable } from 'kysely'
import type { NeedKind, NeedSubject } from '@noroshi/contract/needs/needs.http'
import type { Db } from '#/db/pool.ts'
import type { Needs } from '#/db/rows.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'

export interface NeedRow {
  readonly id: string
  readonly kind: NeedKind
  readonly subject: NeedSubject
  readonly title: string
  readonly amount: string
  readonly note: string
  readonly is_urgent: boolean
  readonly place: { readonly id: string; readonly name: string } | null
  readonly whereabouts: string
  readonly owner: PersonRow
  readonly claimer: PersonRow | null
  readonly claimed_at: Date | null
  readonly done_at: Date | null
  readonly expires_at: Date
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

const selectNeeds = sql`
  SELECT n.id, n.kind, n.subject, n.title, n.amount, n.note, n.is_urgent, n.whereabouts, n.claimed_at, n.done_at, n.expires_at,
    n.version, n.created_at, n.updated_at, ${personJson('owner')} AS owner,
    CASE WHEN n.claimed_by IS NOT NULL THEN ${personJson('claimer')} END AS claimer,
    CASE WHEN p.deleted_at IS NULL AND p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS place
  FROM needs n JOIN users owner ON owner.id = n.owner_id LEFT JOIN users claimer ON claimer.id = n.claimed_by
    LEFT JOIN places p ON p.id = n.place_id`

/** Returns the entries that ended after `endedAfter` or hold, and the expired ones that a viewer is asked about. */
export async function needsFor(
  db: Db,
  viewer: { id: string; isAdmin: boolean },
  now: Date,
  endedAfter: Date,
): Promise<NeedRow[]> {
  const { rows } = await sql<NeedRow>`${selectNeeds}
    WHERE (n.done_at IS NULL OR n.done_at > ${endedAfter}::timestamptz)
      AND (n.expires_at > ${now}::timestamptz OR n.done_at IS NOT NULL OR n.owner_id = ${viewer.id}::uuid OR ${viewer.isAdmin})`.execute(
    db,
  )
  return rows
}

/** Returns an entry; undefined if there is none. */
export async function needById(db: Db, id: string): Promise<NeedRow | undefined> {
  return (await sql<NeedRow>`${selectNeeds} WHERE n.id = ${id}::uuid`.execute(db)).rows[0]
}

/** Locks an entry until the transaction ends, and returns it. */
export async function needForUpdate(tx: Db, id: string): Promise<NeedRow | undefined> {
  return (await sql<NeedRow>`${selectNeeds} WHERE n.id = ${id}::uuid FOR UPDATE OF n`.execute(tx)).rows[0]
}

interface Counts {
  /** Entries of the board: without expired ones, and with those that were done after a time. */
  readonly all: number
  /** Entries of a user that are not done. */
  readonly own: number
}

/** Locks the board against additions until the transaction ends, and counts its entries. */
export async function lockAndCountNeeds(tx: Db, ownerId: string, now: Date, endedAfter: Date): Promise<Counts> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('needs', 0))`.execute(tx)
  const { rows } = await sql<Counts>`
    SELECT count(*) FILTER (WHERE COALESCE(done_at > ${endedAfter}::timestamptz, expires_at > ${now}::timestamptz))::int AS all,
      count(*) FILTER (WHERE owner_id = ${ownerId}::uuid AND done_at IS NULL)::int AS own
    FROM needs`.execute(tx)
  return rows[0] ?? { all: 0, own: 0 }
}

/** Whether there is a place with this id that is not deleted. It stays until the transaction ends. */
export async function holdPlace(tx: Db, id: string): Promise<boolean> {
  const held = sql`SELECT FROM places WHERE id = ${id}::uuid AND deleted_at IS NULL FOR KEY SHARE`
  return (await held.execute(tx)).rows.length > 0
}

export const insertNeed = (tx: Db, need: Insertable<Needs>) => tx.insertInto('needs').values(need).execute()

/** Changes an entry and raises its version. */
export const updateNeed = (tx: Db, id: string, change: Updateable<Needs>) =>
  tx
    .updateTable('needs')
    .set(change)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const deleteNeed = (tx: Db, id: string) => tx.deleteFrom('needs').where('id', '=', id).execute()

/**
 * Marks and returns the oldest expired entries about which the owner was not asked since they expired. Another process leaves them
 * out.
 */
export async function markAsked(tx: Db, now: Date, limit: number): Promise<{ id: string; owner_id: string }[]> {
  const { rows } = await sql<{ id: string; owner_id: string }>`UPDATE needs n SET asked_at = ${now}::timestamptz
    FROM (SELECT id FROM needs WHERE expires_at <= ${now}::timestamptz AND done_at IS NULL AND (asked_at IS NULL OR asked_at < expires_at)
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) expired
    WHERE n.id = expired.id RETURNING n.id, n.owner_id`.execute(tx)
  return rows
}

/** Deletes the entries that ended or expired before a time. @returns their number */
export async function deleteEndedNeeds(tx: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM needs WHERE expires_at < ${before}::timestamptz AND (done_at IS NULL OR done_at < ${before}::timestamptz)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

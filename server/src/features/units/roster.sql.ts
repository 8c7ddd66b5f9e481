import { type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { SyncSelf, SyncUnits } from '#/db/rows.ts'
import type { Vector } from './segments.ts'

export type SelfRow = Selectable<SyncSelf>
export type UnitRow = Selectable<SyncUnits>

export const selfRow = (db: Db): Promise<SelfRow | undefined> => db.selectFrom('sync_self').selectAll().executeTakeFirst()

/** Inserts this server as a unit. Does nothing if it is one already. */
export const insertSelf = (tx: Db, unitId: string) =>
  tx
    .insertInto('sync_self')
    .values({ unit_id: unitId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const updateSelf = (tx: Db, columns: Partial<Pick<SelfRow, 'unit_id' | 'group_id' | 'founder_id'>>) =>
  tx.updateTable('sync_self').set(columns).execute()

/** Locks the row of this unit until the transaction ends. */
export const lockSelf = (tx: Db) => tx.selectFrom('sync_self').selectAll().forNoKeyUpdate().executeTakeFirst()

/** Whether this unit shares data: it is in a group that shares, whose founder was compared. */
export async function isSharing(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sync_self s JOIN lacs_groups g ON g.id = s.group_id AND g.share_data_among_units AND g.deleted_at IS NULL
    JOIN sync_units u ON u.unit_id = s.founder_id AND u.confirmed_at IS NOT NULL`.execute(db)
  return rows.length > 0
}

/** Returns the units of the group, by name. */
export const unitRows = (db: Db): Promise<UnitRow[]> =>
  db.selectFrom('sync_units').selectAll().orderBy('name').orderBy('unit_id').execute()

export const unitRow = (db: Db, unitId: string): Promise<UnitRow | undefined> =>
  db.selectFrom('sync_units').selectAll().where('unit_id', '=', unitId).executeTakeFirst()

export type NewUnit = Pick<
  UnitRow,
  'unit_id' | 'name' | 'is_cloud_unit' | 'urls' | 'paired_url' | 'version' | 'sign_key' | 'box_key' | 'digits'
> & {
  readonly confirmed_at: Date | null
}

/** Inserts a unit, or replaces what an administrator has not confirmed. @returns false if there is a confirmed one */
export async function insertUnit(tx: Db, { unit_id, ...columns }: NewUnit): Promise<boolean> {
  const inserted = await tx
    .insertInto('sync_units')
    .values({ unit_id, ...columns })
    .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(columns).where('sync_units.confirmed_at', 'is', null))
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export type UnitColumns = Partial<Omit<UnitRow, 'unit_id' | 'valid_until' | 'known' | 'known_at'>>

export const updateUnit = (tx: Db, unitId: string, columns: UnitColumns) =>
  tx.updateTable('sync_units').set(columns).where('unit_id', '=', unitId).execute()

export const revokeUnit = (tx: Db, unitId: string, validUntil: Vector) =>
  tx
    .updateTable('sync_units')
    .set({ valid_until: JSON.stringify(validUntil) })
    .where('unit_id', '=', unitId)
    .execute()

/**
 * Stores what a unit tells it has. A unit whose backup was restored has less than before.
 * @param at when it told
 * @returns false, and stores nothing, if it told something at the same time or later
 */
export async function saveKnown(db: Db, unitId: string, known: Vector, at: Date): Promise<boolean> {
  const updated = await db
    .updateTable('sync_units')
    .set({ known: JSON.stringify(known), known_at: at })
    .where('unit_id', '=', unitId)
    .where(({ eb, or }) => or([eb('known_at', 'is', null), eb('known_at', '<', at)]))
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export const confirmUnits = (tx: Db, unitIds: readonly string[], at: Date) =>
  tx
    .updateTable('sync_units')
    .set({ confirmed_at: at, digits: null })
    .where('unit_id', '=', sql<string>`ANY (${[...unitIds]}::uuid[])`)
    .where('confirmed_at', 'is', null)
    .execute()

export const deleteUnits = (tx: Db, unitIds: readonly string[]) =>
  tx
    .deleteFrom('sync_units')
    .where('unit_id', '=', sql<string>`ANY (${[...unitIds]}::uuid[])`)
    .execute()

export const insertCode = (tx: Db, id: string, proofKey: Buffer, expiresAt: Date) =>
  tx.insertInto('sync_codes').values({ id, proof_key: proofKey, expires_at: expiresAt }).execute()

/** Returns the keys of codes that are valid, and locks them. */
export const lockCodes = (tx: Db, now: Date) =>
  tx.selectFrom('sync_codes').select(['id', 'proof_key']).where('expires_at', '>', now).forUpdate().execute()

export const deleteCode = (tx: Db, id: string) => tx.deleteFrom('sync_codes').where('id', '=', id).execute()

export const deleteEndedCodes = (db: Db, now: Date) => db.deleteFrom('sync_codes').where('expires_at', '<=', now).execute()

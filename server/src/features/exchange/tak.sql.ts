import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { TakMarkers, TakServers } from '#/db/rows.ts'

/** Returns the connection with its secrets; undefined without one. */
export const takServerRow = (db: Db) => db.selectFrom('tak_servers').selectAll().executeTakeFirst()
export type TakServerRow = NonNullable<Awaited<ReturnType<typeof takServerRow>>>

/** Waits for other changes of the connection, which may not exist, until the transaction ends. */
export const lockTakServer = (tx: Db) => sql`SELECT pg_advisory_xact_lock(hashtextextended('tak server', 0))`.execute(tx)

export const insertTakServer = (tx: Db, row: Insertable<TakServers>) => tx.insertInto('tak_servers').values(row).execute()

/** Changes the setting of the connection, which begins again. */
export const changeTakServer = (tx: Db, id: string, change: Updateable<TakServers>) =>
  tx
    .updateTable('tak_servers')
    .set({ ...change, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute()

/** Deletes the connection with its markers and consents. */
export const deleteTakServer = (tx: Db) => tx.deleteFrom('tak_servers').returning(['id', 'recipient', 'host']).executeTakeFirst()

/** Stores facts about the connection that is made. */
export const recordTakState = (
  db: Db,
  id: string,
  state: Pick<Updateable<TakServers>, 'connected_at' | 'received_at' | 'problem' | 'problem_at' | 'certificate_ends_at'>,
) => db.updateTable('tak_servers').set(state).where('id', '=', id).execute()

/** Takes or keeps the connection for a process. @returns false while another process has it */
export async function holdTakServer(db: Db, id: string, holder: string, seconds: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE tak_servers SET holder = ${holder}::uuid, held_until = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE id = ${id}::uuid AND (holder IS NULL OR holder = ${holder}::uuid OR held_until < clock_timestamp()
      OR held_until > clock_timestamp() + make_interval(secs => ${2 * seconds})) -- the clock went back`.execute(db)
  return numAffectedRows > 0n
}

/** Leaves the connection to other processes. */
export const releaseTakServer = (db: Db, holder: string) =>
  db.updateTable('tak_servers').set({ holder: null, held_until: null }).where('holder', '=', holder).execute()

/** Returns the number of markers and of consents. */
export async function takCounts(db: Db): Promise<{ markers: number; consents: number }> {
  const { rows } = await sql<{ markers: number; consents: number }>`
    SELECT (SELECT count(*)::int FROM tak_markers) AS markers, (SELECT count(*)::int FROM tak_consents) AS consents`.execute(db)
  return rows[0] ?? { markers: 0, consents: 0 }
}

/** Returns the consents for a connection, ordered by user. */
export const consentRows = (db: Db, serverId: string, limit: number) =>
  db
    .selectFrom('tak_consents')
    .select(['user_id', 'uid'])
    .where('server_id', '=', serverId)
    .orderBy('user_id')
    .limit(limit)
    .execute()

export async function hasConsent(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('tak_consents').select('uid').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/** Stores a consent. A repeated one stays as it is. */
export const insertConsent = (
  tx: Db,
  consent: { readonly user_id: string; readonly server_id: string; readonly uid: string; readonly created_at: Date },
) =>
  tx
    .insertInto('tak_consents')
    .values(consent)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteConsent = (tx: Db, userId: string) => tx.deleteFrom('tak_consents').where('user_id', '=', userId).execute()

/** Deletes all consents, such as when locations of people leave no more. */
export const deleteConsents = (tx: Db) => tx.deleteFrom('tak_consents').execute()

/** Returns the markers whose time ended after `from`, newest first. */
export const markerRows = (db: Db, from: Date) =>
  db
    .selectFrom('tak_markers')
    .select(['id', 'name', 'latitude', 'longitude', 'is_exercise', 'at', 'stale_at'])
    .where('stale_at', '>', from)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
export type MarkerRow = Awaited<ReturnType<typeof markerRows>>[number]

/** Adds markers, or replaces them where the server has sent them before. */
export const upsertMarkers = (tx: Db, rows: readonly Insertable<TakMarkers>[]) =>
  tx
    .insertInto('tak_markers')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'uid']).doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        latitude: ref('excluded.latitude'),
        longitude: ref('excluded.longitude'),
        is_exercise: ref('excluded.is_exercise'),
        at: ref('excluded.at'),
        stale_at: ref('excluded.stale_at'),
        received_at: ref('excluded.received_at'),
      })),
    )
    .execute()

export const deleteMarkers = (tx: Db, uids: readonly string[]) =>
  tx
    .deleteFrom('tak_markers')
    .where('uid', 'in', [...uids])
    .execute()

/** Deletes the markers whose time ended before `from`. @returns whether there were some */
export async function deleteMarkersBefore(db: Db, from: Date): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('tak_markers').where('stale_at', '<=', from).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes all but the newest markers. */
export const deleteMarkersBeyond = (tx: Db, max: number) =>
  sql`DELETE FROM tak_markers WHERE id IN (SELECT id FROM tak_markers ORDER BY received_at DESC, id DESC OFFSET ${max})`.execute(
    tx,
  )

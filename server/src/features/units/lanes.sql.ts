import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Vector } from './segments.ts'

/** The applied end of a lane. */
export interface LaneRow {
  readonly lane: string
  readonly applied: number
  readonly hash: Buffer
  readonly forked_at: Date | null
}

export interface SegmentRow {
  readonly lane: string
  readonly first: number
  readonly last: number
  readonly header: string
  readonly body: Buffer
  readonly signature: Buffer
  readonly hash: Buffer
}

const LOCK = sql`hashtext('noroshi:units')`

/** Waits until no other process writes or applies segments, and prevents it until the transaction ends. */
export const lockLanes = (tx: Db) => sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)

/** As {@link lockLanes}, for a connection. A snapshot that is taken afterwards has all that the lock waited for. */
export const lockLanesOfConnection = (connection: Db) => sql`SELECT pg_advisory_lock(${LOCK})`.execute(connection)
export const unlockLanesOfConnection = (connection: Db) => sql`SELECT pg_advisory_unlock(${LOCK})`.execute(connection)

/** Makes the triggers note nothing in this transaction. */
export const beginApplying = (tx: Db) => sql`SELECT set_config('sync.applying', 'on', true)`.execute(tx)

/** The kinds that begin with all rows of a table, by the table. */
const KIND_OF_TABLE = new Map([
  ['feeds', 'feed'],
  ['pages', 'page'],
  ['alert_groups', 'alertGroup'],
  ['alerts', 'alert'],
])

/**
 * Enables or disables the triggers that note changes.
 * @returns the kinds of tables with triggers that were not so already
 */
export async function switchTriggers(tx: Db, isOn: boolean): Promise<string[]> {
  const { rows } = await sql<{ tab: string }>`SELECT DISTINCT tab FROM sync_switch_triggers(${isOn}) AS tab`.execute(tx)
  return rows.flatMap(({ tab }) => KIND_OF_TABLE.get(tab) ?? [])
}

/** As a savepoint, which an error of the work returns to. */
export async function inSavepoint<Result>(
  tx: Db,
  work: () => Promise<Result>,
  onError: (error: unknown) => Result,
): Promise<Result> {
  await sql`SAVEPOINT record`.execute(tx)
  try {
    const result = await work()
    await sql`RELEASE SAVEPOINT record`.execute(tx)
    return result
  } catch (error) {
    const result = onError(error)
    await sql`ROLLBACK TO SAVEPOINT record`.execute(tx)
    return result
  }
}

export const laneRows = (db: Db): Promise<LaneRow[]> => db.selectFrom('sync_lanes').selectAll().execute()

export const saveLane = (tx: Db, lane: string, applied: number, hash: Buffer) =>
  tx
    .insertInto('sync_lanes')
    .values({ lane, applied, hash })
    .onConflict((conflict) => conflict.column('lane').doUpdateSet({ applied, hash }))
    .execute()

export const markForked = (tx: Db, lane: string, hash: Buffer) =>
  tx
    .insertInto('sync_lanes')
    .values({ lane, applied: 0, hash, forked_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('lane').doUpdateSet({ forked_at: sql<Date>`now()` }))
    .execute()

/** Deletes and returns the references to changed rows. */
export const takeOutbox = (tx: Db) => tx.deleteFrom('sync_outbox').returning(['kind', 'key']).execute()

/** Whether there are references to changed rows that are in no segment yet. */
export async function hasNoted(db: Db): Promise<boolean> {
  return (await db.selectFrom('sync_outbox').select('id').limit(1).executeTakeFirst()) !== undefined
}

export const note = (tx: Db, kind: string, key: string) => tx.insertInto('sync_outbox').values({ kind, key }).execute()

/** Inserts a segment. @returns false if this unit has one for this number already */
export async function insertSegment(tx: Db, segment: SegmentRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('sync_segments')
    .values(segment)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Gives a segment the next position. Only the owner of the lock calls it, so that positions become visible in their order. */
export const placeSegment = (tx: Db, lane: string, first: number) =>
  sql`UPDATE sync_segments SET position = (SELECT COALESCE(max(position), 0) + 1 FROM sync_segments)
    WHERE lane = ${lane} AND first = ${first}`.execute(tx)

export const segmentHash = (db: Db, lane: string, first: number) =>
  db.selectFrom('sync_segments').select('hash').where('lane', '=', lane).where('first', '=', first).executeTakeFirst()

/** Whether segments of these lanes end with other hashes than these. @param heads lane, number and hash */
export async function differingLanes(db: Db, heads: Readonly<Record<string, readonly [number, string]>>): Promise<string[]> {
  const given = Object.entries(heads).map(([lane, [last, hash]]) => ({
    lane,
    last,
    hash: Buffer.from(hash, 'base64url').toString('hex'),
  }))
  const { rows } = await sql<{ lane: string }>`
    SELECT s.lane FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS h (lane text, last bigint, hash text)
    JOIN sync_segments s ON s.lane = h.lane AND s.last = h.last WHERE s.hash <> decode(h.hash, 'hex')`.execute(db)
  return rows.map(({ lane }) => lane)
}

/** Returns the next waiting segments of each lane, without their bodies. */
export async function waitingSegments(
  db: Db,
  limitOfLane: number,
): Promise<Pick<SegmentRow, 'lane' | 'first' | 'header' | 'hash'>[]> {
  const { rows } = await sql<SegmentRow>`
    SELECT lane, first, header, hash FROM (
      SELECT lane, first, header, hash, row_number() OVER (PARTITION BY lane ORDER BY first) AS nth
      FROM sync_segments WHERE position IS NULL) waiting
    WHERE nth <= ${limitOfLane} ORDER BY lane, first`.execute(db)
  return rows
}

export async function segmentBody(db: Db, lane: string, first: number): Promise<Buffer> {
  const query = db.selectFrom('sync_segments').select('body').where('lane', '=', lane).where('first', '=', first)
  return (await query.executeTakeFirstOrThrow()).body
}

/** Deletes waiting segments whose numbers are applied already, or that a revoked unit wrote later. */
export const deleteUnusable = (tx: Db) =>
  sql`DELETE FROM sync_segments s WHERE position IS NULL AND (
      EXISTS (SELECT FROM sync_lanes l WHERE l.lane = s.lane AND s.first <= l.applied)
      OR EXISTS (SELECT FROM sync_units u WHERE u.unit_id::text = split_part(s.lane, '.', 1) AND u.valid_until IS NOT NULL
        AND s.last > COALESCE((u.valid_until ->> s.lane)::bigint, 0)))`.execute(tx)

export const deleteWaiting = (tx: Db, lane: string, first: number) =>
  tx.deleteFrom('sync_segments').where('lane', '=', lane).where('first', '=', first).where('position', 'is', null).execute()

/** Returns the bytes of the waiting segments of each lane that has any. */
export async function waitingBytes(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ lane: string; bytes: number }>`
    SELECT lane, sum(octet_length(header) + octet_length(body)) AS bytes FROM sync_segments WHERE position IS NULL
    GROUP BY lane`.execute(db)
  return new Map(rows.map(({ lane, bytes }) => [lane, bytes]))
}

/** Returns the number of records that are stored and not applied. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT COALESCE(sum(last - first + 1), 0)::bigint AS count FROM sync_segments WHERE position IS NULL`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns segments after this vector, in an order in which they can be applied. Those that a revoked unit wrote later are missing. */
export async function segmentsAfter(db: Db, vector: Vector, limit: number): Promise<SegmentRow[]> {
  const { rows } = await sql<SegmentRow>`
    SELECT s.lane, s.first, s.last, s.header, s.body, s.signature, s.hash FROM sync_lanes l
    LEFT JOIN sync_units u ON u.unit_id::text = split_part(l.lane, '.', 1)
    CROSS JOIN LATERAL (
      SELECT * FROM sync_segments s WHERE s.lane = l.lane AND s.position IS NOT NULL
        AND (u.valid_until IS NULL OR s.last <= COALESCE((u.valid_until ->> l.lane)::bigint, 0))
        AND s.first > COALESCE((${JSON.stringify(vector)}::jsonb ->> l.lane)::bigint, 0)
      ORDER BY s.first LIMIT ${limit}) s
    ORDER BY s.position LIMIT ${limit}`.execute(db)
  return rows
}

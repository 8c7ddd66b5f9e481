import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AlertAnswer } from '@noroshi/contract/alerts/alerts.http'
import type { AlertKind, AlertSeverity, CloseReason, ResponderProgress } from '@noroshi/contract/alerts/handling'
import type { Db } from '#/db/pool.ts'
import type { AlertGroups, Alerts } from '#/db/rows.ts'
import { personById } from '../alerts.sql.ts'
import { BUILT_IN_GROUP } from '../groups/alert-groups-admin.sql.ts'
import { raisedForOf, type RaisedForColumns } from '../raise/raised-for.sql.ts'

type Stamped = Pick<Selectable<Alerts>, 'changed' | 'changed_by'>

/** Returns the alert groups of this unit that all units have, among these. The group 'Everyone' is of each unit. */
export const sharedGroups = (db: Db, ids: readonly string[]): Promise<Selectable<AlertGroups>[]> =>
  db
    .selectFrom('alert_groups')
    .selectAll()
    .where('id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('id', '<>', BUILT_IN_GROUP)
    .where('scope', '=', 'group')
    .where('home_unit', 'is', null)
    .orderBy('id')
    .execute()

export const storedGroup = (tx: Db, id: string): Promise<Selectable<AlertGroups> | undefined> =>
  tx.selectFrom('alert_groups').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Whether another group has this name. */
export async function isNameTaken(tx: Db, id: string, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM alert_groups WHERE deleted_at IS NULL AND id <> ${id}::uuid
    AND searchable(name) = searchable(${name})`.execute(tx)
  return rows.length > 0
}

/** Inserts a received group, or replaces the name of the stored one. Its other settings are of this unit. */
export const writeReceivedGroup = (tx: Db, { id, ...columns }: Insertable<AlertGroups>) =>
  tx
    .insertInto('alert_groups')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...columns, updated_at: sql`now()` }))
    .execute()

export interface SharedAlertRow extends Stamped {
  readonly id: string
  readonly raised_by: string | null
  readonly raised_for: RaisedForColumns | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
  readonly text_content: string
  readonly group_ids: readonly string[]
  readonly recipient_count: number
  readonly kind: AlertKind | null
  readonly severity: AlertSeverity | null
  readonly close_reason: CloseReason | null
  readonly close_note: string | null
  readonly resolved_by: string | null
  readonly resolved_at: Date | null
  readonly released_at: Date | null
  readonly created_at: Date
}

/** Returns the alerts of this unit that other units get, among these. Only their groups of all units are named. */
export async function sharedAlerts(db: Db, ids: readonly string[]): Promise<SharedAlertRow[]> {
  const { rows } = await sql<SharedAlertRow>`
    SELECT a.id, a.raised_by, ${raisedForOf(personById)} AS raised_for, a.latitude, a.longitude, a.accuracy, a.text_content,
      ARRAY(SELECT g.group_id::text FROM alert_audience g JOIN alert_groups s ON s.id = g.group_id AND s.scope = 'group'
        WHERE g.alert_id = a.id ORDER BY 1) AS group_ids,
      a.recipient_count, h.kind, h.severity, h.close_reason, h.close_note, a.resolved_by, a.resolved_at, a.released_at, a.created_at,
      a.changed, a.changed_by
    FROM alerts a LEFT JOIN alert_handling h ON h.alert_id = a.id
    WHERE a.id = ANY (${[...ids]}::uuid[]) AND a.scope = 'group' AND a.home_unit IS NULL AND NOT a.is_drill
    ORDER BY a.id`.execute(db)
  return rows
}

interface RemovedAlert extends Stamped {
  readonly key: string
}

/** Returns the alerts of this unit among these that it deleted. */
export const removedAlerts = (db: Db, ids: readonly string[]): Promise<RemovedAlert[]> =>
  db
    .selectFrom('sync_removed')
    .select(['key', 'changed', 'changed_by'])
    .where('kind', '=', 'alert')
    .where('changed_by', '=', (self) => self.selectFrom('sync_self').select('unit_id'))
    .where('key', '=', sql<string>`ANY (${[...ids]}::text[])`)
    .orderBy('key')
    .execute()

/**
 * Whether an alert was deleted, here alone or by a unit.
 * @param unitId by this unit: any unit can claim an alert that has not arrived, and must not keep that of another one away
 */
export const isRemoved = async (db: Db, id: string, unitId?: string): Promise<boolean> =>
  (await db
    .selectFrom('sync_removed')
    .select('key')
    .where('kind', 'in', ['alert', 'alertHere'])
    .where('key', '=', id)
    .where((row) =>
      row.or([row('kind', '=', 'alertHere'), unitId === undefined ? row('kind', '=', 'alert') : row('changed_by', '=', unitId)]),
    )
    .executeTakeFirst()) !== undefined

export const saveRemoval = (tx: Db, id: string, { changed, changed_by }: Stamped) =>
  tx
    .insertInto('sync_removed')
    .values({ kind: 'alert', key: id, changed, changed_by })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ changed, changed_by }))
    .execute()

/** Notes all alerts of this unit that other units get. */
export const noteSharedAlerts = (tx: Db) =>
  sql`
  WITH authors AS (SELECT sync_note_author(person) FROM (
    SELECT raised_by AS person FROM alerts WHERE scope = 'group' AND home_unit IS NULL
    UNION SELECT resolved_by FROM alerts WHERE scope = 'group' AND home_unit IS NULL
    UNION SELECT l.user_id FROM alert_ledger l JOIN alerts a ON a.id = l.alert_id AND a.scope = 'group'
      JOIN users u ON u.id = l.user_id AND u.home_unit IS NULL) people)
  INSERT INTO sync_outbox (kind, key)
  SELECT 'alert', id::text FROM alerts WHERE scope = 'group' AND home_unit IS NULL AND (SELECT count(*) FROM authors) >= 0
  UNION ALL SELECT 'alert', key FROM sync_removed WHERE kind = 'alert' AND changed_by = (SELECT unit_id FROM sync_self)
  UNION ALL SELECT 'alertReach', id::text FROM alerts WHERE scope = 'group' AND home_unit IS NOT NULL
  UNION ALL SELECT 'alertAnswer', l.alert_id || '|' || l.user_id FROM alert_ledger l
    JOIN alerts a ON a.id = l.alert_id AND a.scope = 'group' JOIN users u ON u.id = l.user_id AND u.home_unit IS NULL`.execute(tx)

/** Notes all groups of this unit that all units have. */
export const noteSharedGroups = (tx: Db) =>
  sql`
  INSERT INTO sync_outbox (kind, key)
  SELECT 'alertGroup', id::text FROM alert_groups
  WHERE scope = 'group' AND home_unit IS NULL AND id <> ${BUILT_IN_GROUP}::uuid`.execute(tx)

export const storedAlert = (tx: Db, id: string): Promise<Selectable<Alerts> | undefined> =>
  tx.selectFrom('alerts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Returns the groups among these that all units have and that exist here, and the number of their active members. */
export async function audienceHere(tx: Db, groupIds: readonly string[]): Promise<{ group_ids: string[]; count: number }> {
  const { rows } = await sql<{ group_ids: string[]; count: number }>`
    WITH reached AS (SELECT id FROM alert_groups WHERE id = ANY (${[...groupIds]}::uuid[]) AND scope = 'group' AND deleted_at IS NULL)
    SELECT ARRAY(SELECT id::text FROM reached) AS group_ids, (
      SELECT count(DISTINCT m.user_id) FROM alert_group_members m JOIN users u ON u.id = m.user_id AND u.is_active
      WHERE m.group_id IN (SELECT id FROM reached)) AS count`.execute(tx)
  return rows[0] ?? { group_ids: [], count: 0 }
}

/** Inserts a received alert with its thread and its audience at this unit. */
export async function insertReceivedAlert(tx: Db, alert: Insertable<Alerts>, groupIds: readonly string[]): Promise<void> {
  await tx.insertInto('threads').values({ id: alert.thread_id, kind: 'alert' }).execute()
  await tx.insertInto('alerts').values(alert).execute()
  if (groupIds.length === 0) return
  await tx
    .insertInto('alert_audience')
    .values(groupIds.map((group_id) => ({ alert_id: alert.id, group_id })))
    .execute()
}

/** Changes an alert as it was received, with a higher version. */
export const updateReceivedAlert = (tx: Db, id: string, columns: Updateable<Alerts>) =>
  tx
    .updateTable('alerts')
    .set({ ...columns, version: sql`version + 1`, emitted_version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** Returns how many milliseconds the clock of a unit is ahead of this one, as the last link showed; 0 if it is not known. */
export async function clockOffset(tx: Db, unitId: string): Promise<number> {
  const row = await tx.selectFrom('sync_units').select('clock_offset_ms').where('unit_id', '=', unitId).executeTakeFirst()
  return row?.clock_offset_ms ?? 0
}

/** Returns the received alerts among these with the number of their recipients at this unit. */
export const receivedCounts = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('alerts')
    .select(['id', 'recipient_count'])
    .where('id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('scope', '=', 'group')
    .where('home_unit', 'is not', null)
    .orderBy('id')
    .execute()

/** Stores how many people of a unit an alert reaches. */
export const saveRecipients = (tx: Db, id: string, unitId: string, count: number) =>
  sql`UPDATE alerts SET unit_recipients = unit_recipients || jsonb_build_object(${unitId}::text, ${count}::int),
      ledger_version = ledger_version + 1
    WHERE id = ${id}::uuid AND (unit_recipients ->> ${unitId})::int IS DISTINCT FROM ${count}::int`.execute(tx)

export interface SharedAnswer {
  readonly alert_id: string
  readonly user_id: string
  readonly delivered_at: Date | null
  readonly seen_at: Date | null
  readonly answer: AlertAnswer | null
  readonly answered_at: Date | null
  readonly progress: ResponderProgress | null
  readonly progress_at: Date | null
}

/** Returns the rows of people of this unit in the ledgers of shared alerts. @param keys alert and user, with `|` between them */
export async function sharedAnswers(db: Db, keys: readonly string[]): Promise<SharedAnswer[]> {
  const { rows } = await sql<SharedAnswer>`
    SELECT l.alert_id, l.user_id, l.delivered_at, l.seen_at, l.answer, l.answered_at, l.progress, l.progress_at
    FROM unnest(${[...keys]}::text[]) AS k (key)
    JOIN alert_ledger l ON l.alert_id = split_part(k.key, '|', 1)::uuid AND l.user_id = split_part(k.key, '|', 2)::uuid
    JOIN alerts a ON a.id = l.alert_id AND a.scope = 'group'
    JOIN users u ON u.id = l.user_id AND u.home_unit IS NULL
    ORDER BY l.alert_id, l.user_id`.execute(db)
  return rows
}

/** Joins a row of the ledger: the earliest delivery and sight, the latest answer and progress. */
export const joinAnswer = (tx: Db, row: SharedAnswer) => {
  const isLater = sql`COALESCE(EXCLUDED.answered_at > l.answered_at, l.answered_at IS NULL)`
  const isFurther = sql`COALESCE(EXCLUDED.progress_at > l.progress_at, l.progress_at IS NULL)`
  return sql`
    INSERT INTO alert_ledger AS l (alert_id, user_id, delivered_at, seen_at, answer, answered_at, progress, progress_at)
    VALUES (${row.alert_id}::uuid, ${row.user_id}::uuid, ${row.delivered_at}, ${row.seen_at}, ${row.answer}, ${row.answered_at},
      ${row.progress}, ${row.progress_at})
    ON CONFLICT (alert_id, user_id) DO UPDATE SET
      delivered_at = LEAST(l.delivered_at, EXCLUDED.delivered_at), seen_at = LEAST(l.seen_at, EXCLUDED.seen_at),
      answer = CASE WHEN ${isLater} THEN EXCLUDED.answer ELSE l.answer END, answered_at = GREATEST(l.answered_at, EXCLUDED.answered_at),
      progress = CASE WHEN ${isLater} OR ${isFurther} THEN EXCLUDED.progress ELSE l.progress END,
      progress_at = GREATEST(l.progress_at, EXCLUDED.progress_at), version = l.version + 1
    WHERE (LEAST(l.delivered_at, EXCLUDED.delivered_at), LEAST(l.seen_at, EXCLUDED.seen_at),
        GREATEST(l.answered_at, EXCLUDED.answered_at), GREATEST(l.progress_at, EXCLUDED.progress_at))
      IS DISTINCT FROM (l.delivered_at, l.seen_at, l.answered_at, l.progress_at)`.execute(tx)
}

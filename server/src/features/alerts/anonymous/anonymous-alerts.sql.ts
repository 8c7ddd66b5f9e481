import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Audience } from '../groups/alert-groups.service.ts'

/** Selects active anonymous alerts that were raised before `to`. */
export interface AlertSelection {
  readonly sourceId?: string | undefined
  readonly from?: Date | undefined
  readonly to: Date
  /** Only alerts with a higher id. */
  readonly afterId?: string | undefined
}

const isSelected = ({ sourceId, from, to, afterId }: AlertSelection) => sql<boolean>`
  raised_by IS NULL AND home_unit IS NULL AND resolved_at IS NULL AND created_at < ${to}
  AND (${sourceId ?? null}::uuid IS NULL OR source = ${sourceId ?? null}::uuid)
  AND (${afterId ?? null}::uuid IS NULL OR id > ${afterId ?? null}::uuid)
  AND (${from ?? null}::timestamptz IS NULL OR created_at >= ${from ?? null}::timestamptz)`

export async function countSelected(db: Db, selection: AlertSelection): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM alerts WHERE ${isSelected(selection)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks the oldest selected alerts. Alerts that another transaction resolves meanwhile are left out. */
export async function lockSelected(tx: Db, selection: AlertSelection, limit: number) {
  const { rows } = await sql<{ id: string; reaches_everyone: boolean; is_muted: boolean }>`
    SELECT id, reaches_everyone, is_muted FROM alerts WHERE ${isSelected(selection)}
    ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE`.execute(tx)
  return rows
}

/** Returns the ids of the groups that received one of these alerts. */
export async function groupsOfAlerts(tx: Db, alertIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    SELECT DISTINCT group_id FROM alert_audience WHERE alert_id = ANY (${[...alertIds]}::uuid[])`.execute(tx)
  return rows.map((row) => row.group_id)
}

/** Resolves alerts that the caller has locked. The caller emits an event for all of them. */
export const resolveAlerts = (tx: Db, alertIds: readonly string[], { by, at }: { readonly by: string; readonly at: Date }) =>
  sql`UPDATE alerts SET resolved_by = ${by}::uuid, resolved_at = ${at}, updated_at = now(),
      version = version + 1, emitted_version = version + 1
    WHERE id = ANY (${[...alertIds]}::uuid[])`.execute(tx)

/** Makes administrators the only readers of alerts that the caller has locked. */
export const muteAlerts = (tx: Db, alertIds: readonly string[]) =>
  sql`WITH audience AS (DELETE FROM alert_audience WHERE alert_id = ANY (${[...alertIds]}::uuid[]))
    UPDATE alerts SET is_muted = true, reaches_everyone = false WHERE id = ANY (${[...alertIds]}::uuid[])`.execute(tx)

export interface MutedAlertRow {
  readonly id: string
  readonly thread_id: string
  readonly created_at: Date
  readonly resolved_at: Date | null
  readonly text_content: string
  readonly source: string | null
}

/** Returns muted alerts, newest first. `before`: the id of the last alert of the page before. */
export const mutedAlertRows = (db: Db, before: string | undefined, limit: number): Promise<MutedAlertRow[]> =>
  db
    .selectFrom('alerts')
    .select(['id', 'thread_id', 'created_at', 'resolved_at', 'text_content', 'source'])
    .where('is_muted', '=', true)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/**
 * Gives a muted alert this audience and makes it active. Its alarm repeats as that of a new alert. If it was resolved,
 * the users who saw or answered it are alarmed again: only their deliveries stay. The caller has locked the row.
 */
export const releaseMuted = (tx: Db, id: string, { groupIds, reachesEveryone, recipientCount, isShared }: Audience, at: Date) =>
  sql`WITH audience AS (INSERT INTO alert_audience (alert_id, group_id) SELECT ${id}::uuid, unnest(${[...groupIds]}::uuid[])),
    ledger AS (UPDATE alert_ledger SET seen_at = NULL, answer = NULL, answered_at = NULL, answer_device = NULL,
        version = version + 1
      WHERE alert_id = ${id}::uuid AND EXISTS (SELECT FROM alerts WHERE id = ${id}::uuid AND resolved_at IS NOT NULL))
    UPDATE alerts SET is_muted = false, reaches_everyone = ${reachesEveryone}, recipient_count = ${recipientCount},
      scope = ${isShared ? 'group' : 'unit'},
      ledger_version = ledger_version + 1, resolved_at = NULL, resolved_by = NULL, released_at = ${at},
      is_outcome_recorded = false, repeat_step = 0, repeated_at = NULL, updated_at = now(), version = version + 1,
      emitted_version = version + 1
    WHERE id = ${id}::uuid`.execute(tx)

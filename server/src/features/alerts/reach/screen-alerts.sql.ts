import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { personById } from '../alerts.sql.ts'
import { raisedForOf, type RaisedForColumns } from '../raise/raised-for.sql.ts'

export interface ScreenAlertRow {
  readonly id: string
  readonly created_at: Date
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
  readonly text_content: string
  readonly raised_by: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly raised_for: RaisedForColumns | null
}

/**
 * SQL condition: siren screens of these groups show the alert `a`. No other code decides this. Drills, and alerts that came
 * late from another unit, are not shown. An
 * alert that reaches all users because its groups have no other member is shown by the screens of its groups only. An
 * alert without a group is shown by all screens.
 */
const isOnScreens = (
  groupIds: readonly string[],
) => sql<boolean>`(a.resolved_at IS NULL AND NOT a.is_late AND NOT a.is_muted AND NOT a.is_drill AND (
    EXISTS (SELECT FROM alert_audience g WHERE g.alert_id = a.id AND g.group_id = ANY (${[...groupIds]}::uuid[]))
    OR (a.reaches_everyone AND NOT EXISTS (SELECT FROM alert_audience g WHERE g.alert_id = a.id))))`

/**
 * Returns the newest alerts that siren screens of these groups show, newest first, and their total number. If there are
 * more than `limit`, alerts with a raiser are preferred to anonymous ones, so that a flood hides no SOS of a user.
 */
export async function screenAlertRows(
  db: Db,
  groupIds: readonly string[],
  limit: number,
): Promise<{ rows: ScreenAlertRow[]; total: number }> {
  const { rows } = await sql<ScreenAlertRow & { total: number }>`
    SELECT a.id, a.created_at, a.latitude, a.longitude, a.accuracy, a.text_content, a.raised_by, u.first_name, u.last_name, a.total,
      ${raisedForOf(personById)} AS raised_for
    FROM (
      SELECT a.*, count(*) OVER () AS total FROM alerts a WHERE ${isOnScreens(groupIds)}
      ORDER BY a.raised_by IS NULL, a.id DESC LIMIT ${limit}) a
    LEFT JOIN users u ON u.id = a.raised_by ORDER BY a.id DESC`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Returns an alert if siren screens of these groups show it; undefined for any other alert. */
export async function screenAlertRow(db: Db, groupIds: readonly string[], id: string): Promise<ScreenAlertRow | undefined> {
  const { rows } = await sql<ScreenAlertRow>`
    SELECT a.id, a.created_at, a.latitude, a.longitude, a.accuracy, a.text_content, a.raised_by, u.first_name, u.last_name,
      ${raisedForOf(personById)} AS raised_for
    FROM alerts a LEFT JOIN users u ON u.id = a.raised_by
    WHERE a.id = ${id}::uuid AND ${isOnScreens(groupIds)}`.execute(db)
  return rows[0]
}

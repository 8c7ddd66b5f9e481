import type { SirenAlert } from '@noroshi/contract/siren/siren.http'
import type { Db } from '#/db/pool.ts'
import { fullNameOf } from '#/features/accounts/people/people.service.ts'
import { presentRaisedForName } from '../alerts.present.ts'
import { screenAlertRow, screenAlertRows, type ScreenAlertRow } from './screen-alerts.sql.ts'

/** Returns the active alerts that siren screens of these groups show, newest first, and their total number. */
export async function screenAlerts(
  db: Db,
  groupIds: readonly string[],
  limit: number,
): Promise<{ alerts: SirenAlert[]; total: number }> {
  const { rows, total } = await screenAlertRows(db, groupIds, limit)
  return { alerts: rows.map(presentScreenAlert), total }
}

/** Returns an alert that siren screens of these groups show; null for any other alert. */
export async function screenAlert(db: Db, groupIds: readonly string[], id: string): Promise<SirenAlert | null> {
  const row = await screenAlertRow(db, groupIds, id)
  return row === undefined ? null : presentScreenAlert(row)
}

const raiserOf = (firstName: string, lastName: string) => ({ firstName, lastName, fullName: fullNameOf(firstName, lastName) })

const presentScreenAlert = (row: ScreenAlertRow): SirenAlert => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: row.accuracy,
  textContent: row.text_content,
  raisedBy: row.raised_by === null ? null : raiserOf(row.first_name ?? '', row.last_name ?? ''),
  ...(row.raised_for && { raisedFor: presentRaisedForName(row.raised_for) }),
})

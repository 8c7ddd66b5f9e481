import type { Alert } from '@noroshi/contract/alerts/alerts.http'
import type { AlertHandling } from '@noroshi/contract/alerts/handling'
import type { Db } from '#/db/pool.ts'
import { presentAlert } from './alerts.present.ts'
import { alertById } from './alerts.sql.ts'
import { newestActiveIds, newestLocatedIds } from './exported-alerts.sql.ts'
import { presentHandling } from './handling/handling.present.ts'

/** An alert and its handling, for other systems. */
export interface ExportedAlert {
  readonly alert: Alert
  /** null: no decision yet. */
  readonly handling: AlertHandling | null
  /** The alert groups that it reaches. */
  readonly groupIds: readonly string[]
}

export { newestActiveIds, newestLocatedIds }

/** Returns an alert as it is now; undefined if it was deleted. */
export async function exportedAlert(db: Db, id: string): Promise<ExportedAlert | undefined> {
  const row = await alertById(db, id, null)
  return row && { alert: presentAlert(row), handling: row.handling && presentHandling(row.handling), groupIds: row.group_ids }
}

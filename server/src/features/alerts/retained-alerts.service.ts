import type { Pace } from '#/db/pace.ts'
import type { Deps } from '#/deps.ts'
import { discardReceived } from '#/features/files/files.service.ts'
import { deleteAlertWithin } from './alert-deletion.service.ts'
import { alertForUpdate } from './alerts.sql.ts'
import { deleteRemovedAlerts, idsResolvedBefore, insertRemovedAlert } from './retained-alerts.sql.ts'

export { countResolvedBefore } from './retained-alerts.sql.ts'

/** Alerts of one run. */
const ALERTS_PER_RUN = 500
/** Days for which a repeated SOS is recognised after the removal of its alert. A device may be off for months. */
const RECOGNISED_DAYS = 365
const DAY_MS = 86_400_000

/**
 * Removes the alerts that were resolved before `before`, each with its chat and files in a transaction of its own. A failure of one
 * does not stop the others.
 */
export async function removeOldAlerts(deps: Deps, before: Date, pace: Pace): Promise<void> {
  const ids = await idsResolvedBefore(deps.db, before, ALERTS_PER_RUN)
  for (const id of ids) {
    if (!(await pace())) break
    await removeAlert(deps, id, before).catch(deps.logError)
  }
  if (ids.length > 0) await deps.anonymousBudget.refresh()
}

async function removeAlert(deps: Deps, id: string, before: Date): Promise<void> {
  const removed = await deps.transaction(async (tx) => {
    const row = await alertForUpdate(tx, id, null)
    // It may have been reopened or deleted meanwhile.
    if (!row || row.resolved_at === null || row.resolved_at >= before) return []
    const { client_id, thread_id, created_at } = row
    if (client_id !== null) await insertRemovedAlert(tx, { client_id, alert_id: id, thread_id, created_at }, deps.now())
    return deleteAlertWithin(tx, row)
  })
  await discardReceived(deps, removed)
}

/** Deletes the client ids of alerts that were removed a year ago. */
export const deleteOldRemovedAlerts = ({ db, now }: Deps) =>
  deleteRemovedAlerts(db, new Date(now().getTime() - RECOGNISED_DAYS * DAY_MS))

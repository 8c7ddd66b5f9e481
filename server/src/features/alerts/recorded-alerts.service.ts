import type { Alert } from '@noroshi/contract/alerts/alerts.http'
import type { Db } from '#/db/pool.ts'
import { presentAlert } from './alerts.present.ts'
import { alertById } from './alerts.sql.ts'
import { answersOf, decisionsById, uploadersOf } from './recorded-alerts.sql.ts'

// Reads the facts about an alert that its record needs and events lack.

export { answersOf, decisionsById, uploadersOf }

/** Returns an alert as it is now; undefined if it was deleted. */
export async function alertNow(db: Db, id: string): Promise<Alert | undefined> {
  const row = await alertById(db, id, null)
  return row && presentAlert(row)
}

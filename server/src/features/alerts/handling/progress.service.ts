import type { Tx } from '#/db/transaction.ts'
import { addDecisions } from './decisions.service.ts'
import { type NewProgress, setProgress } from './handling.sql.ts'

/** Stores how far a user is who responds, and adds it to the record of the locked alert. */
export async function reportProgress(tx: Tx, given: NewProgress): Promise<void> {
  if (!(await setProgress(tx, given))) return
  const { alertId, userId, progress, at } = given
  await addDecisions(tx, [{ alertId, by: userId, at, subject: 'progress', value: progress }])
}

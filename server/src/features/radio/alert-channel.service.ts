import type { Db } from '#/db/pool.ts'
import { loadAlertWithin } from '#/features/alerts/alerts.service.ts'
import { alertOfChannel } from '#/features/messaging/groups/alert-channels.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'

/**
 * Checks that a thread is no radio channel, or that of an active alert that the viewer may read.
 * @throws alert.notFound (404), alert.alreadyResolved (409)
 */
export async function assertChannelOpen(db: Db, viewer: SignedIn, threadId: string): Promise<void> {
  const alertId = await alertOfChannel(db, threadId)
  if (alertId === undefined) return
  const { row } = await loadAlertWithin(db, { viewer, tokenAlertId: null }, alertId)
  if (row.resolved_at !== null) throw new AppError('alert.alreadyResolved')
}

import type { z } from 'zod'
import type { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { MessagePageQuery } from '@noroshi/contract/messaging/messaging.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import {
  type AlertThread,
  type OpenAlertThread,
  pageOfMessages,
  type SendMessage,
} from '#/features/messaging/messaging.service.ts'
import type { Caller, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { roomsOfAlert } from '../alerts.rooms.ts'
import { loadAlert } from '../alerts.service.ts'
import { alertById, alertOfThread } from '../alerts.sql.ts'

/** Returns the thread of an alert for a user who writes to its chat. @throws alert.notFound (404); forbidden. */
async function threadToWrite(deps: Deps, viewer: SignedIn, alertId: string): Promise<AlertThread> {
  const { row, facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, alertId)
  authorize(viewer, 'alert:chat', facts)
  return { threadId: row.thread_id, alertId, rooms: roomsOfAlert(row) }
}

export const createOpenAlertThread =
  (deps: Deps): OpenAlertThread =>
  async (sender, threadId) => {
    const alert = await alertOfThread(deps.db, threadId)
    if (!alert) throw new AppError('alert.notFound')
    return threadToWrite(deps, sender, alert.id)
  }

/** Returns the rooms of all readers of the alert of this thread; none without one. */
export async function roomsOfThread(tx: Tx, threadId: string): Promise<string[]> {
  const alert = await alertOfThread(tx, threadId)
  const row = alert && (await alertById(tx, alert.id, null))
  return row ? roomsOfAlert(row) : []
}

type NewAlertMessage = z.output<typeof alertRoutes.sendMessage.body>

/** Sends a message without files to the chat of an alert. */
export async function sendAlertMessage(deps: Deps, send: SendMessage, viewer: SignedIn, message: NewAlertMessage) {
  const alert = await threadToWrite(deps, viewer, message.alertId)
  return send(viewer, { ...message, threadId: alert.threadId, messageType: 'alertChat' }, alert)
}

/** Returns a page of the chat of an alert. */
export async function listAlertMessages(deps: Deps, caller: Caller, id: string, page: z.output<typeof MessagePageQuery>) {
  const { row } = await loadAlert(deps, caller, id)
  return pageOfMessages(deps, row.thread_id, 'alertChat', page)
}

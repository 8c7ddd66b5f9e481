import type { callRoutes } from '@noroshi/contract/calls/calls.http'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { requestTo } from '../src/platform/connection/route-request.ts'
import type { NotificationData } from './notification-data.ts'
import { closeNotifications, showUnsent } from './notifications.ts'
import { pathOf } from './push-kinds.ts'
import { sendAnswer } from './send-answer.ts'
import { showAnswered } from './sent-answers.ts'
import { openPage } from './windows.ts'
import { requestAsUser } from './worker-request.ts'
import { readWorkerSession, type WorkerSession } from './stored-session.ts'

/**
 * Runs the action that the user chose on a notification. A click beside the buttons opens the page of its subject. The
 * notification of an answered alert or question stays until the outcome replaces it, because the browser may end the worker before.
 */
export async function handleNotificationClick({ notification, action }: NotificationEvent): Promise<void> {
  if (action !== 'respond' && action !== 'safe') notification.close()
  const { payload } = notification.data as NotificationData // `as`: only notifications.ts creates notifications
  const session = await readWorkerSession()
  if (session !== null && payload?.kind === 'alert' && action === 'respond') return respond(payload, session)
  if (session !== null && payload?.kind === 'rollCall' && action === 'safe') return respond(payload, session)
  if (session !== null && payload?.kind === 'call' && action === 'reject') return reject(payload, session)
  if (session !== null && payload?.kind === 'call' && action === 'accept') return accept(payload, session)
  notification.close()
  await openPage(pathOf(payload))
}

/** Answers an alert or a roll-call without a page, and shows whether the server has received the answer. */
async function respond(payload: PushPayload, session: WorkerSession): Promise<void> {
  const { language } = session
  const { status, ...unsent } = await sendAnswer(payload, session)
  if (status === null) return showUnsent(payload, unsent, language)
  if (status !== 401) return showAnswered(payload, status, language)
  await closeNotifications(payload.tag)
  await openPage(pathOf(payload)) // the session has ended
}

/** Rejects a call. A call that cannot be rejected ends by itself. */
async function reject({ id }: PushPayload, session: WorkerSession): Promise<void> {
  const path = '/call-sessions/:id/reject'
  await requestAsUser(session, requestTo<typeof callRoutes.reject>({ method: 'PUT', path, params: { id } }))
}

/**
 * Accepts a call and opens its page, which joins the call. If the call was not accepted, the page shows its buttons or
 * its outcome.
 */
async function accept(payload: PushPayload, session: WorkerSession): Promise<void> {
  const request = requestTo<typeof callRoutes.accept>({
    method: 'PUT',
    path: '/call-sessions/:id/accept',
    params: { id: payload.id },
    body: {},
  })
  await Promise.all([requestAsUser(session, request), openPage(pathOf(payload))])
}

import type { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { callRoutes } from '@noroshi/contract/calls/calls.http'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { requestTo } from '../src/platform/route-request.ts'
import type { NotificationData } from './notification-data.ts'
import { closeNotifications, pathOf, showOutcome } from './notifications.ts'
import { openPage } from './windows.ts'
import { requestAsUser } from './worker-request.ts'
import { readWorkerSession, type WorkerSession } from './worker-session.ts'

/**
 * Runs the action that the user chose on a notification. A click beside the buttons opens the page of its subject. The
 * notification of an answered alert stays until the outcome replaces it, because the browser may end the worker before.
 */
export async function handleNotificationClick({ notification, action }: NotificationEvent): Promise<void> {
  if (action !== 'respond') notification.close()
  const { payload } = notification.data as NotificationData // `as`: only notifications.ts creates notifications
  const session = await readWorkerSession()
  if (session !== null && payload?.kind === 'alert' && action === 'respond') return respond(payload, session)
  if (session !== null && payload?.kind === 'call' && action === 'reject') return reject(payload, session)
  if (session !== null && payload?.kind === 'call' && action === 'accept') return accept(payload, session)
  notification.close()
  await openPage(pathOf(payload))
}

/** Answers an alert without a page, and shows whether the server has received the answer. */
async function respond(payload: PushPayload, session: WorkerSession): Promise<void> {
  const { language } = session
  const request = requestTo<typeof alertRoutes.answer>({
    method: 'PUT',
    path: '/alerts/:id/answer',
    params: { id: payload.id },
    body: { answer: 'responding' },
  })
  const status = await requestAsUser(session, request)
  if (status === 200) return showOutcome(payload, 'push.responded', language)
  if (status === 401) {
    await closeNotifications(payload.tag)
    return openPage(pathOf(payload)) // the session has ended
  }
  if (status === null) return showOutcome(payload, 'push.notSent', language, true)
  // The alert is resolved (409), was deleted, or is no longer for this user.
  return showOutcome(payload, status === 409 ? 'push.alert.resolved' : 'push.alert.over', language)
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

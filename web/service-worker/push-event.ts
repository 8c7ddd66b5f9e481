import type { Language } from '@noroshi/contract/i18n'
import { parsePushPayload, type PushPayload } from '@noroshi/contract/push/push.payload'
import { listNotifications } from '../src/platform/push/shown-notifications.ts'
import { endPush } from './end-session.ts'
import {
  closeAlarms,
  closeNotifications,
  closeOutcome,
  repeatOutcome,
  showEvent,
  showGeneral,
  showOutcome,
} from './notifications.ts'
import type { ShownKind } from '../src/platform/push/push-kind.ts'
import { kindOf, pathOf, shownOf } from './push-kinds.ts'
import { isAnswered, visibleWindows } from './windows.ts'
import { requestAsUser } from './worker-request.ts'
import { loadWorkerSession, type WorkerSession } from './stored-session.ts'

declare const self: ServiceWorkerGlobalScope

/** Milliseconds for which a notification is shown that only the browser requires. */
const DEMANDED_MS = 4_000
/** Max milliseconds that a message waits for earlier ones with its tag. */
const ORDER_MS = 3_000

/** A notification of an event that this device shows its user. */
interface ShownEvent {
  readonly payload: PushPayload
  readonly session: WorkerSession
}

/** The last message of each tag that is being applied. */
const lastOf = new Map<string, Promise<unknown>>()

/**
 * Shows or closes the notification of a push message. Browsers require a notification while no window of the
 * application is visible.
 */
export async function handlePush(event: PushEvent): Promise<void> {
  const payload = parsePushPayload(event.data?.text() ?? '')
  const shown = await inOrder(payload?.tag ?? '', () => applyMessage(payload))
  if (shown !== null) await reportShown(shown)
}

/**
 * Applies the messages of one tag in the order of their arrival, so that the end of an alarm is not applied before its
 * start. An alarm waits for no other subject.
 */
async function inOrder<Result>(tag: string, apply: () => Promise<Result>): Promise<Result> {
  const timeout = new Promise((resolve) => setTimeout(resolve, ORDER_MS))
  const applied = Promise.race([lastOf.get(tag), timeout]).then(apply)
  const settled = applied.catch(() => undefined)
  lastOf.set(tag, settled)
  try {
    return await applied
  } finally {
    if (lastOf.get(tag) === settled) lastOf.delete(tag)
  }
}

/**
 * @param payload null: its format is of a newer server
 * @returns the notification that is reported to the server, or null
 */
async function applyMessage(payload: PushPayload | null): Promise<ShownEvent | null> {
  const session = await loadWorkerSession().catch(() => 'unknown' as const)
  // The session ended before the message arrived. Its content is not shown to the next user of the device.
  if (session === null) {
    await signedOut()
    return null
  }
  const known = session === 'unknown' ? null : session
  const language = known?.language ?? null
  const shown = payload && shownOf(payload)
  if (payload === null) await showGeneral('push.unknown', language)
  else if (shown) return show(payload, shown, known)
  else if (payload.kind === 'alertSeen') await closeSeen(payload, language)
  else await remove(payload, language)
  return null
}

async function signedOut(): Promise<void> {
  await endPush()
  await showGeneral('push.signedOut', null)
}

async function show(payload: PushPayload, shown: ShownKind, session: WorkerSession | null): Promise<ShownEvent | null> {
  const language = session?.language ?? null
  const windows = await visibleWindows()
  if (await isAnswered(windows, { type: 'shows', kind: shown.window, path: pathOf(payload) })) {
    await closeNotifications(payload.tag)
    await demanded(payload, language, windows.length > 0)
    return null
  }
  await showEvent(payload, shown, language)
  return session === null ? null : { payload, session }
}

/** Reports to the server that this device alarms its user: the alert is delivered, or the call rings. */
async function reportShown({ payload, session }: ShownEvent): Promise<void> {
  const report = shownOf(payload)?.report
  if (report) await requestAsUser(session, report(payload.id))
}

/**
 * Closes the notification of an ended event. The end of an alarm and a missed call replace it instead if no window is
 * visible.
 */
async function remove(payload: PushPayload, language: Language | null): Promise<void> {
  const hasVisibleWindow = (await visibleWindows()).length > 0
  const wasShown = (await closeNotifications(payload.tag)) > 0
  const isOutcome = kindOf(payload).isOutcome?.(payload) === true
  if (wasShown && isOutcome && !hasVisibleWindow) return showOutcome(payload, null, language)
  await demanded(payload, language, hasVisibleWindow)
}

/** Closes the alarm of a user who has seen the alert on a device. The outcome of an answer on this device stays. */
async function closeSeen(payload: PushPayload, language: Language | null): Promise<void> {
  const outcomes = await closeAlarms(payload.tag)
  if (outcomes.length === 0) await demanded(payload, language, (await visibleWindows()).length > 0)
  else if (await isApple()) for (const outcome of outcomes) await repeatOutcome(outcome)
}

/** Shows a notification for {@link DEMANDED_MS} if the browser requires one for a message that needs none. */
async function demanded(payload: PushPayload, language: Language | null, hasVisibleWindow: boolean): Promise<void> {
  if (!(await isDemanded(hasVisibleWindow))) return
  await showOutcome(payload, payload.body === '' ? 'push.messages.read' : null, language)
  setTimeout(() => void closeOutcome(payload), DEMANDED_MS)
}

/**
 * Returns whether the browser requires a notification: Apple's browsers for each message, others while no notification
 * is shown and no window is visible.
 */
async function isDemanded(hasVisibleWindow: boolean): Promise<boolean> {
  if (await isApple()) return true
  return !hasVisibleWindow && (await listNotifications(self.registration)).length === 0
}

async function isApple(): Promise<boolean> {
  const subscription = await self.registration.pushManager.getSubscription()
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com')
}

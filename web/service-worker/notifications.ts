import { formatText, type Language, preferredOf } from '@noroshi/contract/i18n'
import type { PushText } from '@noroshi/contract/push/push.messages'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import texts from 'virtual:texts-push'
import { listNotifications, showNotification } from '../src/platform/push/shown-notifications.ts'
import type { NotificationData } from './notification-data.ts'
import type { NotificationAction, ShownKind } from '../src/platform/push/push-kind.ts'

declare const self: ServiceWorkerGlobalScope
/** Data URLs, which the build inserts. An alarm does not wait for the download of its icons. */
declare const NOTIFICATION_ICONS: { readonly icon: string; readonly badge: string }

/** The options of a notification, with the fields that TypeScript does not declare. */
interface ShownOptions extends NotificationOptions {
  readonly tag: string
  /** Whether it alarms again if a notification with the tag is already shown. */
  readonly renotify?: boolean
  readonly vibrate?: readonly number[]
  readonly actions?: readonly { readonly action: NotificationAction; readonly title: string }[]
  readonly data: NotificationData
}

const ACTION_TEXTS = {
  respond: 'push.respond',
  safe: 'push.rollCall.safe',
  open: 'push.open',
  accept: 'push.accept',
  reject: 'push.reject',
} as const satisfies Record<NotificationAction, PushText>

const GENERAL_TAG = 'general'

/**
 * Returns a text of notifications. `language`: the language of the session; null: without a session, the browser's
 * language is used.
 */
function textOf(key: PushText, language: Language | null): string {
  const shown = language ?? preferredOf([self.navigator.language])
  return formatText(shown, texts[shown][key])
}

const show = (title: string, options: ShownOptions) =>
  showNotification(self.registration, title, { ...NOTIFICATION_ICONS, ...options })

/** Shows the notification of an event with its actions. */
export function showEvent(
  payload: PushPayload,
  { actions, vibration, renotifies }: ShownKind,
  language: Language | null,
): Promise<void> {
  const { tag, title, body } = payload
  return show(title, {
    body,
    tag,
    data: { payload, isOutcome: false, entryId: null },
    renotify: renotifies && tag !== '',
    ...(vibration && { vibrate: vibration, requireInteraction: true }),
    actions: actions.map((action) => ({ action, title: textOf(ACTION_TEXTS[action], language) })),
  })
}

/**
 * Replaces a notification silently.
 * @param text null: the body of the payload
 */
export function showOutcome(payload: PushPayload, text: PushText | null, language: Language | null): Promise<void> {
  const body = text === null ? payload.body : textOf(text, language)
  const { tag, title } = payload
  return show(title, { body, tag, data: { payload, isOutcome: true, entryId: null }, silent: true })
}

/** An answer that was not sent. */
interface UnsentAnswer {
  readonly entryId: string | null
  /** Whether the browser sends it when the network is back. */
  readonly isAutomatic: boolean
}

/** Shows that the answer of the user was not sent. The button that answers remains. */
export function showUnsent(payload: PushPayload, { entryId, isAutomatic }: UnsentAnswer, language: Language): Promise<void> {
  const isRollCall = payload.kind === 'rollCall'
  const waiting = isRollCall ? 'push.rollCall.willBeSent' : 'push.willBeSent'
  const body = textOf(isAutomatic ? waiting : 'push.notSent', language)
  const action = isRollCall ? 'safe' : 'respond'
  const actions = [{ action, title: textOf(ACTION_TEXTS[action], language) }] as const
  const data = { payload, isOutcome: true, entryId }
  return show(payload.title, { body, tag: payload.tag, data, silent: true, actions, requireInteraction: true })
}

/** Returns the notifications of answers that wait in the outbox. */
export async function unsentAnswers(): Promise<readonly { readonly payload: PushPayload; readonly entryId: string }[]> {
  // `as`: only this file creates notifications.
  const shown = (await listNotifications(self.registration)).map(({ data }) => data as NotificationData)
  return shown.flatMap(({ payload, entryId }) => (payload !== null && entryId ? [{ payload, entryId }] : []))
}

/** Shows a notification without a subject. */
export const showGeneral = (text: PushText, language: Language | null): Promise<void> =>
  show('Noroshi', { body: textOf(text, language), tag: GENERAL_TAG, data: { payload: null, isOutcome: false, entryId: null } })

/** Closes the notifications with a tag. @returns their number */
export async function closeNotifications(tag: string): Promise<number> {
  const shown = await listNotifications(self.registration, tag)
  for (const notification of shown) notification.close()
  return shown.length
}

/** Closes the notification that `showOutcome` has shown for this payload. A newer one with its tag stays. */
export async function closeOutcome(payload: PushPayload): Promise<void> {
  for (const notification of await listNotifications(self.registration, payload.tag)) {
    const { isOutcome, payload: shown } = notification.data as NotificationData // `as`: only this file creates them
    if (isOutcome && JSON.stringify(shown) === JSON.stringify(payload)) notification.close()
  }
}

/** Closes the notification of an answer that is in the outbox. A new alarm with this tag stays. */
export async function closeUnsent(tag: string, id: string): Promise<void> {
  for (const notification of await listNotifications(self.registration, tag)) {
    const { entryId } = notification.data as NotificationData // `as`: `show` has written it
    if (entryId === id) notification.close()
  }
}

/**
 * Closes the alarms with a tag. The outcome of an answer stays.
 * @returns the outcomes that stay
 */
export async function closeAlarms(tag: string): Promise<readonly Notification[]> {
  const shown = await listNotifications(self.registration, tag)
  const isOutcome = ({ data }: Notification) => (data as NotificationData).isOutcome // `as`: only this file creates them
  for (const notification of shown) if (!isOutcome(notification)) notification.close()
  return shown.filter(isOutcome)
}

/** Shows an outcome again, for a browser that requires a notification for each message. */
export const repeatOutcome = ({ title, body, tag, data }: Notification): Promise<void> =>
  show(title, { body, tag, data: data as NotificationData, silent: true }) // `as`: only this file creates them

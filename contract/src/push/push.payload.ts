// The payload that a service worker receives. It has no zod, so that the worker stays small.

interface Notification {
  /** A later notification with the same tag replaces this one. */
  readonly tag: string
  /** In the language of the user. */
  readonly title: string
  /** In the language of the user. '' without a text. */
  readonly body: string
}

/** An active alert, or its end: the device then shows the text in the place of the alarm, or closes it. */
interface AlertNotification extends Notification {
  readonly kind: 'alert' | 'alertResolved'
  /** The alert. */
  readonly id: string
  /** null: the alert was deleted, or the user may not read it any more. */
  readonly messageThreadId: string | null
}

/** A call that rings, or its end: the device then shows the text in the place of the call, or closes it. */
interface CallNotification extends Notification {
  readonly kind: 'call' | 'callEnded'
  /** The session of the user in the call. */
  readonly id: string
  readonly callId: string
  readonly isGroupCall: boolean
  /** It ended because the user did not answer. */
  readonly isMissed: boolean
}

/** Unread messages of a thread, or that the user has read them elsewhere: the device then closes the notification. */
interface MessagesNotification extends Notification {
  readonly kind: 'messages' | 'messagesRead'
  /** The thread. */
  readonly id: string
  /** Unread messages of the thread, at most UNREAD_MAX. */
  readonly count: number
}

/** The content of a push message. It has no location and no text of a user. */
export type PushPayload = AlertNotification | CallNotification | MessagesNotification

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const hasTexts = (value: Fields, names: readonly string[]) => names.every((name) => typeof value[name] === 'string')

const isCall = (value: Fields) =>
  hasTexts(value, ['callId']) && typeof value['isGroupCall'] === 'boolean' && typeof value['isMissed'] === 'boolean'

const hasFieldsOfKind: { readonly [Kind in PushPayload['kind']]: (value: Fields) => boolean } = {
  alert: (value) => hasTexts(value, ['messageThreadId']),
  alertResolved: (value) => value['messageThreadId'] === null || hasTexts(value, ['messageThreadId']),
  call: isCall,
  callEnded: isCall,
  messages: (value) => typeof value['count'] === 'number',
  messagesRead: (value) => typeof value['count'] === 'number',
}
const isKind = (kind: unknown): kind is PushPayload['kind'] => typeof kind === 'string' && Object.hasOwn(hasFieldsOfKind, kind)

/** Returns the payload of a push message; null for another text, such as that of a newer server. */
export function parsePushPayload(text: string): PushPayload | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isFields(value) || !isKind(value['kind']) || !hasTexts(value, ['id', 'tag', 'title', 'body'])) return null
    return hasFieldsOfKind[value['kind']](value) ? (value as unknown as PushPayload) : null // its fields were checked
  } catch {
    return null
  }
}

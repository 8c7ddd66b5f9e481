// The payload of a push message. This module does not import zod, so that the service worker stays small.

interface Notification {
  /** A later notification with the same tag replaces this one. */
  readonly tag: string
  /** Title in the language of the user. */
  readonly title: string
  /** Body in the language of the user; '' for no body. */
  readonly body: string
}

/**
 * An active alert, an alert that the user has seen on a device, or the end of an alert. If it was seen, the device closes
 * the alarm. At the end, it replaces the alarm by this text or closes it.
 */
interface AlertNotification extends Notification {
  readonly kind: 'alert' | 'alertSeen' | 'alertResolved'
  /** Id of the alert. */
  readonly id: string
  /** null: the alert was deleted, or the user may no longer read it. */
  readonly messageThreadId: string | null
}

/** New messages in the chat of an alert. If they are read or the alert has ended, the device closes the notification. */
interface AlertChatNotification extends Notification {
  readonly kind: 'alertChat' | 'alertChatRead'
  /** Id of the alert. */
  readonly id: string
  /** null: the alert was deleted, or the user may no longer read it. */
  readonly messageThreadId: string | null
}

/** A reminder that an alert stands still, or its end, which closes it. */
interface AlertStalledNotification extends Notification {
  readonly kind: 'alertStalled' | 'alertStalledOver'
  /** Id of the alert. */
  readonly id: string
  /** null: the alert was deleted, or the user may no longer read it. */
  readonly messageThreadId: string | null
}

/** A call that rings, or the end of a call. At the end, the device replaces the call by this text or closes it. */
interface CallNotification extends Notification {
  readonly kind: 'call' | 'callEnded'
  /** Id of the user's session in the call. */
  readonly id: string
  readonly callId: string
  readonly isGroupCall: boolean
  /** The call ended because the user did not answer. */
  readonly isMissed: boolean
}

/** Unread messages of a thread. If the user has read them on another device, the device closes the notification. */
interface MessagesNotification extends Notification {
  readonly kind: 'messages' | 'messagesRead'
  /** Id of the thread. */
  readonly id: string
  /** Number of unread messages of the thread, at most UNREAD_MAX. */
  readonly count: number
}

/** A notice to an administrator about a check of the server, or its removal. */
interface HealthNotification extends Notification {
  readonly kind: 'health' | 'healthOver'
  /** The id of the notices about the check. */
  readonly id: string
}

/**
 * A roll-call that asks the user, or its end for this user: they answered, or it ended, which this text then says. The device
 * closes the question.
 */
interface RollCallNotification extends Notification {
  readonly kind: 'rollCall' | 'rollCallOver'
  /** The id of the roll-call. */
  readonly id: string
  /** It alarms as an alert does. */
  readonly isUrgent: boolean
  /** It is no emergency. The title says so too. */
  readonly isDrill: boolean
}

/** The content of a push message. It contains no location and no text that a user wrote. */
export type PushPayload =
  | AlertNotification
  | AlertChatNotification
  | AlertStalledNotification
  | CallNotification
  | MessagesNotification
  | HealthNotification
  | RollCallNotification

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const hasTexts = (value: Fields, names: readonly string[]) => names.every((name) => typeof value[name] === 'string')

const isCall = (value: Fields) =>
  hasTexts(value, ['callId']) && typeof value['isGroupCall'] === 'boolean' && typeof value['isMissed'] === 'boolean'

const isOfAlert = (value: Fields) => value['messageThreadId'] === null || hasTexts(value, ['messageThreadId'])

const isRollCall = (value: Fields) => typeof value['isUrgent'] === 'boolean' && typeof value['isDrill'] === 'boolean'

const hasFieldsOfKind: { readonly [Kind in PushPayload['kind']]: (value: Fields) => boolean } = {
  alert: (value) => hasTexts(value, ['messageThreadId']),
  alertSeen: isOfAlert,
  alertResolved: isOfAlert,
  alertChat: (value) => hasTexts(value, ['messageThreadId']),
  alertChatRead: isOfAlert,
  alertStalled: (value) => hasTexts(value, ['messageThreadId']),
  alertStalledOver: isOfAlert,
  call: isCall,
  callEnded: isCall,
  messages: (value) => typeof value['count'] === 'number',
  messagesRead: (value) => typeof value['count'] === 'number',
  health: () => true,
  healthOver: () => true,
  rollCall: isRollCall,
  rollCallOver: isRollCall,
}
/** All kinds of push messages. */
export const pushPayloadKinds: readonly string[] = Object.keys(hasFieldsOfKind)

const isKind = (kind: unknown): kind is PushPayload['kind'] => typeof kind === 'string' && Object.hasOwn(hasFieldsOfKind, kind)

/** Parses the text of a push message. Returns null for an unknown format, such as that of a newer server. */
export function parsePushPayload(text: string): PushPayload | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isFields(value) || !isKind(value['kind']) || !hasTexts(value, ['id', 'tag', 'title', 'body'])) return null
    return hasFieldsOfKind[value['kind']](value) ? (value as unknown as PushPayload) : null // its fields were checked
  } catch {
    return null
  }
}

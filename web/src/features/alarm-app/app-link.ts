/** The address of this server and the topic, which is a secret: the app needs both to subscribe. */
export interface AppSubscription {
  readonly origin: string
  readonly topic: string
}

const NAME = 'Noroshi'
/** Ids that the app gives to its subscriptions. */
const ID_MAX = 100_000_000
/** The names of the app's file format and of its WebSocket protocol. */
const MAGIC = 'ntfy2586'
const WEBSOCKET = 'ws'
/** Seconds without a connection after which the app warns its user. */
const WARN_AFTER = 600

/** Returns the link that makes the app subscribe without a question. */
export function appLink({ origin, topic }: AppSubscription): string {
  const { protocol, host } = new URL(origin)
  return `ntfy://${host}/${topic}?${protocol === 'http:' ? 'secure=false&' : ''}display=${NAME}`
}

/**
 * Whether a browser for Android may get its notifications by the app: those of Mozilla's engine that have no push service of
 * their own, such as Fennec and IronFox, ask it (UnifiedPush). They name themselves as Firefox does.
 */
export const mayPushByApp = (userAgent: string): boolean => /Android.*Firefox\//.test(userAgent)

interface SettingsFile extends AppSubscription {
  /** Whether browsers on the phone get their notifications by this server. */
  readonly isPushServer: boolean
}

/**
 * Returns the settings file that the app restores. It sets what a link cannot: a sound that repeats until it is stopped, a
 * notification channel of its own, the WebSocket, which saves battery, and the server for notifications of browsers.
 */
export function settingsFile({ origin, topic, isPushServer }: SettingsFile): Blob {
  const subscription = {
    id: Math.floor(Math.random() * ID_MAX) + 1,
    baseUrl: origin,
    topic,
    displayName: NAME,
    instant: true,
    dedicatedChannels: true,
    mutedUntil: 0,
    insistent: 1,
  }
  const content = {
    magic: MAGIC,
    version: 1,
    settings: {
      connectionProtocol: WEBSOCKET,
      connectionAlertSeconds: WARN_AFTER,
      ...(isPushServer && { defaultBaseUrl: origin }),
    },
    subscriptions: [subscription],
  }
  return new Blob([JSON.stringify(content)], { type: 'application/json' })
}

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
 * Returns the settings file that the app restores. It sets what a link cannot: a sound that repeats until it is stopped, a
 * notification channel of its own, and the WebSocket, which saves battery.
 */
export function settingsFile({ origin, topic }: AppSubscription): Blob {
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
    settings: { connectionProtocol: WEBSOCKET, connectionAlertSeconds: WARN_AFTER },
    subscriptions: [subscription],
  }
  return new Blob([JSON.stringify(content)], { type: 'application/json' })
}

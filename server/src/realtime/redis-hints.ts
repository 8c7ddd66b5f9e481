import { createShardedAdapter } from '@socket.io/redis-adapter'
import { createClient } from '@redis/client'
import type { Io } from './io.ts'

/** Max hints that wait for Redis. Further ones reach only the sockets of this process. */
const WAITING_MAX = 1000
/** Max milliseconds that a hint waits for Redis. */
const PUBLISH_TIMEOUT_MS = 1000
const CONNECT_TIMEOUT_MS = 3000
const RECONNECT_DELAY_MS = 1000

/**
 * Sends the hints of `emitHint` to the sockets of all processes through Redis. While Redis is unavailable, hints reach the sockets
 * of the same process, and everything else works as before. Each outage is logged once.
 * @returns a function that ends the connections
 */
export function shareHints(io: Io, url: string, warn: (text: string) => void): () => Promise<void> {
  const client = (isPublisher: boolean) =>
    createClient({
      url,
      socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: () => RECONNECT_DELAY_MS },
      // A subscription waits for the connection. A hint does not: it is worthless later.
      disableOfflineQueue: isPublisher,
      commandsQueueMaxLength: WAITING_MAX,
      ...(isPublisher && { commandOptions: { timeout: PUBLISH_TIMEOUT_MS } }),
    })
  const [publisher, subscriber] = [client(true), client(false)]
  let isReported = false
  publisher.on('ready', () => {
    isReported = false
  })
  publisher.on('error', (error: Error) => {
    if (!isReported)
      warn(
        `Redis is unavailable, so typing notices, live locations and live radio sound stay within one process: ${error.message}`,
      )
    isReported = true
  })
  subscriber.on('error', () => undefined) // the publisher reports the same outage
  // The adapter uses these methods only and ignores their results. The client subscribes again after each reconnection.
  const subscriptions = {
    sSubscribe: (...parameters: Parameters<typeof subscriber.sSubscribe>) =>
      subscriber.sSubscribe(...parameters).catch(() => undefined),
    sUnsubscribe: (...parameters: Parameters<typeof subscriber.sUnsubscribe>) =>
      subscriber.sUnsubscribe(...parameters).catch(() => undefined),
  }
  io.adapter(createShardedAdapter(publisher, subscriptions, { channelPrefix: 'noroshi', subscriptionMode: 'static' }))
  for (const one of [publisher, subscriber]) one.connect().catch(() => undefined) // reported by the error listener
  return async () => {
    for (const one of [publisher, subscriber]) one.destroy()
  }
}

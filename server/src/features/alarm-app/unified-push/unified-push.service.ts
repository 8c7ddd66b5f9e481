import { batchWrites } from '#/db/batch-writes.ts'
import type { Deps } from '#/deps.ts'
import type { OwnPushService } from '#/ports/push/push-client.ts'
import { ownNames } from '#/tls/own-names.ts'
import { hashOfTopic } from '../alarm-app.service.ts'
import { type Push, publishPushes } from './unified-push.sql.ts'

/** The topics that the app chooses for browsers. No page of the web application has such a path. */
export const PUSH_TOPIC = /^up[0-9A-Za-z]{12}$/
/** Max bytes of the body of a message, as RFC 8030 allows push services. */
export const PUSH_BODY_MAX = 4096
/** Max seconds for which a message is kept, and those of a message that names none. */
const TTL_MAX = 24 * 3600
const TTL_DEFAULT = 12 * 3600
/** Min seconds: a message that asks not to be kept still reaches the streams that are open. */
const TTL_MIN = 30
/** Max milliseconds that a message waits for the running batch. */
const BATCH_WAIT_MS = 50

/** A message for a topic. */
interface PushForTopic {
  readonly topic: string
  readonly body: Buffer
  /** Seconds for which it is kept; NaN: the sender names none. */
  readonly ttl: number
  readonly subject: string | null
  readonly isOwn: boolean
}

/**
 * The push service of this server: browsers without one of their own, such as Fennec and IronFox, subscribe to a topic of the
 * alarm app on the same phone (UnifiedPush).
 */
export class UnifiedPush implements OwnPushService {
  readonly #now: Deps['now']
  readonly #names: () => readonly string[]
  readonly #publish: (push: Push) => Promise<boolean>

  constructor({ config, transaction, now }: Pick<Deps, 'config' | 'transaction' | 'now'>) {
    this.#now = now
    this.#names = () => ownNames(config)
    this.#publish = batchWrites(
      (pushes: readonly Push[]) =>
        transaction(async (tx) => {
          const isAccepted = await publishPushes(tx, pushes, now())
          if (isAccepted.includes(true)) tx.emitInternal('alarmApp:published', {})
          return isAccepted
        }),
      BATCH_WAIT_MS,
    )
  }

  /** Whether an endpoint is a topic at a name or address of this server. */
  owns({ hostname, pathname, search }: URL): boolean {
    return search === '?up=1' && PUSH_TOPIC.test(pathname.slice(1)) && this.#names().includes(hostname.replace(/^\[|\]$/g, ''))
  }

  /** Publishes a message of this server for an endpoint that it owns. @returns false if the topic is unknown */
  accept({ pathname }: URL, message: { readonly body: Buffer; readonly ttl: number; readonly topic: string }): Promise<boolean> {
    return this.publish({ ...message, topic: pathname.slice(1), subject: message.topic, isOwn: true })
  }

  /** Publishes a message. @returns false if the topic is unknown */
  publish({ topic, body, ttl, subject, isOwn }: PushForTopic): Promise<boolean> {
    const seconds = Number.isNaN(ttl) ? TTL_DEFAULT : Math.min(TTL_MAX, Math.max(TTL_MIN, ttl))
    const expiresAt = new Date(this.#now().getTime() + seconds * 1000)
    return this.#publish({ topicHash: hashOfTopic(topic), body, subject, expiresAt, isOwn })
  }
}

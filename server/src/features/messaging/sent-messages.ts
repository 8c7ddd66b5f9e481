import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'

type SentMessage = Pick<Message, 'MessageThreadId' | 'seq' | 'messageType'>
type MessageType = Message['messageType']

/** The messages of an alert have no watermarks. */
const hasWatermarks = (messageType: MessageType) => messageType !== 'alertChat'

/** Max entries of each map, far more than active sessions need. The oldest entries are dropped. */
const ENTRIES_MAX = 100_000

/**
 * Remembers the last chat message and the last radio message of each thread that the server sent to each session. A status without `seq` applies up to this
 * message. The data is in memory: after a restart such a status changes nothing until the session gets another message.
 */
export class SentMessages {
  /** By session, thread and type: the highest `seq` in a reply. */
  readonly #replied = new Map<string, number>()
  /** By thread and type: the highest `seq` that was emitted to its room, and the time (`performance.now()`). */
  readonly #emitted = new Map<string, { readonly seq: number; readonly at: number }>()

  /** Records messages that a session got in a reply. */
  recordReply(sessionId: string, messages: readonly SentMessage[]): void {
    for (const { MessageThreadId, seq, messageType } of messages) {
      const key = `${sessionId} ${MessageThreadId} ${messageType}`
      if (hasWatermarks(messageType) && seq > (this.#replied.get(key) ?? 0)) put(this.#replied, key, seq)
    }
  }

  /** Records the latest messages of threads that a session got in a reply. */
  recordThreads(sessionId: string, threads: readonly MessageThread[]): void {
    const unseen = threads.filter(({ latestMessage, seenSeq }) => latestMessage !== null && latestMessage.seq > seenSeq)
    this.recordReply(
      sessionId,
      unseen.flatMap(({ latestMessage }) => latestMessage ?? []),
    )
  }

  /** Records messages that a session got by a catch-up of events. */
  recordCatchUp(sessionId: string, events: readonly { readonly name: string; readonly payload: unknown }[]): void {
    const messages = events.filter(({ name }) => name === 'messages:new_message')
    this.recordReply(
      sessionId,
      messages.map(({ payload }) => payload as SentMessage), // the payload type of this event name
    )
  }

  /** Records a message that was emitted to the sockets of its thread. */
  recordEmitted({ MessageThreadId, seq, messageType }: SentMessage): void {
    const key = `${MessageThreadId} ${messageType}`
    if (!hasWatermarks(messageType) || seq <= (this.#emitted.get(key)?.seq ?? 0)) return
    put(this.#emitted, key, { seq, at: performance.now() })
  }

  /**
   * Returns the highest `seq` that a session got, 0 if it got none.
   * @param connectedAt Time at which the oldest open socket of the session connected; null if no socket is open.
   */
  lastSeq(sessionId: string, threadId: string, messageType: MessageType, connectedAt: number | null): number {
    const replied = this.#replied.get(`${sessionId} ${threadId} ${messageType}`) ?? 0
    const emitted = this.#emitted.get(`${threadId} ${messageType}`)
    if (!emitted || connectedAt === null || emitted.at < connectedAt) return replied
    return Math.max(replied, emitted.seq)
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > ENTRIES_MAX && oldest !== undefined) map.delete(oldest)
}

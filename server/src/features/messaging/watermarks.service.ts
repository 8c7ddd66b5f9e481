import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import { type messageRoutes, MessageType } from '@noroshi/contract/messaging/messaging.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import { retryOnDeadlock } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { threadRoom } from './messaging.rooms.ts'
import { messagePosition } from './messaging.sql.ts'
import { SentMessages } from './sent-messages.ts'
import { moveWatermarks, raiseWatermarks, type WatermarkUpdate, threadsWithMissedWatermarks } from './watermarks.sql.ts'

/** Min milliseconds between two events about the watermarks of a thread. 500 members who read at once cause one event. */
const EMIT_INTERVAL_MS = 200
/** Max threads of one run. */
const THREADS_PER_RUN = 1000

type StatusUpdates = z.output<typeof messageRoutes.setStatuses.body>
type Status = StatusUpdates[number]['status']

/** Emits the watermarks of all members of changed threads in batches; records the messages that each session got. */
export class Watermarks {
  readonly sent = new SentMessages()
  readonly #deps: Deps
  #changed = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
    deps.onClose(() => this.close())
    deps.journal.onDelivered(({ name, payload }) => {
      // `as`: the name and its payload were typed together where they were emitted.
      if (name === 'messages:new_message') this.sent.recordEmitted(payload as EventPayload<'messages:new_message'>)
    })
  }

  /** Schedules an update after the watermark of a member moved or a member left. */
  changed(threadId: string): void {
    this.#changed.add(threadId)
    this.#timer ??= setTimeout(() => this.#flush(), EMIT_INTERVAL_MS)
  }

  #flush(): void {
    const threadIds = [...this.#changed]
    this.#changed = new Set()
    this.#timer = null
    // Runs one batch at a time, to limit the load on the database.
    this.#flushing = this.#flushing
      .then(() => this.#deps.transaction((tx) => emitWatermarks(tx, threadIds)))
      .catch(this.#deps.logError)
  }

  /** Emits pending updates. Called at shutdown. */
  async close(): Promise<void> {
    if (this.#timer !== null) {
      clearTimeout(this.#timer)
      this.#flush()
    }
    await this.#flushing
  }
}

/** Raises and emits the watermarks of all members of these threads. */
export async function emitWatermarks(tx: Tx, threadIds: readonly string[]): Promise<void> {
  for (const row of await raiseWatermarks(tx, threadIds))
    tx.emit('messages:status_updated', [threadRoom(row.thread_id)], {
      MessageThreadId: row.thread_id,
      messageType: chatTypeOf(row.message_type),
      watermarks: { deliveredSeq: row.delivered_seq, seenSeq: row.seen_seq },
    })
}

/** Emits watermarks that a crash left without an event. */
export async function emitMissedWatermarks(deps: Deps): Promise<void> {
  const threadIds = await threadsWithMissedWatermarks(deps.db, THREADS_PER_RUN)
  if (threadIds.length > 0) await deps.transaction((tx) => emitWatermarks(tx, threadIds))
}

/**
 * Moves the viewer's watermarks in several threads. An update without `seq` applies up to the last message that this session got.
 * Threads that the viewer is not a member of are skipped.
 */
export function setStatuses(deps: Deps, watermarks: Watermarks, viewer: SignedIn, updates: StatusUpdates): Promise<void> {
  const connectedAt = deps.realtime.connectedAt(viewer.sessionId)
  const requested = updates.map(({ messageThreadId, messageType, status, seq }) => {
    const lastSent = () => watermarks.sent.lastSeq(viewer.sessionId, messageThreadId, messageType, connectedAt)
    return updateTo(messageThreadId, messageType, status, seq ?? lastSent())
  })
  return move(deps, watermarks, viewer, requested)
}

/** Marks a message and all earlier ones as delivered or seen. @throws message.notFound (404) if the viewer may not read it. */
export async function setStatus(deps: Deps, watermarks: Watermarks, viewer: SignedIn, id: string, status: Status): Promise<void> {
  const position = await messagePosition(deps.db, id, viewer.id)
  if (!position) throw new AppError('message.notFound')
  await move(deps, watermarks, viewer, [updateTo(position.thread_id, position.message_type, status, position.seq)])
}

const updateTo = (threadId: string, messageType: string, status: Status, seq: number): WatermarkUpdate => ({
  threadId,
  messageType,
  deliveredSeq: seq,
  seenSeq: status === 'seen' ? seq : 0,
})

async function move(deps: Deps, watermarks: Watermarks, viewer: SignedIn, updates: readonly WatermarkUpdate[]): Promise<void> {
  try {
    const { moved } = await retryOnDeadlock(() =>
      moveWatermarks(deps.db, viewer.id, updates, { id: newId(), room: userRoom(viewer.id) }, deps.now()),
    )
    for (const threadId of moved) watermarks.changed(threadId)
  } finally {
    deps.journal.wake()
  }
}

const chatTypeOf = (type: string) => MessageType.exclude(['alertChat']).parse(type)

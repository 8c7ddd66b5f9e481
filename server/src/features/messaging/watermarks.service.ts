import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type messageRoutes, MessageType } from '@noroshi/contract/messaging/messaging.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import { untilNoDeadlock } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { threadRoom, userRoom } from '#/realtime/rooms.ts'
import { messagePlace } from './messaging.sql.ts'
import { moveWatermarks, raiseMarks, type Reached, threadsLeftBehind } from './watermarks.sql.ts'

/** What all members got and saw is told at most so often for one thread, in milliseconds: five hundred who read at once make one event. */
const TOLD_EVERY = 200
/** Threads that one round brings up. */
const THREADS_AT_ONCE = 1000

type StatusUpdates = z.output<typeof messageRoutes.setStatuses.body>
type Status = StatusUpdates[number]['status']

/** Tells what all members of a thread got and saw, gathered. */
export class Watermarks {
  readonly #deps: Deps
  #changed = new Set<string>()
  #round: NodeJS.Timeout | null = null
  #telling: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Somebody in this thread came further, or is no longer in it. */
  changed(threadId: string): void {
    this.#changed.add(threadId)
    this.#round ??= setTimeout(() => this.#tell(), TOLD_EVERY)
  }

  #tell(): void {
    const threadIds = [...this.#changed]
    this.#changed = new Set()
    this.#round = null
    // One after the other: a busy database gets no crowd of them.
    this.#telling = this.#telling.then(() => tellMarks(this.#deps, threadIds)).catch(this.#deps.logError)
  }

  /** Tells what waits; for the server's end. */
  async close(): Promise<void> {
    if (this.#round !== null) {
      clearTimeout(this.#round)
      this.#tell()
    }
    await this.#telling
  }
}

const tellMarks = (deps: Deps, threadIds: readonly string[]): Promise<void> =>
  deps.transaction(async (tx) => {
    for (const row of await raiseMarks(tx, threadIds))
      tx.announce('messages:status_updated', [threadRoom(row.thread_id)], {
        MessageThreadId: row.thread_id,
        messageType: chatTypeOf(row.message_type),
        watermarks: { deliveredSeq: row.delivered_seq, seenSeq: row.seen_seq },
      })
  })

/** What a crash kept from being told. */
export async function tellLeftBehind(deps: Deps): Promise<void> {
  const threadIds = await threadsLeftBehind(deps.db, THREADS_AT_ONCE)
  if (threadIds.length > 0) await tellMarks(deps, threadIds)
}

/** One got or saw what is in several threads. Those that are not one's own are passed over. */
export const setStatuses = (deps: Deps, watermarks: Watermarks, viewer: SignedIn, updates: StatusUpdates): Promise<void> =>
  reach(
    deps,
    watermarks,
    viewer,
    updates.map(({ messageThreadId, messageType, status, seq }) => reached(messageThreadId, messageType, status, seq ?? null)),
  )

/** One got or saw a message and all before it. @throws message.notFound (404) for one that one may not read. */
export async function setStatus(deps: Deps, watermarks: Watermarks, viewer: SignedIn, id: string, status: Status): Promise<void> {
  const place = await messagePlace(deps.db, id, viewer.id)
  if (!place) throw new AppError('message.notFound')
  await reach(deps, watermarks, viewer, [reached(place.thread_id, place.message_type, status, place.seq)])
}

const reached = (threadId: string, messageType: string, status: Status, seq: number | null): Reached => ({
  threadId,
  messageType,
  deliveredSeq: seq,
  seenSeq: status === 'seen' ? seq : 0,
})

async function reach(deps: Deps, watermarks: Watermarks, viewer: SignedIn, places: readonly Reached[]): Promise<void> {
  const [eventId, room] = [uuidv7(), userRoom(viewer.id)]
  const flight = deps.announcer.takeOff()
  try {
    const { moved, seen, horizon } = await untilNoDeadlock(() =>
      moveWatermarks(deps.db, viewer.id, places, { id: eventId, room }),
    )
    for (const threadId of moved) watermarks.changed(threadId)
    if (seen.length === 0) return
    const payload: EventPayload<'messages:status_updated_multiple'> = {
      updates: seen.map((row) => ({
        MessageThreadId: row.thread_id,
        messageType: chatTypeOf(row.message_type),
        deliveredSeq: row.delivered_seq,
        seenSeq: row.seen_seq,
        unreadMessagesCount: row.unread,
      })),
    }
    flight.land([{ eventId, name: 'messages:status_updated_multiple', rooms: [room], payload }], horizon)
  } catch (error) {
    flight.fail(error, [eventId])
    throw error
  } finally {
    flight.end()
  }
}

const chatTypeOf = (type: string) => MessageType.exclude(['alertChat']).parse(type)

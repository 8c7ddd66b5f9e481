import type { ErrorCode } from '@noroshi/contract/errors'
import { batchWrites } from '#/db/batch-writes.ts'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { radioRoom } from '#/realtime/rooms.ts'
import { endTransmission, type FloorRequest, type FloorState, preemptFloor, releaseFloor, requestFloor } from './radio-floor.ts'
import { grantOf, isFloorLost, queueOf, saveFloor, threadsWithLostFloor } from './radio-floor.sql.ts'
import { readFloor } from './radio.service.ts'
import { type ChatRow, lockRunningChat, pagesAmong } from './radio.sql.ts'

type Page = Pick<FloorRequest, 'userId' | 'endpointId'>

/** A change of the floor of the running radio chat of a thread. */
interface FloorChange {
  readonly threadId: string
  /** The page that must be in the radio chat; null for a change that any process may make. */
  readonly page: Page | null
  readonly apply: (state: FloorState) => FloorState
}

/** The floor after a change. */
export interface ChangedFloor {
  readonly state: FloorState
  readonly radioChatId: string
  /** The version of the floor after the last change of the batch. */
  readonly version: number
}

type Outcome = ChangedFloor | ErrorCode

/** Max radio chats whose floor one process changes concurrently. Each takes a database connection. */
const CONCURRENCY = 4
/** Max milliseconds that a batch waits for the previous one, which may wait for the lock of another radio chat. */
const BATCH_WAIT_MS = 20

/** Changes floors. A floor is changed by one transaction at a time, over all processes (decisions/0070). */
export class Floors {
  readonly #deps: Pick<Deps, 'db' | 'transaction' | 'now'>
  readonly #change: (change: FloorChange) => Promise<Outcome>

  constructor(deps: Pick<Deps, 'db' | 'transaction' | 'now'>) {
    this.#deps = deps
    const limited = limitConcurrency(CONCURRENCY)
    // Requests that arrive during a transaction share the next one: a thousand users who press at once cause few of them.
    this.#change = batchWrites(async (changes: readonly FloorChange[]) => {
      const groups = [...Map.groupBy(changes, ({ threadId }) => threadId)]
      const outcomes = await Promise.all(groups.map(([threadId, group]) => limited(() => this.#changeAll(threadId, group))))
      const byChange = new Map(
        groups.flatMap(([, group], index) => group.map((one, at) => [one, outcomes[index]?.[at]] as const)),
      )
      return changes.map((change) => byChange.get(change) ?? ('internal' as const))
    }, BATCH_WAIT_MS)
  }

  /** Requests the floor for a page. @throws radio.notRunning, radio.notJoined (409) */
  request(threadId: string, request: FloorRequest, isPreempting: boolean): Promise<ChangedFloor> {
    const take = isPreempting ? preemptFloor : requestFloor
    return this.#run({ threadId, page: request, apply: (state) => take(state, request, newId) })
  }

  /** Ends the transmission of a page, or removes the page from the queue. @throws radio.notRunning (409) */
  release(threadId: string, page: Page): Promise<ChangedFloor> {
    return this.#run({ threadId, page: null, apply: (state) => releaseFloor(state, page, newId) })
  }

  /** Ends a transmission if it is the current one. @throws radio.notRunning (409) */
  end(threadId: string, transmissionId: string): Promise<ChangedFloor> {
    return this.#run({ threadId, page: null, apply: (state) => endTransmission(state, transmissionId, newId) })
  }

  /** Frees the floors of speakers whose process has disappeared. */
  async freeLost(): Promise<void> {
    for (const threadId of await threadsWithLostFloor(this.#deps.db))
      await this.#change({ threadId, page: null, apply: (state) => state })
  }

  async #run(change: FloorChange): Promise<ChangedFloor> {
    const outcome = await this.#change(change)
    if (typeof outcome === 'string') throw new AppError(outcome)
    return outcome
  }

  #changeAll(threadId: string, changes: readonly FloorChange[]): Promise<Outcome[]> {
    return this.#deps.transaction(async (tx) => {
      const chat = await lockRunningChat(tx, threadId)
      if (!chat) return changes.map(() => 'radio.notRunning' as const)
      const userIds = changes.flatMap(({ page }) => page?.userId ?? [])
      const pages = userIds.length === 0 ? new Set<string>() : await pagesAmong(tx, chat.id, userIds)
      const before = { grant: grantOf(chat), queue: await queueOf(tx, chat.id) }
      let state: FloorState = before
      if (before.grant !== null && (await isFloorLost(tx, chat.id)))
        state = endTransmission(state, before.grant.transmissionId, newId)
      const states = changes.map(({ page, apply }) => {
        if (page !== null && !pages.has(`${page.userId} ${page.endpointId}`)) return null
        state = apply(state)
        return state
      })
      const saved = state === before ? chat : await saveAndEmit(tx, chat, before, state, this.#deps.now())
      return states.map((one) =>
        one === null ? 'radio.notJoined' : { state: one, radioChatId: chat.id, version: saved.floor_version },
      )
    })
  }
}

async function saveAndEmit(tx: Tx, chat: ChatRow, before: FloorState, after: FloorState, at: Date): Promise<ChatRow> {
  const saved = await saveFloor(tx, chat, before, after, at)
  tx.emit('radio:floor', [radioRoom(chat.thread_id)], await readFloor(tx, saved))
  return saved
}

/** Ends the transmission in a radio chat that ends. The caller has locked it. */
export async function clearFloor(tx: Tx, chat: ChatRow, at: Date): Promise<void> {
  const before = { grant: grantOf(chat), queue: await queueOf(tx, chat.id) }
  if (before.grant !== null) await saveAndEmit(tx, chat, before, { grant: null, queue: [] }, at)
}

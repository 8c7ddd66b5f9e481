import type { ErrorCode } from '@noroshi/contract/errors'
import { batchWrites } from '#/db/batch-writes.ts'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { radioRoom } from './radio.rooms.ts'
import { endTransmission, type FloorRequest, type FloorState, preemptFloor, releaseFloor, requestFloor } from './radio-floor.ts'
import { grantOf, isFloorLost, queueOf, saveFloor, threadsWithLostFloor } from './radio-floor.sql.ts'
import { readFloor } from './radio.service.ts'
import { type ChatRow, lockRunningChat, pagesOf } from './radio.sql.ts'

type Page = Pick<FloorRequest, 'userId' | 'endpointId'>
/** A page with the socket that it uses. */
type PageSocket = Page & { readonly socketId: string }

/** A change of the floor of the running radio chat of a thread. */
interface FloorChange {
  readonly threadId: string
  /** The page that makes the change; null for a change that any process may make. */
  readonly page: PageSocket | null
  /** The page must be in the radio chat. */
  readonly isRequest: boolean
  readonly apply: (state: FloorState) => FloorState
}

/** The floor after a batch of changes. */
export interface ChangedFloor {
  readonly state: FloorState
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

  constructor(deps: Pick<Deps, 'db' | 'transaction' | 'now' | 'metrics'>) {
    this.#deps = deps
    const limited = limitConcurrency(CONCURRENCY)
    // Requests that arrive during a transaction share the next one: a thousand users who press at once cause few of them.
    const changeInBatch = batchWrites(async (changes: readonly FloorChange[]) => {
      const groups = [...Map.groupBy(changes, ({ threadId }) => threadId)]
      const outcomes = await Promise.all(groups.map(([threadId, group]) => limited(() => this.#changeAll(threadId, group))))
      const byChange = new Map(
        groups.flatMap(([, group], index) => group.map((one, at) => [one, outcomes[index]?.[at]] as const)),
      )
      return changes.map((change) => byChange.get(change) ?? ('internal' as const))
    }, BATCH_WAIT_MS)
    deps.metrics.watchQueue('radio floors', changeInBatch.waiting)
    this.#change = changeInBatch
  }

  /** Requests the floor for a page. @throws radio.notRunning, radio.notJoined (409) */
  request(threadId: string, request: FloorRequest, socketId: string, isPreempting: boolean): Promise<ChangedFloor> {
    const take = isPreempting ? preemptFloor : requestFloor
    const page = { ...request, socketId }
    return this.#run({ threadId, page, isRequest: true, apply: (state) => take(state, request, newId) })
  }

  /**
   * Ends the transmission of a page, or removes the page from the queue. It has no effect if the page joined with another socket
   * meanwhile. @throws radio.notRunning (409)
   */
  release(threadId: string, page: PageSocket): Promise<ChangedFloor> {
    return this.#run({ threadId, page, isRequest: false, apply: (state) => releaseFloor(state, page, newId) })
  }

  /**
   * Ends a transmission of a page if it is the current one. It has no effect if the page joined with another socket meanwhile.
   * @throws radio.notRunning (409)
   */
  end(threadId: string, transmissionId: string, page: PageSocket): Promise<ChangedFloor> {
    const apply = (state: FloorState) => endTransmission(state, transmissionId, newId)
    return this.#run({ threadId, page, isRequest: false, apply })
  }

  /** Frees the floors of speakers whose process has disappeared. */
  async freeLost(): Promise<void> {
    for (const threadId of await threadsWithLostFloor(this.#deps.db))
      await this.#change({ threadId, page: null, isRequest: false, apply: (state) => state })
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
      const sockets = userIds.length === 0 ? new Map<string, string>() : await pagesOf(tx, chat.id, userIds)
      const before = { grant: grantOf(chat), queue: await queueOf(tx, chat.id) }
      let state: FloorState = before
      if (before.grant !== null && (await isFloorLost(tx, chat.id)))
        state = endTransmission(state, before.grant.transmissionId, newId)
      const isCurrent = ({ page, isRequest }: FloorChange) => {
        if (page === null) return true
        const socketId = sockets.get(`${page.userId} ${page.endpointId}`)
        return socketId === undefined ? !isRequest : socketId === page.socketId
      }
      for (const change of changes) if (isCurrent(change)) state = change.apply(state)
      const saved = state === before ? chat : await saveAndEmit(tx, chat, before, state, this.#deps.now())
      // Each request gets the floor after the whole batch, since a later one may have pre-empted it.
      const changed = { state, version: saved.floor_version }
      return changes.map((change) => (isCurrent(change) || !change.isRequest ? changed : ('radio.notJoined' as const)))
    })
  }
}

async function saveAndEmit(tx: Tx, chat: ChatRow, before: FloorState, after: FloorState, at: Date): Promise<ChatRow> {
  const saved = await saveFloor(tx, chat, before, after, at)
  tx.emit('radio:floor', [radioRoom(chat.thread_id)], await readFloor(tx, saved))
  return saved
}

/** Ends what a page began with an earlier socket. The caller has locked the radio chat. */
export async function releasePage(tx: Tx, chat: ChatRow, page: Page, at: Date): Promise<void> {
  const before = { grant: grantOf(chat), queue: await queueOf(tx, chat.id) }
  const after = releaseFloor(before, page, newId)
  if (after !== before) await saveAndEmit(tx, chat, before, after, at)
}

/** Ends the transmission in a radio chat that ends. The caller has locked it. */
export async function clearFloor(tx: Tx, chat: ChatRow, at: Date): Promise<void> {
  const before = { grant: grantOf(chat), queue: await queueOf(tx, chat.id) }
  if (before.grant !== null) await saveAndEmit(tx, chat, before, { grant: null, queue: [] }, at)
}

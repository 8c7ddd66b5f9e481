import type { AnyType } from './entity.ts'
import type { EntityDatabase } from './entity-database.ts'
import type { StoredReply } from './entity-schema.ts'
import type { EntityStore } from './entity-store.ts'

/** Milliseconds between a change and its write. */
const WRITE_DELAY_MS = 250
/** Timeout in milliseconds of the first read. Some browsers never answer after a failure of their storage. */
const READ_TIMEOUT_MS = 3_000
/** Milliseconds for which removals are kept: longer than the journal of the server (48 h). */
const REMOVALS_KEPT_MS = 72 * 3_600_000
/** Max stored replies of queries. */
const REPLIES_MAX = 300

interface Ports {
  readonly store: EntityStore
  readonly database: EntityDatabase
  /** The position in the journal up to which the store is current. */
  readonly cursor: { value(): string | null; restart(cursor: string | null): void }
  readonly isFurther: (cursor: string, than: string) => boolean
  /** Returns whether all events up to the cursor were applied. Default: always true. */
  readonly isApplied?: () => boolean
  /** Returns the id of the user of the session; null while it is unknown. */
  readonly ownerId: () => string | null
}

/** Resolves after {@link READ_TIMEOUT_MS}. */
export const readTimeout = () => new Promise<void>((resolve) => setTimeout(resolve, READ_TIMEOUT_MS))

export type StoreDisk = ReturnType<typeof createStoreDisk>

/**
 * Keeps the entities of the session's user on disk: restores them at the start, writes changes together with the
 * cursor, and deletes them when the session ends. Without IndexedDB the store works in memory.
 */
export function createStoreDisk({ store, database, cursor, isFurther, isApplied = () => true, ownerId }: Ports) {
  let owner: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<unknown> = Promise.resolve()
  let writtenCursor: string | null = null
  let ready: Promise<unknown> = Promise.resolve()
  let hasUndatedRows = false
  /** Whether the database has confirmed the owner. Before, it may have the rows of another user. */
  let isClaimed = false

  const restore = async (types: readonly AnyType[]) => {
    if (owner === null) return
    const claimed = owner
    void restoreRemovals(types.filter((type) => type.list)).catch(() => undefined)
    const whole = types.filter((type) => !type.list) // lists are read in parts
    // All rows are read before the first is added, so that screens render once.
    const rows = await Promise.all(whole.map((type) => database.rowsOf(type).catch(() => [])))
    if (owner !== claimed) return
    for (const [index, type] of whole.entries()) store.restore(type, rows[index] ?? [])
  }

  /**
   * Restores the removals of lists, because an event of before the removal may arrive after the cursor of the rows.
   * Screens do not wait for it.
   */
  const restoreRemovals = async (lists: readonly AnyType[]) => {
    if (lists.length === 0) return
    const [claimed, era] = [owner, store.era()]
    const removals = await database.removals()
    // The versions may have restarted in a new era.
    if (owner !== claimed || store.era() !== era) return
    for (const type of lists) {
      const removed = removals.filter(({ type: name }) => name === type.name)
      store.restore(
        type,
        removed.map(({ id, version }) => ({ id, version, value: undefined })),
      )
    }
  }

  const claimRows = async (next: string) => {
    isClaimed = false
    if (owner !== null) {
      store.clear()
      cursor.restart(null)
    }
    owner = next
    try {
      const { cursor: known, hasRows } = await database.claim(next)
      if (owner !== next) return
      hasUndatedRows = hasRows && known === null
      if (cursor.value() === null) cursor.restart(known)
      // The page is ahead of the disk, and has not applied the events between the two cursors.
      else if (hasRows) await database.drop('all')
      if (owner !== next) return
      isClaimed = true
      await restore(store.types())
    } catch {
      // Without a working IndexedDB, everything is fetched.
    }
  }

  /** Deletes rows that are too old or too many. Screens do not wait for it. */
  const prune = async () => {
    for (const type of store.types()) if (type.storedMax !== undefined) await database.pruneRows(type, type.storedMax)
    await database.pruneRemovals(Date.now() - REMOVALS_KEPT_MS)
    await database.pruneReplies(REPLIES_MAX, Date.now())
  }

  const write = async () => {
    timer = undefined
    const reached = isApplied() ? cursor.value() : writtenCursor
    if (owner === null || (store.unwritten.isEmpty() && reached === writtenCursor)) return
    const changes = store.unwritten.take()
    const writer = owner
    try {
      const ports = { isFurther, childrenByParent: () => store.childrenByParent() }
      const waiting = await database.write(owner, changes, reached, ports)
      if (owner !== writer) return
      store.unwritten.addWaiting(waiting)
      writtenCursor = reached
    } catch {
      // A full disk or a closed connection: the next change triggers a retry, unless the session has ended.
      if (owner === writer) store.unwritten.restore(changes)
    }
  }
  /** Serializes the writes. */
  const flush = () => (writing = writing.then(write))
  const changed = () => {
    if (owner !== null) timer ??= setTimeout(() => void flush(), WRITE_DELAY_MS)
  }
  store.onUnwritten(changed)

  return {
    /** Restores the rows of the session's user, or deletes the rows of another user. */
    claim: () => {
      const next = ownerId()
      if (next === null || next === owner) return // a claim in progress continues
      const claiming = claimRows(next)
      writing = writing.then(() => claiming) // a claim may delete rows
      void claiming.then(prune).catch(() => undefined)
      ready = Promise.race([claiming, readTimeout()])
    },
    /** Resolves when the rows of the user are restored, or after {@link READ_TIMEOUT_MS}. */
    ready: () => ready,
    /** Restores the rows of types that are registered after the claim; until then, the claim restores all types. */
    restore: (types: readonly AnyType[]): Promise<unknown> => (isClaimed ? restore(types) : ready),
    /** Returns whether the stored rows have no cursor, because their page ended before its first catch-up. */
    hasUndatedRows: () => hasUndatedRows,
    /** Schedules a write, because the cursor has advanced. */
    changed,
    /** Writes at once, because the page may be closing. */
    flush,
    /** Reads a part of a list into the store. @returns false if the disk cannot be read */
    restoreBetween: async (type: AnyType, group: string, from: number, to: number): Promise<boolean> => {
      await ready
      if (owner === null || !isClaimed) return false
      const claimed = owner
      const rows = await database.listBetween(type, group, from, to).catch(() => null)
      if (rows && owner === claimed) store.restore(type, rows)
      return rows !== null
    },
    /**
     * Reads the end of a list into the store: the entities whose order is at most `count` - 1 below its last.
     * @returns the last order on disk; null if none is stored or the disk cannot be read
     */
    restoreNewest: async (type: AnyType, group: string, count: number): Promise<number | null> => {
      await ready
      if (owner === null || !isClaimed) return null
      const claimed = owner
      const rows = await database.newestOf(type, group, count).catch(() => [])
      if (owner !== claimed) return null
      store.restore(type, rows)
      const last = rows.at(-1)?.value
      return (last && type.list?.(last).order) ?? null
    },
    trim: (type: AnyType, group: string, below: number): Promise<void> =>
      database.trim(type, group, below).catch(() => undefined),
    /**
     * Deletes the rows that the journal cannot update: the lists after a gap, or all rows after a restore of the
     * server's database.
     */
    drop: (which: 'lists' | 'all'): Promise<void> => {
      hasUndatedRows = false
      return database.drop(which).catch(() => undefined)
    },
    writeReplies: async (replies: readonly StoredReply[]): Promise<void> => {
      if (owner !== null) await database.writeReplies(owner, replies).catch(() => undefined)
    },
    /** Returns the last reply to a query that this device has stored. */
    replyOf: async (key: string): Promise<StoredReply | undefined> => {
      await ready
      return isClaimed ? database.replyOf(key).catch(() => undefined) : undefined
    },
    /**
     * Deletes all rows, because the session has ended. A deletion that fails is repeated by the next page without a
     * session (live-connection.ts), and by the claim of another user.
     */
    clear: async () => {
      owner = null
      isClaimed = false
      clearTimeout(timer)
      timer = undefined
      writtenCursor = null
      cursor.restart(null)
      store.clear()
      await database.clear().catch(() => undefined)
    },
  }
}

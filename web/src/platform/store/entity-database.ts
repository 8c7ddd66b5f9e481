import { openDB, type IDBPDatabase } from 'idb'
import type { AnyType } from './entity.ts'
import { type ChildrenByParent, deleteAll, deleteTrees, listKeyOf, writeChanges } from './entity-rows.ts'
import { ENTITY_VERSION, keysOfList, keysOfType, type Schema, type StoredReply, type StoredRow } from './entity-schema.ts'
import type { UnwrittenChanges, UnwrittenRow } from './unwritten-changes.ts'

type Database = IDBPDatabase<Schema>

/** A row that {@link EntityDatabase} has read. */
export interface ReadRow {
  readonly id: string
  readonly value: object | undefined
  readonly version: number
}

interface WritePorts {
  readonly isFurther: (cursor: string, than: string) => boolean
  readonly childrenByParent: ChildrenByParent
}

/** The rows that a user has on this device. */
export interface ClaimedRows {
  /** The position in the journal up to which the rows are complete; null if no page has written it. */
  readonly cursor: string | null
  readonly hasRows: boolean
}

/** The entities of one user in IndexedDB. Every method rejects if the browser has no IndexedDB. */
export interface EntityDatabase {
  /** Makes the user the owner of the rows. Deletes the rows of another user. */
  claim(owner: string): Promise<ClaimedRows>
  rowsOf(type: AnyType): Promise<ReadRow[]>
  /** Reads all removals. They are in no list. */
  removals(): Promise<Pick<StoredRow, 'type' | 'id' | 'version'>[]>
  /** Reads the entities of a list whose order is between the two numbers. */
  listBetween(type: AnyType, group: string, from: number, to: number): Promise<ReadRow[]>
  /** Reads the entities of a list whose order is at most `count` - 1 below its last. */
  newestOf(type: AnyType, group: string, count: number): Promise<ReadRow[]>
  /**
   * Writes changes and their cursor in one transaction, so that the rows always match a position of the journal. Does
   * nothing for a user who is no longer the owner.
   * @returns the rows that wait for their parent
   */
  write(owner: string, changes: UnwrittenChanges, cursor: string | null, ports: WritePorts): Promise<readonly UnwrittenRow[]>
  /** Deletes all entities of lists, because the journal no longer has their changes, or all entities. */
  drop(which: 'lists' | 'all'): Promise<void>
  /** Deletes the entities of a list whose order is below a number. */
  trim(type: AnyType, group: string, below: number): Promise<void>
  /** Deletes the entities of a type except those with the highest ids. */
  pruneRows(type: AnyType, count: number): Promise<void>
  /** Deletes removals that are older than the journal of the server. */
  pruneRemovals(before: number): Promise<void>
  /** Stores replies to queries. Does nothing for a user who is no longer the owner. */
  writeReplies(owner: string, replies: readonly StoredReply[]): Promise<void>
  replyOf(key: string): Promise<StoredReply | undefined>
  /** Deletes the replies except the newest ones, and those that may not be kept any longer. */
  pruneReplies(count: number, now: number): Promise<void>
  /** Deletes all rows and the owner, so that a tab of the former user writes nothing. */
  clear(): Promise<void>
  close(): Promise<void>
}

const LOST_CONNECTION: readonly string[] = ['InvalidStateError', 'UnknownError']

/** Returns a row as {@link EntityDatabase} returns it. */
export const asRead = ({ id, value, version }: StoredRow): ReadRow => ({ id, value, version })

/** @param name name of the database. In tests, each device has its own. */
export function openEntityDatabase(name: string): EntityDatabase {
  let opened: Promise<Database> | undefined

  /**
   * Runs work, and repeats it on a new connection if the browser has closed the connection. Safari does so for
   * background tabs.
   */
  const run = async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
    const first = (opened ??= open(name))
    try {
      return await work(await first)
    } catch (error) {
      if (opened === first) opened = undefined
      if (!(error instanceof DOMException && LOST_CONNECTION.includes(error.name))) throw error
      return work(await (opened ??= open(name)))
    }
  }

  return {
    claim: (owner) =>
      run(async (db) => {
        for (;;) {
          // It takes no lock, so that the reads of the rows that follow it do not wait for a commit.
          const transaction = db.transaction(['rows', 'meta'])
          const meta = transaction.objectStore('meta')
          const count = transaction.objectStore('rows').count()
          const [known, cursor = null, rows] = await Promise.all([meta.get('owner'), meta.get('cursor'), count])
          if (known === owner) return { cursor, hasRows: rows > 0 }
          await takeOver(db, owner)
        }
      }),
    rowsOf: (type) => run(async (db) => (await db.getAll('rows', keysOfType(type.name))).map(asRead)),
    removals: () => run((db) => db.getAllFromIndex('rows', 'removedAt')),
    listBetween: (type, group, from, to) =>
      run(async (db) => (await db.getAllFromIndex('rows', 'list', keysOfList(listKeyOf(type, group), from, to))).map(asRead)),
    newestOf: (type, group, count) =>
      run(async (db) => {
        const list = listKeyOf(type, group)
        const index = db.transaction('rows').store.index('list')
        const last = await index.openKeyCursor(keysOfList(list), 'prev')
        if (!last) return []
        const [, order] = last.key
        return (await index.getAll(keysOfList(list, order - count + 1, order))).map(asRead)
      }),
    write: (owner, changes, cursor, { isFurther, childrenByParent }) =>
      run(async (db) => {
        const transaction = db.transaction(['rows', 'meta'], 'readwrite', { durability: 'relaxed' })
        const [rows, meta] = [transaction.objectStore('rows'), transaction.objectStore('meta')]
        const [known, stored] = await Promise.all([meta.get('owner'), meta.get('cursor')])
        const waiting = known === owner ? await writeChanges(rows, changes, childrenByParent) : []
        // Another tab may be ahead: its rows up to its cursor are already on disk.
        if (known === owner && cursor !== null && (stored === undefined || isFurther(cursor, stored)))
          await meta.put(cursor, 'cursor')
        await transaction.done
        return waiting
      }),
    drop: (which) =>
      run(async (db) => {
        const transaction = db.transaction(['rows', 'replies', 'meta'], 'readwrite')
        const rows = transaction.objectStore('rows')
        if (which === 'all') await Promise.all([rows.clear(), transaction.objectStore('replies').clear()])
        else await deleteTrees(rows, await rows.index('list').getAllKeys())
        await transaction.objectStore('meta').delete('cursor')
        await transaction.done
      }),
    trim: (type, group, below) =>
      run(async (db) => {
        const { store, done } = db.transaction('rows', 'readwrite')
        await deleteTrees(store, await store.index('list').getAllKeys(keysOfList(listKeyOf(type, group), 0, below - 1)))
        await done
      }),
    pruneRows: (type, count) =>
      run(async (db) => {
        const { store, done } = db.transaction('rows', 'readwrite')
        await deleteTrees(store, (await store.getAllKeys(keysOfType(type.name))).slice(0, -count))
        await done
      }),
    pruneRemovals: (before) =>
      run(async (db) => {
        const { store, done } = db.transaction('rows', 'readwrite')
        await deleteAll(store, await store.index('removedAt').getAllKeys(IDBKeyRange.upperBound(before)))
        await done
      }),
    writeReplies: (owner, replies) =>
      run(async (db) => {
        const transaction = db.transaction(['replies', 'meta'], 'readwrite', { durability: 'relaxed' })
        const store = transaction.objectStore('replies')
        if ((await transaction.objectStore('meta').get('owner')) === owner)
          await Promise.all(replies.map((reply) => store.put(reply)))
        await transaction.done
      }),
    replyOf: (key) => run((db) => db.get('replies', key)),
    pruneReplies: (count, now) =>
      run(async (db) => {
        const { store, done } = db.transaction('replies', 'readwrite')
        const replies = await store.index('at').getAll()
        const kept = Math.max(0, replies.length - count)
        const pruned = replies.filter(({ until }, index) => index < kept || (until !== undefined && until <= now))
        await Promise.all(pruned.map(({ key }) => store.delete(key)))
        await done
      }),
    clear: () => run((db) => takeOver(db, '')),
    close: async () => (await opened)?.close(),
  }
}

const open = (name: string): Promise<Database> =>
  openDB<Schema>(name, ENTITY_VERSION, {
    upgrade: (db) => {
      // Rows and replies of an earlier version have other fields: everything is refetched.
      for (const store of db.objectStoreNames) db.deleteObjectStore(store)
      const rows = db.createObjectStore('rows', { keyPath: ['type', 'id'] })
      rows.createIndex('list', ['list', 'order'])
      rows.createIndex('parent', 'parent')
      rows.createIndex('removedAt', 'removedAt')
      db.createObjectStore('replies', { keyPath: 'key' }).createIndex('at', 'at')
      db.createObjectStore('meta')
    },
    // The connection is closed for a newer version of the application in another tab.
    blocking: (_current, _next, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })

/** Deletes the rows of another user, unless another tab has done so. An empty owner deletes the rows of each user. */
async function takeOver(db: Database, owner: string): Promise<void> {
  const transaction = db.transaction(['rows', 'replies', 'meta'], 'readwrite', { durability: 'strict' })
  const meta = transaction.objectStore('meta')
  if (owner === '' || (await meta.get('owner')) !== owner) {
    await Promise.all([transaction.objectStore('rows').clear(), transaction.objectStore('replies').clear()])
    await Promise.all([meta.delete('cursor'), meta.put(owner, 'owner')])
  }
  await transaction.done
}

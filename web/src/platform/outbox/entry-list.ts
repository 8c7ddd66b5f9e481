import { type EntryState, nextRevision, type OutboxEntry, type PendingEntry, sortEntries } from './entry.ts'
import { createEmitter } from '../observable.ts'
import type { Mirror } from './entry-mirror.ts'
import type { EntryStore } from './entry-store.ts'

interface Ports {
  readonly store: EntryStore
  readonly mirror: Mirror
  /** Called when the store has written a change. */
  readonly onStored: () => void
}

type ViewPart = Partial<Pick<PendingEntry, 'state' | 'percent' | 'tries'>>

/** Returns the entry without its state in this tab. */
const rowOf = ({ id, kind, lane, ownerId, seq, revision, payload, files, refusal, reply }: OutboxEntry): OutboxEntry => ({
  id,
  kind,
  lane,
  ownerId,
  seq,
  revision,
  payload,
  files,
  refusal,
  ...(reply !== undefined && { reply }),
})

/** The entries that this tab knows, in order, and their copies in the storage. */
export function createEntryList({ store, mirror, onStored }: Ports) {
  let entries: readonly PendingEntry[] = []
  /** Also emitted when the session changes, because it decides which entries are visible. */
  const changed = createEmitter()
  /** Ids of entries that the store has written or that were read from it. */
  const stored = new Set<string>()
  /** Ids that were sent or discarded. A late answer of the store does not restore them. */
  const finished = new Set<string>()

  const setEntries = (next: readonly PendingEntry[]) => {
    entries = next
    changed.emit()
  }
  const find = (id: string) => entries.find((entry) => entry.id === id)
  const nextSeq = () => Math.max(Date.now(), ...entries.map(({ seq }) => seq + 1))

  const updateAll = (matches: (entry: PendingEntry) => boolean, part: ViewPart) => {
    if (entries.some(matches)) setEntries(entries.map((entry) => (matches(entry) ? { ...entry, ...part } : entry)))
  }

  /**
   * Writes an entry to the storage. A storage that fails is ignored: memory keeps the entry, and the mirror keeps its
   * text.
   */
  const persist = (entry: OutboxEntry) => {
    const row = rowOf(entry)
    mirror.put(row)
    store.put(row).then(
      () => {
        if (finished.has(row.id)) return
        stored.add(row.id)
        // The mirror keeps entries of the device too, in case the browser deletes IndexedDB.
        if (row.ownerId !== null) mirror.remove(row.id)
        onStored()
      },
      () => undefined,
    )
  }

  const save = (entry: PendingEntry) => {
    finished.delete(entry.id)
    const others = entries.filter(({ id }) => id !== entry.id)
    setEntries(sortEntries([...others, entry]))
    persist(entry)
  }

  /** Removes entries from memory that the storage no longer has. */
  const unload = (ids: readonly string[]) => {
    for (const id of ids) {
      finished.add(id)
      stored.delete(id)
    }
    setEntries(entries.filter(({ id }) => !ids.includes(id)))
  }

  /** Adds unknown rows and takes newer revisions. */
  const merge = (rows: readonly OutboxEntry[], state: 'queued' | 'waiting') => {
    const newest = newestById(rows.filter(({ id }) => !finished.has(id)))
    const merged = entries.map((entry) => {
      const row = newest.get(entry.id)
      newest.delete(entry.id)
      if (!row || row.revision <= entry.revision) return entry
      return { ...entry, ...row, state: entry.state === 'sending' ? entry.state : stateOf(row, state) }
    })
    const added = [...newest.values()].map((row) => ({
      ...row,
      state: stateOf(row, state),
      percent: 0,
      tries: 0,
      isRestored: true,
    }))
    setEntries(sortEntries<PendingEntry>([...merged, ...added]))
  }

  /**
   * Reads the store, null if it fails, and the mirror. An entry moves from the mirror to the store: if one moves
   * meanwhile, both are read again, otherwise it would be missing in both and a later one would be sent before it.
   */
  const readBoth = async (): Promise<{ read: readonly OutboxEntry[] | null; mirrored: readonly OutboxEntry[] }> => {
    const before = mirror.all()
    const read = await store.all().catch(() => null)
    const mirrored = mirror.all()
    const isMoved = before.some(({ id }) => !mirrored.some((row) => row.id === id))
    return isMoved && read ? readBoth() : { read, mirrored }
  }

  return {
    entries: () => entries,
    find,
    notify: changed.emit,
    subscribe: changed.subscribe,
    update: (id: string, part: ViewPart): PendingEntry | undefined => {
      updateAll((entry) => entry.id === id, part)
      return find(id)
    },
    updateAll,
    /** Adds an entry. An entry with the same id gets the new payload and keeps its position. */
    add(entry: Pick<OutboxEntry, 'id' | 'kind' | 'lane' | 'ownerId' | 'payload' | 'files'>) {
      const known = find(entry.id) ?? newEntry(nextSeq())
      const state = known.state === 'sending' ? known.state : 'queued'
      save({ ...known, ...entry, refusal: null, reply: undefined, revision: nextRevision(known), state })
    },
    /** Changes the stored part of an entry, so that other tabs take it over. */
    change(id: string, part: Pick<PendingEntry, 'refusal' | 'state'> & ViewPart & Partial<Pick<OutboxEntry, 'seq'>>) {
      const entry = find(id)
      if (entry) save({ ...entry, ...part, revision: nextRevision(entry) })
    },
    async remove(ids: readonly string[]): Promise<void> {
      unload(ids)
      for (const id of ids) mirror.remove(id)
      await store.remove(ids).then(onStored, () => undefined)
    },
    /** Removes an entry that was sent. @returns false if another tab has changed it meanwhile; it is kept then */
    async removeSent({ id, revision }: OutboxEntry): Promise<boolean> {
      unload([id])
      mirror.remove(id)
      const newer = await store.removeSent(id, revision).catch(() => null)
      onStored()
      if (!newer) return true
      finished.delete(id)
      stored.add(id)
      merge([newer], 'queued')
      return false
    },
    unload,
    /** Returns whether no other tab has sent or discarded the entry. */
    isStillStored: async (id: string): Promise<boolean> => !stored.has(id) || (await store.has(id).catch(() => true)),
    /** Adds entries of earlier pages from the mirror, without waiting for the store. */
    adoptMirrored: (matches: (entry: OutboxEntry) => boolean) => merge(mirror.all().filter(matches), 'queued'),
    /**
     * Reads the storage: adds entries of other tabs and of earlier pages in the given state, takes newer revisions, and
     * removes entries that other tabs have sent or discarded.
     * @returns the ids of the removed entries
     */
    async refresh(state: 'queued' | 'waiting'): Promise<readonly string[]> {
      const expected = new Set(stored) // what is stored while the store is read may be missing in its answer
      const { read, mirrored } = await readBoth()
      const found = new Set([...(read ?? []), ...mirrored].map(({ id }) => id))
      for (const { id } of read ?? []) stored.add(id)
      // A failed read removes no entries.
      const gone = read ? entries.flatMap(({ id }) => (expected.has(id) && !found.has(id) ? id : [])) : []
      if (gone.length > 0) unload(gone)
      merge([...(read ?? []), ...mirrored], state)
      // The last page was closed before IndexedDB stored it.
      for (const entry of entries) if (entry.isRestored && !stored.has(entry.id)) persist(entry)
      return gone
    },
  }
}

const newestById = (rows: readonly OutboxEntry[]): Map<string, OutboxEntry> => {
  const newest = new Map<string, OutboxEntry>()
  for (const row of rows) if (row.revision > (newest.get(row.id)?.revision ?? 0)) newest.set(row.id, row)
  return newest
}

const newEntry = (seq: number) => ({
  seq,
  revision: 0,
  tries: 0,
  percent: 0,
  isRestored: false,
  state: 'queued' as EntryState,
})

const stateOf = ({ refusal }: OutboxEntry, state: 'queued' | 'waiting'): EntryState => (refusal ? 'failed' : state)

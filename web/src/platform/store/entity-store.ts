import { ChangeFeed } from './change-feed.ts'
import { ChangeListeners } from './change-listeners.ts'
import { type AnyType, type EntityRef, type EntityType, keyOf, mergeRows, type RestoredRow, type Row } from './entity.ts'
import { EntityLists, type ListEntry } from './list-entries.ts'
import { ChangeLog, type ForgottenCopy, type UnwrittenRow } from './unwritten-changes.ts'

const later = (flush: () => void) => void setTimeout(flush)

/**
 * All entities of a page, each once, in the newest version that the page received (decisions/0122). Lists are derived
 * from the positions of their entities. Changes apply at once; listeners are called once for several changes.
 * `remove`: since a version of the server. `forget`: from memory and disk; any version may return. `unload`: from memory.
 */
export class EntityStore {
  readonly #types = new Map<string, AnyType>()
  readonly #rows = new Map<string, Map<string, Row>>()
  readonly #lists = new EntityLists()
  readonly #feeds = new Map<string, ChangeFeed>()
  readonly #listeners: ChangeListeners
  #onUnwritten: () => void = () => undefined
  /** The changes that must be written to disk. */
  readonly unwritten = new ChangeLog(() => this.#onUnwritten())
  /** When entities were last lost with their descendants, by their keys. */
  readonly #losses = new Map<string, number>()
  #clock = 0
  #era = 0

  /** @param schedule runs the function that calls the listeners */
  constructor(schedule: (flush: () => void) => void = later) {
    this.#listeners = new ChangeListeners(schedule)
  }

  /** Adds the entity types of a feature. */
  register(types: readonly AnyType[]): void {
    for (const type of types) {
      this.#types.set(type.name, type)
      if (!this.#rows.has(type.name)) this.#rows.set(type.name, new Map())
    }
  }

  types(): AnyType[] {
    return [...this.#types.values()]
  }

  get<T extends object>(type: EntityType<T>, id: string): T | undefined {
    // `as`: the values of a row have the type of its entities
    return this.#rowsOf(type).get(id)?.value as T | undefined
  }

  row(type: AnyType, id: string): Row | undefined {
    return this.#rowsOf(type).get(id)
  }

  /** Returns the ids of all entities of a type. */
  ids(type: AnyType): string[] {
    return [...this.#rowsOf(type)].flatMap(([id, { value }]) => (value ? [id] : []))
  }

  /** Returns the entries of a list in their order. Do not change it. */
  list(type: AnyType, group: string): readonly ListEntry[] {
    return this.#lists.of(type, group)
  }

  /** Returns the changes of the entities of a type. */
  feed(type: AnyType): ChangeFeed {
    const known = this.#feeds.get(type.name) ?? new ChangeFeed()
    this.#feeds.set(type.name, known)
    return known
  }

  /** Adds a copy from an event or a reply. An older copy changes nothing. */
  put<T extends object>(type: EntityType<T>, value: T): void {
    this.#receive(type, type.id(value), { value, version: type.version(value), receivedAt: ++this.#clock })
  }

  /**
   * Adds a copy from a reply and writes it to disk even if it is known. Another tab, which received the loss of a right
   * before its return, may have removed it there. It is for entities that no later event contains.
   */
  putAndWrite<T extends object>(type: EntityType<T>, value: T): void {
    this.put(type, value)
    const id = type.id(value)
    if (this.row(type, id)?.value) this.#markUnwritten(type, id)
  }

  /** Removes an entity and its children: since `version`, it is deleted or the user may no longer read it. */
  remove(type: AnyType, id: string, version: number): void {
    this.#receive(type, id, { value: undefined, version, receivedAt: ++this.#clock })
  }

  /** Adds rows that were read from disk, and does not rewrite them. A removal also removes the children in memory. */
  restore(type: AnyType, rows: readonly RestoredRow[]): void {
    const changed = rows.filter(({ id, value, version }) => this.#apply(type, id, { value, version, receivedAt: 0 }))
    const removed = changed.filter(({ value }) => value === undefined)
    this.#forgetLoaded(removed.map(({ id }) => [type.name, id]))
  }

  /** Returns whether an entity was lost with its descendants since {@link StoreRead.began}, or ever since 0, and has returned. */
  isRegainedSince(began: number, [type, id]: EntityRef): boolean {
    return (this.#losses.get(keyOf(type, id)) ?? 0) > began && this.#rows.get(type)?.get(id)?.value !== undefined
  }

  /** Begins a read from the server. `forgetMissing` forgets what the reply lacks, except what was received since the beginning. */
  beginRead() {
    const began = this.#clock
    const isReceivedSince = (type: AnyType, id: string) => (this.row(type, id)?.receivedAt ?? 0) > began
    return {
      began,
      isReceivedSince,
      forgetMissing: (type: AnyType, ids: readonly string[], replied: ReadonlySet<string>) => {
        const missing = ids.filter((id) => !replied.has(id) && !isReceivedSince(type, id) && this.#forgetRow(type, id, false))
        this.#forgetDescendants(missing.map((id) => [type.name, id]))
      },
    }
  }

  /** Unloads the entities of a list that are not kept. */
  unload(type: AnyType, group: string, isKept: (entry: ListEntry) => boolean): void {
    const entries = this.list(type, group)
    const kept = entries.filter((entry) => isKept(entry) || this.unwritten.has(keyOf(type.name, entry.id)))
    if (kept.length === entries.length) return
    const keptIds = new Set(kept.map(({ id }) => id))
    for (const { id } of entries) if (!keptIds.has(id)) this.#rowsOf(type).delete(id)
    this.#lists.keep(type, group, kept)
    this.#notify(type, null, group)
  }

  /** A number that is incremented when the journal has a gap. Data that was read in an earlier era may be stale. */
  era(): number {
    return this.#era
  }

  startEra(): void {
    this.#era += 1
  }

  /** Removes everything. Called when another user signs in. */
  clear(): void {
    for (const rows of this.#rows.values()) rows.clear()
    this.#lists.clear()
    this.#losses.clear()
    this.unwritten.clear()
    for (const type of this.#types.values()) this.feed(type).clear()
    this.#listeners.notifyAll()
  }

  /**
   * Calls back after changes of a type (`'thread'`) or of a list (`'message/<group>'`).
   * @returns the function that unsubscribes
   */
  subscribe(key: string, listener: () => void): () => void {
    return this.#listeners.subscribe(key, listener)
  }

  /** Calls back after each change that must be written to disk. */
  onUnwritten(listener: () => void): void {
    this.#onUnwritten = listener
  }

  /** Returns all entities that have a parent, by the key of the parent, for a rewrite to disk. */
  childrenByParent(): ReadonlyMap<string, readonly UnwrittenRow[]> {
    const byParent = new Map<string, UnwrittenRow[]>()
    for (const type of this.#types.values()) {
      if (!type.parent) continue
      for (const [id, row] of this.#rowsOf(type)) {
        if (!row.value) continue
        const parent = type.parent(row.value)
        const child = { type, id, row, forgottenVersion: -1, isWithParent: false, parent }
        const siblings = byParent.get(keyOf(...parent))
        if (siblings) siblings.push(child)
        else byParent.set(keyOf(...parent), [child])
      }
    }
    return byParent
  }

  #rowsOf(type: AnyType): Map<string, Row> {
    const known = this.#rows.get(type.name)
    if (!known) throw new Error(`entity type ${type.name} is not registered`)
    return known
  }

  #receive(type: AnyType, id: string, next: Row): void {
    const before = this.row(type, id)?.value
    if (!this.#apply(type, id, next)) return
    this.#markUnwritten(type, id)
    const after = this.row(type, id)?.value
    if (before && after && type.isStored && type.isStored(before) !== type.isStored(after))
      this.#followParent([type.name, id], type.isStored(after))
    if (next.value === undefined) this.#forgetDescendants([[type.name, id]])
  }

  /** Writes the children of an entity to disk, or deletes them there, because the same happens to their parent. */
  #followParent(parent: EntityRef, isStored: boolean): void {
    for (const { type, id, row } of this.childrenByParent().get(keyOf(...parent)) ?? []) {
      if (isStored) this.#markUnwritten(type, id)
      else if (row) this.unwritten.add(keyOf(type.name, id), type, id, undefined, { row, isWithParent: true })
    }
  }

  /** @returns false if the copy changes nothing */
  #apply(type: AnyType, id: string, next: Row): boolean {
    if (next.value && this.#isParentRemoved(type, next.value)) return false
    const rows = this.#rowsOf(type)
    const known = rows.get(id)
    const merged = mergeRows(type, known, next)
    if (known && merged === known) {
      if (next.receivedAt > 0 && known.value && next.value) {
        rows.set(id, { ...known, receivedAt: next.receivedAt })
        // Views may differ between a copy from disk and a received one.
        if (known.receivedAt === 0) this.#notify(type, known.value, null)
      }
      return false
    }
    rows.set(id, merged)
    this.#lists.move(type, id, known?.value, merged.value)
    this.feed(type).add(id)
    this.#notify(type, merged.value ?? known?.value ?? null, null)
    return true
  }

  #parentOf(type: AnyType, value: object): Row | undefined {
    const [parentType = '', parentId = ''] = type.parent?.(value) ?? []
    return this.#rows.get(parentType)?.get(parentId)
  }

  #isParentRemoved(type: AnyType, value: object): boolean {
    const parent = this.#parentOf(type, value)
    return parent !== undefined && parent.value === undefined
  }

  /** Returns whether the parent is not stored on disk. Its children must then not be stored either. */
  #isParentInMemoryOnly(type: AnyType, value: object): boolean {
    const parent = this.#parentOf(type, value)?.value
    const [parentType = ''] = type.parent?.(value) ?? []
    return parent !== undefined && this.#types.get(parentType)?.isStored?.(parent) === false
  }

  /** @returns false if the store does not have the entity */
  #forgetRow(type: AnyType, id: string, isWithParent: boolean): boolean {
    const row = this.row(type, id)
    if (!row?.value) return false
    this.#rowsOf(type).delete(id)
    this.#lists.move(type, id, row.value, undefined)
    this.feed(type).add(id)
    this.#notify(type, row.value, null)
    this.#markUnwritten(type, id, { row, isWithParent })
    return true
  }

  /** Forgets the descendants of entities. The disk may have others than the memory. */
  #forgetDescendants(parents: readonly EntityRef[]): void {
    for (const parent of parents) {
      this.#losses.set(keyOf(...parent), ++this.#clock)
      this.unwritten.forgetChildren(keyOf(...parent), parent)
    }
    this.#forgetLoaded(parents)
  }

  /** Forgets the descendants that are in memory. It visits each entity once, independently of the number of parents. */
  #forgetLoaded(parents: readonly EntityRef[]): void {
    if (parents.length === 0) return
    const keys = new Set(parents.map(([type, id]) => keyOf(type, id)))
    const forgotten: EntityRef[] = []
    for (const type of this.#types.values()) {
      if (!type.parent) continue
      for (const [id, { value }] of this.#rowsOf(type))
        if (value && keys.has(keyOf(...type.parent(value))) && this.#forgetRow(type, id, true)) forgotten.push([type.name, id])
    }
    this.#forgetLoaded(forgotten)
  }

  /** @param forgotten the copy that was forgotten */
  #markUnwritten(type: AnyType, id: string, forgotten?: ForgottenCopy): void {
    const row = this.row(type, id)
    if (row?.value && this.#isParentInMemoryOnly(type, row.value)) return
    this.unwritten.add(keyOf(type.name, id), type, id, row, forgotten)
  }

  #notify(type: AnyType, value: object | null, group: string | null): void {
    this.#listeners.notify(type.name)
    const list = group ?? (value ? type.list?.(value).group : undefined)
    if (list !== undefined) this.#listeners.notify(keyOf(type.name, list))
  }
}

/** A read from the server that has begun. */
export type StoreRead = ReturnType<EntityStore['beginRead']>

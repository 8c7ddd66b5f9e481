import { type AnyType, type EntityRef, keyOf, type Row } from './entity.ts'

/** A change that must be written to disk. */
export interface UnwrittenRow {
  readonly type: AnyType
  readonly id: string
  /** The copy; undefined if it was purged. A purge does not delete a later copy of another tab. */
  readonly row: Row | undefined
  /** Highest version of the copies that were purged since the last write; -1: none was. */
  readonly purgedVersion: number
  /** Whether it was purged because the page lost its parent, and not because a reply lacks it. */
  readonly isWithParent: boolean
  readonly parent: EntityRef | undefined
}

/** A copy that the page has purged. */
export interface PurgedCopy {
  readonly row: Row
  /** Whether the page lost its parent. */
  readonly isWithParent: boolean
}

/** Changes of the store since the last write to disk. */
export interface UnwrittenChanges {
  readonly rows: ReadonlyMap<string, UnwrittenRow>
  /** The removed entities whose children must be removed from disk, by their keys. */
  readonly purgedParents: ReadonlyMap<string, EntityRef>
}

/** Collects the changes that must be written to disk. */
export class ChangeLog {
  #rows = new Map<string, UnwrittenRow>()
  #purgedParents = new Map<string, EntityRef>()
  readonly #onChange: () => void

  /** @param onChange called after each change */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  isEmpty(): boolean {
    return this.#rows.size === 0 && this.#purgedParents.size === 0
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  /** Adds a change of one entity. @param removed the removed copy; undefined for a received copy */
  add(key: string, type: AnyType, id: string, row: Row | undefined, removed?: PurgedCopy): void {
    const value = row?.value ?? removed?.row.value
    const parent = value && type.parent?.(value)
    const purgedVersion = Math.max(this.#rows.get(key)?.purgedVersion ?? -1, removed?.row.version ?? -1)
    this.#rows.set(key, { type, id, row, purgedVersion, isWithParent: removed?.isWithParent ?? false, parent })
    this.#onChange()
  }

  purgeChildren(key: string, parent: EntityRef): void {
    this.#purgedParents.set(key, parent)
    this.#onChange()
  }

  /** Keeps rows for a later write. */
  addWaiting(waiting: readonly UnwrittenRow[]): void {
    this.#restoreRows(waiting.map((change) => [keyOf(change.type.name, change.id), change]))
  }

  /** Returns the changes since the last call. */
  take(): UnwrittenChanges {
    const taken = { rows: this.#rows, purgedParents: this.#purgedParents }
    this.clear()
    return taken
  }

  /** Restores changes whose write failed. */
  restore({ rows, purgedParents }: UnwrittenChanges): void {
    this.#restoreRows(rows)
    for (const [key, parent] of purgedParents) this.#purgedParents.set(key, parent)
  }

  #restoreRows(rows: Iterable<[string, UnwrittenRow]>): void {
    for (const [key, change] of rows) {
      const later = this.#rows.get(key)
      const purgedVersion = Math.max(change.purgedVersion, later?.purgedVersion ?? -1)
      this.#rows.set(key, { ...(later ?? change), purgedVersion })
    }
  }

  clear(): void {
    this.#rows = new Map()
    this.#purgedParents = new Map()
  }
}

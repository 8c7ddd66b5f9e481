import { type AnyType, type EntityRef, keyOf, type Row } from './entity.ts'

/** A change that must be written to disk. */
export interface UnwrittenRow {
  readonly type: AnyType
  readonly id: string
  /** The copy; undefined if it was forgotten. Forgetting does not delete a later copy of another tab. */
  readonly row: Row | undefined
  /** Highest version of the copies that were forgotten since the last write; -1: none was. */
  readonly forgottenVersion: number
  /** Whether it was forgotten because the page lost its parent, and not because a reply lacks it. */
  readonly isWithParent: boolean
  readonly parent: EntityRef | undefined
}

/** A copy that the page has forgotten. */
export interface ForgottenCopy {
  readonly row: Row
  /** Whether the page lost its parent. */
  readonly isWithParent: boolean
}

/** Changes of the store since the last write to disk. */
export interface UnwrittenChanges {
  readonly rows: ReadonlyMap<string, UnwrittenRow>
  /** The removed entities whose children must be removed from disk, by their keys. */
  readonly forgottenParents: ReadonlyMap<string, EntityRef>
}

/** Collects the changes that must be written to disk. */
export class ChangeLog {
  #rows = new Map<string, UnwrittenRow>()
  #forgottenParents = new Map<string, EntityRef>()
  readonly #onChange: () => void

  /** @param onChange called after each change */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  isEmpty(): boolean {
    return this.#rows.size === 0 && this.#forgottenParents.size === 0
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  /** Adds a change of one entity. @param removed the removed copy; undefined for a received copy */
  add(key: string, type: AnyType, id: string, row: Row | undefined, removed?: ForgottenCopy): void {
    const value = row?.value ?? removed?.row.value
    const parent = value && type.parent?.(value)
    const forgottenVersion = Math.max(this.#rows.get(key)?.forgottenVersion ?? -1, removed?.row.version ?? -1)
    this.#rows.set(key, { type, id, row, forgottenVersion, isWithParent: removed?.isWithParent ?? false, parent })
    this.#onChange()
  }

  forgetChildren(key: string, parent: EntityRef): void {
    this.#forgottenParents.set(key, parent)
    this.#onChange()
  }

  /** Keeps rows for a later write. */
  addWaiting(waiting: readonly UnwrittenRow[]): void {
    this.#restoreRows(waiting.map((change) => [keyOf(change.type.name, change.id), change]))
  }

  /** Returns the changes since the last call. */
  take(): UnwrittenChanges {
    const taken = { rows: this.#rows, forgottenParents: this.#forgottenParents }
    this.clear()
    return taken
  }

  /** Restores changes whose write failed. */
  restore({ rows, forgottenParents }: UnwrittenChanges): void {
    this.#restoreRows(rows)
    for (const [key, parent] of forgottenParents) this.#forgottenParents.set(key, parent)
  }

  #restoreRows(rows: Iterable<[string, UnwrittenRow]>): void {
    for (const [key, change] of rows) {
      const later = this.#rows.get(key)
      const forgottenVersion = Math.max(change.forgottenVersion, later?.forgottenVersion ?? -1)
      this.#rows.set(key, { ...(later ?? change), forgottenVersion })
    }
  }

  clear(): void {
    this.#rows = new Map()
    this.#forgottenParents = new Map()
  }
}

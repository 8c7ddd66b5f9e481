import type { DBSchema } from 'idb'

// The schema of the entities on disk, without the code that writes them: the start script reads them (early-rows.ts).

/** Name of the database of the entities. */
export const ENTITY_DATABASE = 'noroshi-entities'
/** Version of its schema. */
export const ENTITY_VERSION = 3

/** An entity on disk. A row without a value is a removal. */
export interface StoredRow {
  readonly type: string
  readonly id: string
  readonly version: number
  readonly value?: object
  /** `type/group` of the list; absent without one. */
  readonly list?: string
  readonly order?: number
  /** `type/id` of the parent entity; absent without one. */
  readonly parent?: string
  /** Time of a removal in milliseconds since 1970. */
  readonly removedAt?: number
}

/** The last reply to a query of a feature whose data is not in the store (decisions/0122). */
export interface StoredReply {
  /** The hash of the query's key. */
  readonly key: string
  readonly data: unknown
  /** The time of the reply in milliseconds since 1970. */
  readonly at: number
  /** The time after which it is deleted, in milliseconds since 1970. */
  readonly until?: number
}

export interface Schema extends DBSchema {
  replies: { key: string; value: StoredReply; indexes: { at: number } }
  rows: { key: [string, string]; value: StoredRow; indexes: { list: [string, number]; parent: string; removedAt: number } }
  /** `owner`: id of the user who owns the rows, empty after a logout. `cursor`: the position in the journal. */
  meta: { key: 'owner' | 'cursor'; value: string }
}

/** Returns the keys of all rows of a type. */
export const keysOfType = (name: string) => IDBKeyRange.bound([name], [name, []])

/** Returns the keys of a part of a list in the index `list`. */
export const keysOfList = (list: string, from = 0, to = Number.MAX_SAFE_INTEGER) => IDBKeyRange.bound([list, from], [list, to])

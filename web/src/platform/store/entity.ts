/**
 * How two copies of one entity are merged. `merge` is commutative, associative and idempotent (a join), so that events, replies,
 * other tabs and rows from disk may arrive in any order and any number of times (laws.test.ts checks each type).
 *
 * Data with a clock of its own is a type of its own: a thread, its latest message and the reader's marks are types with the same
 * id, so that a write of one cannot take back another.
 */
export interface EntityType<T extends object> {
  readonly name: string
  readonly id: (value: T) => string
  /** Raised with each change. It decides against removals and, without `merge`, between two copies. */
  readonly version: (value: T) => number
  readonly merge?: (known: T, next: T) => T
  /** The entity without which this one may not be read. Its removal removes this one and refuses later copies. */
  readonly parent?: (value: T) => EntityRef
  /** The position in the ordered list of a group, such as the messages of a thread. */
  readonly list?: (value: T) => ListPosition
  /** Max entities of the type on disk at the start of a page: those with the highest ids, which sort by time. Default: all. */
  readonly storedMax?: number
  /** False for an entity that is not written to disk, nor its children. Default: all are. */
  readonly isStored?: (value: T) => boolean
}

export interface ListPosition {
  readonly group: string
  readonly order: number
}

/** The name of a type and the id of an entity. */
export type EntityRef = readonly [type: string, id: string]

/** A type whose values are known only as objects. */
// oxlint-disable-next-line typescript/no-explicit-any -- the values of different types share no fields
export type AnyType = EntityType<any>

export const defineEntity = <T extends object>(type: EntityType<T>): EntityType<T> => type

type Rest<T extends object> = Omit<EntityType<T>, 'id' | 'version' | 'merge'>

/** Defines a type whose values have an id and a version of the server. */
export const defineVersioned = <T extends { readonly id: string; readonly version: number }>(rest: Rest<T>): EntityType<T> => ({
  id: ({ id }) => id,
  version: ({ version }) => version,
  ...rest,
})

/** Data of which only replies tell. The newest read decides. */
export interface ReadAt {
  readonly id: string
  /** The time of the read, in milliseconds since 1970. */
  readonly at: number
}

export const defineRead = <T extends ReadAt>(rest: Rest<T>): EntityType<T> => ({
  id: ({ id }) => id,
  version: ({ at }) => at,
  ...rest,
})

/** Merges two copies of an entity. Returns `known` itself if nothing changed. */
export const mergeCopies = <T extends object>(type: EntityType<T>, known: T, next: T): T =>
  type.merge ? type.merge(known, next) : type.version(next) > type.version(known) ? next : known

/** A copy of an entity. Without a value it is a removal: the entity was deleted, or may not be read, since that version. */
export interface Row {
  readonly value: object | undefined
  readonly version: number
  /** The clock of the store at its last receipt; 0 for a row from disk. */
  readonly receivedAt: number
}

/** Returns the row after another copy. The same row if the copy changes nothing. */
export function mergeRows(type: AnyType, known: Row | undefined, next: Row): Row {
  if (!known) return next
  if (known.value === undefined || next.value === undefined)
    return next.version > known.version || isReadable(known, next) ? next : known
  const value = mergeCopies<object>(type, known.value, next.value)
  return value === known.value ? known : { value, version: type.version(value), receivedAt: next.receivedAt }
}

/** A user who has the very version of a removal may read the entity. */
const isReadable = (known: Row, next: Row) =>
  known.version === next.version && known.value === undefined && next.value !== undefined

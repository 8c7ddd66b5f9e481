/**
 * A type of entities and the merge of two copies of one entity. `merge` is commutative, associative and idempotent (a
 * join), so that copies from events, replies, other tabs and disk may arrive in any order and any number of times. Each
 * feature tests this for its types (testing/laws.ts).
 *
 * Data with an independent version is a separate type: a thread, its latest message and the reader's watermarks are
 * types with the same id, so that a write of one cannot revert another.
 */
export interface EntityType<T extends object> {
  readonly name: string
  readonly id: (value: T) => string
  /**
   * Incremented with each change. It is compared with the version of removals and, without `merge`, between two copies.
   */
  readonly version: (value: T) => number
  readonly merge?: (known: T, next: T) => T
  /**
   * The entity that the right to read this one depends on. Its removal removes this entity and refuses later copies.
   */
  readonly parent?: (value: T) => EntityRef
  /** The position in the ordered list of a group, such as the messages of a thread. */
  readonly list?: (value: T) => ListPosition
  /**
   * Max entities of the type that stay on disk at the start of a page: those with the highest ids, which sort by time.
   * Default: all.
   */
  readonly storedMax?: number
  /** False if the entity and its children are not written to disk. Default: true. */
  readonly isStored?: (value: T) => boolean
}

export interface ListPosition {
  readonly group: string
  readonly order: number
}

/** The name of a type and the id of an entity. */
export type EntityRef = readonly [type: string, id: string]

/** Returns a key of an entity, or of a list of a type. */
export const keyOf = (type: string, id: string): string => `${type}/${id}`

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

/** Data that only replies contain, without a version of the server. The newest read wins. */
export interface ReadAt {
  readonly id: string
  /** Time at which the read began, in milliseconds since 1970. */
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

/**
 * A copy of an entity. A row without a value is a removal: since its version, the entity is deleted or may no longer be
 * read.
 */
export interface Row {
  readonly value: object | undefined
  readonly version: number
  /** The store's logical clock at the last receipt; 0 for a row from disk. */
  readonly receivedAt: number
}

/** A row that was read from disk. Without a value it is a removal. */
export type RestoredRow = Pick<Row, 'value' | 'version'> & { readonly id: string }

/** Merges a copy into a row. Returns the same row if the copy changes nothing. */
export function mergeRows(type: AnyType, known: Row | undefined, next: Row): Row {
  if (!known) return next
  if (known.value === undefined || next.value === undefined)
    return next.version > known.version || isReadable(known, next) ? next : known
  const value = mergeCopies<object>(type, known.value, next.value)
  const receivedAt = Math.max(known.receivedAt, next.receivedAt)
  return value === known.value ? known : { value, version: type.version(value), receivedAt }
}

/** Returns whether a copy has the same version as a removal. The user may then read the entity. */
const isReadable = (known: Row, next: Row) =>
  known.version === next.version && known.value === undefined && next.value !== undefined

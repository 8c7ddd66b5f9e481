import type { DBSchema, IDBPObjectStore } from 'idb'
import { type AnyType, type EntityRef, mergeRows } from './entity.ts'
import type { UnwrittenChanges, UnwrittenRow } from './unwritten-changes.ts'

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

/** The last reply to a query of a feature whose data is not in the store (decisions/0123). */
export interface StoredReply {
  /** The hash of the query's key. */
  readonly key: string
  readonly data: unknown
  /** The time of the reply in milliseconds since 1970. */
  readonly at: number
}

export interface Schema extends DBSchema {
  replies: { key: string; value: StoredReply; indexes: { at: number } }
  rows: { key: [string, string]; value: StoredRow; indexes: { list: [string, number]; parent: string; removedAt: number } }
  /** `owner`: id of the user who owns the rows, empty after a logout. `cursor`: the position in the journal. */
  meta: { key: 'owner' | 'cursor'; value: string }
}
export const listKeyOf = (type: AnyType, group: string) => `${type.name}/${group}`
const keyOfRef = ([type, id]: EntityRef) => `${type}/${id}`
type Rows = Pick<IDBPObjectStore<Schema, ('rows' | 'meta')[], 'rows', 'readwrite'>, 'get' | 'put' | 'delete' | 'index'>

export const deleteAll = async (rows: Pick<Rows, 'delete'>, keys: readonly [string, string][]) => {
  await Promise.all(keys.map((key) => rows.delete(key)))
}

/** Deletes the descendants of an entity, including those that no page has in memory. */
export async function deleteChildren(rows: Rows, parent: EntityRef): Promise<void> {
  const children = await rows.index('parent').getAllKeys(keyOfRef(parent))
  await deleteAll(rows, children)
  await Promise.all(children.map((child) => deleteChildren(rows, child)))
}

type ChildrenOf = (parent: EntityRef) => readonly UnwrittenRow[]

/**
 * Merges the changes with the rows of other tabs.
 * @param childrenOf returns all children of an entity that the page has in memory
 */
export async function writeChanges(
  rows: Rows,
  { rows: changed, purgedParents }: UnwrittenChanges,
  childrenOf: ChildrenOf,
): Promise<void> {
  const descendantsOf = (parent: EntityRef): UnwrittenRow[] =>
    childrenOf(parent).flatMap((child) => [child, ...descendantsOf([child.type.name, child.id])])
  const writeAll = async (changes: readonly UnwrittenRow[]): Promise<void> => {
    const returned: UnwrittenRow[] = []
    await Promise.all(
      changes.map(async (change) => {
        if ((await mayWrite(rows, change)) && (await writeRow(rows, change)) === 'returned')
          returned.push(...descendantsOf([change.type.name, change.id]))
      }),
    )
    // This page or another tab has removed them with their parent.
    if (returned.length > 0) await writeAll(returned)
  }
  const all = [...changed.values()]
  await writeAll(all)
  await Promise.all(
    [...purgedParents.values()].map(async (parent) => {
      if ((await rows.get([...parent]))?.value) return // another tab received the return of the right
      await deleteChildren(rows, parent)
    }),
  )
  const purged = new Set([...purgedParents.values()].map(keyOfRef))
  // Received after the page had lost their parent.
  await writeAll(all.filter(({ row, parent }) => row?.value && parent && purged.has(keyOfRef(parent))))
}

/** Returns whether the row of the parent allows a change. */
async function mayWrite(rows: Rows, { row, parent, isDroppedWithParent }: UnwrittenRow): Promise<boolean> {
  if (!parent || (row === undefined && !isDroppedWithParent)) return true
  const known = await rows.get([...parent])
  return row === undefined ? !known?.value : known === undefined || known.value !== undefined
}

/** @returns 'returned' if the row replaces a removal */
async function writeRow(
  rows: Rows,
  { type, id, row, droppedVersion, isDroppedWithParent, parent }: UnwrittenRow,
): Promise<'returned' | undefined> {
  const known = await rows.get([type.name, id])
  if (row === undefined) {
    const isLater = known !== undefined && !isDroppedWithParent && known.version > droppedVersion
    if (!isLater) await rows.delete([type.name, id])
    return undefined
  }
  if (row.value && type.isStored?.(row.value) === false) return undefined
  const before = known && { value: known.value, version: known.version, receivedAt: 0 }
  const merged = mergeRows(type, before, row)
  if (merged === before) return undefined
  const position = merged.value && type.list?.(merged.value)
  await rows.put({
    type: type.name,
    id,
    version: merged.version,
    ...(merged.value ? { value: merged.value } : { removedAt: Date.now() }),
    ...(position && { list: listKeyOf(type, position.group), order: position.order }),
    ...(parent && { parent: keyOfRef(parent) }),
  })
  return known && known.value === undefined && merged.value ? 'returned' : undefined
}

import { type AnyType, type EntityRef, keyOf, mergeRows } from './entity.ts'
import type { StoredRow } from './entity-schema.ts'
import type { UnwrittenChanges, UnwrittenRow } from './unwritten-changes.ts'

export const listKeyOf = (type: AnyType, group: string) => keyOf(type.name, group)
const keyOfRef = (ref: EntityRef) => keyOf(...ref)
interface Rows {
  readonly get: (key: [string, string]) => Promise<StoredRow | undefined>
  readonly put: (row: StoredRow) => Promise<unknown>
  readonly delete: (key: [string, string]) => Promise<void>
  readonly index: (name: 'parent') => { readonly getAllKeys: (query: string) => Promise<[string, string][]> }
}

export const deleteAll = async (rows: Pick<Rows, 'delete'>, keys: readonly [string, string][]) => {
  await Promise.all(keys.map((key) => rows.delete(key)))
}

/** Returns access to the rows that reads each of them from disk at most once. In a flood, many have the same parent. */
function withRowCache(rows: Rows): Rows {
  const known = new Map<string, ReturnType<Rows['get']>>()
  return {
    get: ([type, id]) => {
      const key = keyOf(type, id)
      const reading = known.get(key) ?? rows.get([type, id])
      known.set(key, reading)
      return reading
    },
    put: (row) => {
      known.set(keyOf(row.type, row.id), Promise.resolve(row))
      return rows.put(row)
    },
    delete: ([type, id]) => {
      known.set(keyOf(type, id), Promise.resolve(undefined))
      return rows.delete([type, id])
    },
    index: (name) => rows.index(name),
  }
}

/** Deletes entities with their descendants, including those that no page has in memory. */
export async function deleteTrees(rows: Rows, keys: readonly [string, string][]): Promise<void> {
  await deleteAll(rows, keys)
  await Promise.all(keys.map((key) => deleteChildren(rows, key)))
}

const deleteChildren = async (rows: Rows, parent: EntityRef): Promise<void> =>
  deleteTrees(rows, await rows.index('parent').getAllKeys(keyOfRef(parent)))

/** Returns all entities that the page has in memory and that have a parent, by the key of the parent. */
export type ChildrenByParent = () => ReadonlyMap<string, readonly UnwrittenRow[]>

/** Max rows that wait for their parent. Older ones stay in memory only. */
const WAITING_MAX = 500

/**
 * Merges the changes with the rows of other tabs. A row is written only if its parent is on disk.
 * @returns the rows that wait for their parent
 */
export async function writeChanges(
  stored: Rows,
  { rows: changed, forgottenParents }: UnwrittenChanges,
  childrenByParent: ChildrenByParent,
): Promise<UnwrittenRow[]> {
  const rows = withRowCache(stored)
  let children: ReturnType<ChildrenByParent> | undefined
  const descendantsOf = (parent: EntityRef): UnwrittenRow[] => {
    children ??= childrenByParent()
    return (children.get(keyOfRef(parent)) ?? []).flatMap((child) => [child, ...descendantsOf([child.type.name, child.id])])
  }
  const writeAll = async (changes: readonly UnwrittenRow[]): Promise<UnwrittenRow[]> => {
    const returned: UnwrittenRow[] = []
    const waiting: UnwrittenRow[] = []
    await Promise.all(
      changes.map(async (change) => {
        const permission = await permissionOf(rows, change)
        if (permission === 'waits') waiting.push(change)
        else if (permission === 'granted' && (await writeRow(rows, change)) === 'added')
          returned.push(...descendantsOf([change.type.name, change.id]))
      }),
    )
    const hasProgress = waiting.length < changes.length
    // Rows whose parent was written now, and rows that this page or another tab has deleted with their parent.
    return hasProgress && waiting.length + returned.length > 0 ? writeAll([...waiting, ...returned]) : waiting
  }
  const all = [...changed.values()]
  // Deletions are written first, so that the other rows of the write see that their parent is no longer on disk.
  await writeAll(all.filter(isDeletion)) // none of them waits for a parent
  const waiting = await writeAll(all.filter((change) => !isDeletion(change)))
  await Promise.all(
    [...forgottenParents.values()].map(async (parent) => {
      if ((await rows.get([...parent]))?.value) return // another tab received the return of the right
      await deleteChildren(rows, parent)
    }),
  )
  const forgotten = new Set([...forgottenParents.values()].map(keyOfRef))
  // Received after the page had lost their parent.
  const received = all.filter(({ row, parent }) => row?.value && parent && forgotten.has(keyOfRef(parent)))
  return [...waiting, ...(await writeAll(received))].slice(-WAITING_MAX)
}

/** Returns whether the change adds no copy to disk: what is forgotten, a removal, or a copy that is not stored. */
const isDeletion = ({ type, row }: UnwrittenRow) => !row?.value || type.isStored?.(row.value) === false

type Permission = 'granted' | 'refused' | 'waits'

/** Returns whether the row of the parent permits a change. 'waits': the parent is not on disk. */
async function permissionOf(rows: Rows, { type, row, parent, isWithParent }: UnwrittenRow): Promise<Permission> {
  if (!parent || (row === undefined && !isWithParent)) return 'granted'
  const known = await rows.get([...parent])
  if (row === undefined) return known?.value ? 'refused' : 'granted'
  // The disk has no earlier copy of a row that is not stored, such as a message of an alert, whose parent it never has.
  if (!known) return row.value && type.isStored?.(row.value) === false ? 'refused' : 'waits'
  return known.value ? 'granted' : 'refused'
}

/** @returns 'added' if the disk did not have the entity, or had a removal */
async function writeRow(
  rows: Rows,
  { type, id, row, forgottenVersion, isWithParent, parent }: UnwrittenRow,
): Promise<'added' | undefined> {
  const known = await rows.get([type.name, id])
  if (row === undefined) {
    const isLater = known !== undefined && !isWithParent && known.version > forgottenVersion
    if (!isLater) await rows.delete([type.name, id])
    return undefined
  }
  if (row.value && type.isStored?.(row.value) === false) {
    // The copy on disk is from a time when the entity was stored.
    if (known?.value && known.version < row.version) await deleteTrees(rows, [[type.name, id]])
    return undefined
  }
  // A forgotten copy must not return with an older one that was received later.
  const isForgotten = known?.value !== undefined && known.version <= forgottenVersion
  const before = known && !isForgotten ? { value: known.value, version: known.version, receivedAt: 0 } : undefined
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
  return known?.value === undefined && merged.value ? 'added' : undefined
}

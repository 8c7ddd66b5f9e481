import { type AnyType, defineRead, type EntityType, keyOf, type ReadAt } from './entity.ts'
import type { EntityStore } from './entity-store.ts'
import { readTimeout } from './store-disk.ts'
import { diskOf, whenRestored } from './stores.ts'
import { createListViews } from './views.ts'

/** Max entities of a list on disk. The newest ones are kept. */
export const STORED_MAX = 300

/** The part of a list, ordered by id and read in pages, that the server has replied with. */
export interface Coverage extends ReadAt {
  /** Id of the entity that has the list, and the group of its entities. */
  readonly ofId: string
  /** The last id of the last page; null: the list was read to its end. */
  readonly through: string | null
}

export type ListOrder = 'asc' | 'desc'

/** A list of entities that the server returns in pages by keyset. */
export interface PagedList {
  readonly type: AnyType
  readonly coverage: EntityType<Coverage>
  readonly id: string
  readonly ofId: string
  readonly order: ListOrder
  /** The ids of all entities of the store that belong to the list, whether the list was read to them or not. */
  readonly idsIn: (store: EntityStore) => readonly string[]
  /**
   * An entity that a reply lacks is kept: the server deletes none, and it may be in other lists. Default: it is
   * dropped.
   */
  readonly keepsMissing?: boolean
}

/** The reply to a page of a list. It is the state of the list's query; the entities are in the store. */
export interface ListPage {
  readonly ids: readonly string[]
  readonly nextCursor: string | null
}

/**
 * Defines the entity type of a coverage. It has a separate list, so that it is restored after the covered entities and
 * dropped with them.
 * @param parentType the type of the entities that own the lists, if any
 */
export const defineCoverage = (name: string, parentType?: string): EntityType<Coverage> =>
  defineRead<Coverage>({
    name,
    ...(parentType !== undefined && { parent: ({ ofId }: Coverage) => [parentType, ofId] as const }),
    list: ({ ofId }) => ({ group: ofId, order: 0 }),
  })

/**
 * Returns the time in a UUIDv7, in milliseconds since 1970. It is the order of an entity in a list that is ordered by
 * id.
 */
export const orderOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Returns whether the part of a list that was read to `through` includes the position of `id`. */
export const isCovered = (id: string, through: string | null, order: ListOrder): boolean =>
  through === null || (order === 'desc' ? id >= through : id <= through)

/** Returns the ids in the order of a list. */
export const inOrder = (ids: readonly string[], order: ListOrder): string[] =>
  order === 'asc' ? ids.toSorted() : ids.toSorted().toReversed()

/**
 * Reads a page of a list. Known entities between the ends of the page that the reply lacks are dropped, because they
 * are no longer in the list.
 * @param after the cursor of the page; null: the first page
 * @param receive adds the entities of a reply to the store. It runs in one step with the change of the coverage, so
 * that a removal of their parent removes or refuses both.
 */
export async function readPage<Reply, Page extends ListPage>(
  store: EntityStore,
  list: PagedList,
  after: string | null,
  fetch: () => Promise<Reply>,
  receive: (reply: Reply) => Page,
): Promise<Page> {
  const { type, coverage, id, ofId, order, idsIn, keepsMissing = false } = list
  const read = store.beginRead()
  const [replied] = await Promise.allSettled([fetch(), restoreList(store, type, coverage, ofId)])
  if (replied.status === 'rejected') throw replied.reason
  const parent = coverage.parent?.({ id, ofId, at: 0, through: null })
  // The reply may lack what the page has received and lost meanwhile.
  if (parent && store.isRegainedSince(read.began, parent)) return readPage(store, list, after, fetch, receive)
  const page = receive(replied.value)
  const isOnPage = (known: string) =>
    isCovered(known, page.nextCursor, order) && (after === null || !isCovered(known, after, order))
  const forgetMissing = () => read.forgetMissing(type, idsIn(store).filter(isOnPage), new Set(page.ids))
  if (!keepsMissing) {
    forgetMissing()
    forgetAfterRestores(store, list, after, forgetMissing)
  }
  if (!hasCoverage({ type, order })) return page
  const known = store.get(coverage, id)
  // The pages before may have been removed with their parent meanwhile.
  if (after !== null && !(known && isCovered(after, known.through, order))) return page
  // Two pages that are read in the same millisecond are two reads.
  const at = Math.max(Date.now(), (known?.at ?? 0) + 1)
  const { covered } = readListsOf(store)
  const wasLost = covered.has(keyOf(coverage.name, id)) || (parent !== undefined && store.isRegainedSince(0, parent))
  const isRegained = !known && wasLost
  covered.add(keyOf(coverage.name, id))
  store.put(coverage, { id, ofId, at, through: page.nextCursor })
  const first = store.list(type, ofId).at(-STORED_MAX)?.order
  if (type.list && first !== undefined) void diskOf(store)?.trim(type, ofId, first)
  if (isRegained && !keepsMissing) await Promise.allSettled([restoreLost(store, list)])
  return page
}

/** The lists of a store that the page has read. The keys contain the type of the coverage and an id. */
interface ReadLists {
  /** The restores from disk that have begun or succeeded. Each resolves after {@link readTimeout} at the latest. */
  readonly restores: Map<string, Promise<void>>
  /** The coverages that the store has had. One that is missing now was lost, such as with its parent. */
  readonly covered: Set<string>
  /** For each list, by its id: what the replies to its pages lack is forgotten again after each restore. */
  readonly missing: Map<string, Map<string, (() => void)[]>>
}
const readLists = new WeakMap<EntityStore, ReadLists>()

function readListsOf(store: EntityStore): ReadLists {
  const known: ReadLists = readLists.get(store) ?? { restores: new Map(), covered: new Set(), missing: new Map() }
  readLists.set(store, known)
  return known
}

/** Forgets what the reply to a page lacks again after each restore, which a slow or busy disk may end later. */
function forgetAfterRestores(store: EntityStore, { coverage, id, ofId }: PagedList, after: string | null, forget: () => void) {
  const { missing } = readListsOf(store)
  const key = keyOf(coverage.name, ofId)
  const lists = missing.get(key) ?? new Map<string, (() => void)[]>()
  missing.set(key, lists)
  // The first page starts a new list.
  lists.set(id, after === null ? [forget] : [...(lists.get(id) ?? []), forget])
}

const forgetMissingOf = ({ missing }: ReadLists, key: string) => {
  for (const forgets of missing.get(key)?.values() ?? []) for (const forget of forgets) forget()
}

/** Restores a list from disk, once. Reads that begin meanwhile wait for it, too. */
function restoreList(store: EntityStore, type: AnyType, coverage: AnyType, ofId: string): Promise<void> {
  const lists = readListsOf(store)
  const { restores, covered } = lists
  const key = keyOf(coverage.name, ofId)
  const restore = async () => {
    await whenRestored(store)
    const disk = diskOf(store)
    if (!disk) return
    const isRead = !type.list || (await disk.restoreBetween(type, ofId, 0, Number.MAX_SAFE_INTEGER))
    const isComplete = isRead && (await disk.restoreBetween(coverage, ofId, 0, 0))
    for (const { id } of store.list(coverage, ofId)) covered.add(keyOf(coverage.name, id))
    forgetMissingOf(lists, key)
    if (!isComplete) restores.delete(key) // the next read tries again
  }
  const known = restores.get(key)
  if (known) return known
  const begun = inTime(restore())
  restores.set(key, begun)
  return begun
}

/** Resolves after {@link readTimeout} at the latest: a slow disk does not delay a reply for long. */
const inTime = (restoring: Promise<void>): Promise<void> => Promise.race([restoring, readTimeout()])

/**
 * Restores the entities of a list that was lost with its parent. If that has returned, the disk may still have them. Reads
 * that begin meanwhile wait for it.
 */
function restoreLost(store: EntityStore, { type, coverage, id, ofId }: PagedList): Promise<void> {
  const lists = readListsOf(store)
  const key = keyOf(coverage.name, ofId)
  const own = lists.missing.get(key)?.get(id) ?? []
  lists.missing.set(key, new Map([[id, own]])) // the replies to other lists are from before the loss
  const restore = async () => {
    const disk = diskOf(store)
    await disk?.flush() // deletes those whose parent has not returned
    if (type.list) await disk?.restoreBetween(type, ofId, 0, Number.MAX_SAFE_INTEGER)
    forgetMissingOf(lists, key)
  }
  const begun = inTime(restore())
  lists.restores.set(key, begun)
  return begun
}

/** Restores one entity of a list from disk, for a screen that shows it without the list. It never rejects. */
export async function restoreOfList(store: EntityStore, type: AnyType, ofId: string, id: string): Promise<void> {
  await whenRestored(store)
  await diskOf(store)?.restoreBetween(type, ofId, orderOfId(id), orderOfId(id))
}

/** Returns whether the coverage of a list is stored. The disk has the newest entities of a list. */
const hasCoverage = ({ type, order }: Pick<PagedList, 'type' | 'order'>) => type.list === undefined || order === 'desc'

/**
 * Returns the id to which a list is known: from the replies of this page, or before the first reply from disk. null: to
 * its end; undefined: not known. The replies do not count after the loss of the list's coverage, with its entities.
 */
export const throughOf = (
  store: EntityStore,
  list: Pick<PagedList, 'type' | 'coverage' | 'id' | 'order'>,
  pages: readonly ListPage[] | undefined,
): string | null | undefined => {
  const known = store.get(list.coverage, list.id)
  const last = known || !hasCoverage(list) ? pages?.at(-1) : undefined
  return last ? last.nextCursor : known?.through
}

/**
 * Returns the ids of a list as far as it was read, in its order; undefined until some of it was. See {@link throughOf}.
 */
export function readIds(store: EntityStore, list: PagedList, pages: readonly ListPage[] | undefined): string[] | undefined {
  const through = throughOf(store, list, pages)
  if (through === undefined) return undefined
  return inOrder(
    list.idsIn(store).filter((id) => isCovered(id, through, list.order)),
    list.order,
  )
}

/**
 * Returns a function that returns the views of a list as far as it was read; undefined until some of it was. Its
 * `pages` are the replies of the server, if any.
 */
export function createPagedViews<Item>() {
  const views = createListViews<Item>()
  return (
    store: EntityStore,
    list: PagedList,
    pages: readonly ListPage[] | undefined,
    viewOf: (id: string) => Item | undefined,
    arrange?: (all: readonly Item[]) => readonly Item[],
  ): readonly Item[] | undefined => {
    const items = readIds(store, list, pages)?.flatMap((id) => viewOf(id) ?? [])
    return items && views(store, list.id, items, arrange)
  }
}

/**
 * Returns the items of a list. An empty list is undefined until a reply or a failure, because the store may not have
 * its items yet.
 */
export const unlessPending = <Item>(items: readonly Item[] | undefined, isPending: boolean): readonly Item[] | undefined =>
  isPending && items?.length === 0 ? undefined : items

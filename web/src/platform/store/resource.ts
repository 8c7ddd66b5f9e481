import type { QueryClient } from '@tanstack/react-query'
import { defineCoverage, orderOfId, type PagedList } from './coverage.ts'
import { defineVersioned } from './entity.ts'
import { definePagedQuery, type ReplyPage } from './paged-query.ts'
import { registerEntities } from './stores.ts'
import { createViews } from './views.ts'

/** An item with an id and a version of the server. */
interface Versioned {
  readonly id: string
  readonly version: number
}

interface Declared<Item extends Versioned> {
  readonly name: string
  /** The type of the entity that has the list of the items. They are deleted with it. */
  readonly parent: string
  readonly parentId: (item: Item) => string
  /** Whether the oldest item is shown first. */
  readonly isShownReversed?: boolean
  /** Returns a page of the server, the newest items first. */
  readonly fetch: (ofId: string, query: { cursor?: string }, signal: AbortSignal) => Promise<ReplyPage<Item>>
}

/**
 * Defines items with one version each and one paged list under their parent. What differs is built from
 * `defineVersioned`, `defineCoverage` and {@link definePagedQuery}, which this function joins.
 */
export function defineResource<Item extends Versioned>(declared: Declared<Item>) {
  const { name, parent, parentId, isShownReversed = false, fetch } = declared
  const entity = defineVersioned<Item>({
    name,
    parent: (item) => [parent, parentId(item)],
    list: (item) => ({ group: parentId(item), order: orderOfId(item.id) }),
  })
  const coverage = defineCoverage(`${name}Coverage`, parent)
  const types = [entity, coverage] as const
  const storeOf = (cache: QueryClient) => registerEntities(cache, types)
  const view = createViews<Item>()

  const list = (ofId: string): PagedList => ({
    type: entity,
    coverage,
    id: ofId,
    ofId,
    order: 'desc', // the disk has the newest items
    idsIn: (store) => store.list(entity, ofId).map(({ id }) => id),
  })
  const paged = definePagedQuery({
    types,
    storeOf,
    key: (ofId: string) => [name, ofId],
    list,
    fetch: (query, signal, ofId) => fetch(ofId, query, signal),
    receive: (store, item: Item) => store.putAndWrite(entity, item),
    viewOf(store, id): Item | undefined {
      const item = store.get(entity, id)
      return item && view(store, item, [], () => item)
    },
    ...(isShownReversed && { arrange: (all: readonly Item[]) => all.toReversed() }),
    meta: { keepsEvents: true },
  })
  return {
    ...paged,
    entity,
    coverage,
    types,
    storeOf,
    /** Adds an item from an event or from the reply to a change. */
    put: (cache: QueryClient, item: Item) => storeOf(cache).put(entity, item),
    /** Removes an item: since `version`, it is deleted. */
    remove: (cache: QueryClient, { id, version }: Versioned) => storeOf(cache).remove(entity, id, version),
  }
}

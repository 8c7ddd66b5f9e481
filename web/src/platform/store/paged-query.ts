import { infiniteQueryOptions, type QueryClient, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { createPagedViews, type ListPage, type PagedList, readPage, unlessPending } from './coverage.ts'
import type { EntityStore } from './entity-store.ts'
import type { AnyType } from './entity.ts'
import { useStore } from './use-store.ts'

/** A page of a list, as the server replies with it. */
export interface ReplyPage<Replied> {
  readonly items: readonly Replied[]
  readonly nextCursor: string | null
}

interface Declared<Of extends readonly unknown[], Replied extends { readonly id: string }, Shown> {
  /** The types that a shown item is made of. */
  readonly types: readonly AnyType[]
  readonly storeOf: (cache: QueryClient) => EntityStore
  readonly key: (...of: Of) => QueryKey
  readonly list: (...of: Of) => PagedList
  readonly fetch: (query: { cursor?: string }, signal: AbortSignal, ...of: Of) => Promise<ReplyPage<Replied>>
  /** Adds an item of a reply to the store. */
  readonly receive: (store: EntityStore, item: Replied) => void
  /** Returns an item as screens show it; undefined until all of it is known. */
  readonly viewOf: (store: EntityStore, id: string) => Shown | undefined
  /** The order of the screen, if it is not that of the list. */
  readonly arrange?: (all: readonly Shown[]) => readonly Shown[]
  readonly meta?: { readonly keepsEvents: boolean }
  readonly refetchInterval?: false
}

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

/** Defines a list of the store that the server returns in pages: its query, and its items as far as they were read. */
export function definePagedQuery<Of extends readonly unknown[], Replied extends { readonly id: string }, Shown>(
  declared: Declared<Of, Replied, Shown>,
) {
  const { types, storeOf, key, list, fetch, receive, viewOf, arrange, meta, refetchInterval } = declared
  const views = createPagedViews<Shown>()
  const keys = types.map(({ name }) => name).join(' ')

  const query = (...of: Of) =>
    infiniteQueryOptions({
      queryKey: key(...of),
      queryFn: ({ client, pageParam, signal }): Promise<ListPage> => {
        const store = storeOf(client)
        const fetchPage = () => fetch(pageParam === null ? {} : { cursor: pageParam }, signal, ...of)
        return readPage(store, list(...of), pageParam, fetchPage, ({ items, nextCursor }) => {
          for (const item of items) receive(store, item)
          return { ids: items.map(({ id }) => id), nextCursor }
        })
      },
      initialPageParam: firstCursor,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      ...(meta && { meta: { ...meta } }),
      ...(refetchInterval !== undefined && { refetchInterval }),
    })

  /** Returns the items as far as they were read; undefined until some were. `pages`: the replies of the server, if any */
  const itemsOf = (store: EntityStore, pages: readonly ListPage[] | undefined, ...of: Of): readonly Shown[] | undefined =>
    views(store, list(...of), pages, (id) => viewOf(store, id), arrange)

  /** {@link itemsOf} with the state of the query. */
  function useItems(...of: Of) {
    const { data, ...rest } = useInfiniteQuery(query(...of))
    const items = useStore(types, keys, (store) => itemsOf(store, data?.pages, ...of))
    return { ...rest, items: unlessPending(items, rest.isPending) }
  }

  const refetch = (cache: QueryClient, ...of: Of) => void cache.invalidateQueries({ queryKey: key(...of) })

  return { list, query, itemsOf, useItems, refetch }
}

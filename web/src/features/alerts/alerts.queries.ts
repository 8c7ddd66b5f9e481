import type { Person } from '@noroshi/contract/accounts/accounts.http'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { alertRoutes, type AlertStatus, type LedgerEntry } from '@noroshi/contract/alerts/alerts.http'
import { alertToken, removeAlertToken } from '../../platform/session/alert-tokens.ts'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { readReply, replyOf } from '../../platform/store/replies.ts'
import { storedKey } from '../../platform/store/stored-key.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { createViews } from '../../platform/store/views.ts'
import { alertStore, beginAlertRead } from './alert-store.ts'
import { ALERT_KEYS, alertOf, type AlertRange } from './alert-views.ts'
import { alertEntities, alertEntity, ledgerEntity, respondersEntity } from './alerts.entities.ts'
import { readAlerts } from './read-alerts.ts'

// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

const pageOf = (status: AlertStatus, cursor: string | null, signal?: AbortSignal) =>
  call(alertRoutes.list, { query: { status, ...(cursor !== null && { cursor }) }, signal })

/** Fetches a list of alerts into the store (`readAlerts`). `alert-lists.ts` returns its alerts. */
export const alertsQuery = (status: AlertStatus) =>
  queryOptions({
    queryKey: ['alerts', 'list', status] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<AlertRange> => {
      const isInvalidated = client.getQueryState(queryKey)?.isInvalidated === true
      const read = beginAlertRead(alertStore(client))
      const range = await readAlerts(
        { client, queryKey, signal },
        {
          status,
          fetchPage: (cursor) => pageOf(status, cursor, signal),
          readElsewhere: (id) => readAgain(client, id, status === 'all' ? [] : ['all']),
        },
      )
      if (status === 'active' && isInvalidated) void confirmResolved(client, read)
      return range
    },
    meta: { keepsEvents: true },
  })

/** Refetches the active queries that contain an alert. @returns false if no active query contains it */
function readAgain(client: QueryClient, id: string, lists: readonly AlertStatus[]): boolean {
  const keys = [
    alertQuery(id).queryKey,
    ...lists
      .map((status) => alertsQuery(status).queryKey)
      .filter((key) => (client.getQueryData<AlertRange>(key)?.oldest ?? '~') <= id),
  ]
  const shown = keys.filter((queryKey) => client.getQueryCache().find({ queryKey })?.isActive() === true)
  for (const queryKey of shown) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  return shown.length > 0
}

/**
 * Drops the resolved alerts that no reply has contained since a read began, because the user may have lost the right to
 * read them before the start or the invalidation. The newest ones are read first, so that they stay readable without a
 * connection.
 */
export async function confirmResolved(client: QueryClient, read: ReturnType<typeof beginAlertRead>) {
  const store = alertStore(client)
  const resolved = () => store.ids(alertEntity).filter((id) => typeof store.get(alertEntity, id)?.resolvedAt === 'string')
  if (!resolved().some((id) => !read.isReceivedSince(id))) return
  try {
    await client.fetchQuery({ ...alertsQuery('all'), retry: 3 })
  } catch {
    return // the next invalidation triggers a retry
  }
  const unconfirmed = resolved().filter((id) => !read.isReceivedSince(id) && !readAgain(client, id, ['all', 'resolved']))
  read.forgetMissing(unconfirmed, new Set())
}

/** Reads the next older alerts of a list. */
export function useMoreAlerts(status: AlertStatus) {
  const client = useQueryClient()
  const { queryKey } = alertsQuery(status)
  return useMutation({
    mutationFn: async () => {
      const range = client.getQueryData<AlertRange>(queryKey)
      if (!range || range.oldest === '') return
      const read = beginAlertRead(alertStore(client))
      const { items, nextCursor } = await pageOf(status, range.oldest)
      for (const alert of items) read.receive(alert)
      const oldest = nextCursor ?? ''
      const isInvalidated = client.getQueryState(queryKey)?.isInvalidated === true
      client.setQueryData<AlertRange>(queryKey, (now) => (now && oldest < now.oldest ? { oldest } : now))
      // `setQueryData` has reset the invalidation.
      if (isInvalidated) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    },
  })
}

/** Fetches an alert into the store. {@link useAlert} returns it. */
export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'detail', id] as const,
    queryFn: async ({ client }) => {
      const read = beginAlertRead(alertStore(client))
      const token = alertToken(id)
      try {
        read.receive(await call(alertRoutes.get, { params: { id }, alertToken: token }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) {
          if (token !== undefined) removeAlertToken(id)
          read.forgetMissing([id], new Set())
        }
        throw error
      }
      return id
    },
    meta: { keepsEvents: true },
  })

const ALERT_KEY = ALERT_KEYS.join(' ')

/** Returns an alert with the user's own data, even while it is refetched. */
export function useAlert(id: string) {
  const { error, refetch } = useQuery(alertQuery(id))
  const alert = useStore(alertEntities, ALERT_KEY, (store) => alertOf(store, id))
  return { alert, error, refetch }
}

/**
 * Returns whether an alert is a drill, also after it was resolved. An alert that the device does not have is fetched; it
 * counts as a real one until it is known.
 */
export function useIsDrill(id: string): boolean {
  const facts = useStore(alertEntities, alertEntity.name, (store) => store.get(alertEntity, id))
  useQuery({ ...alertQuery(id), enabled: !facts })
  return facts?.isDrill === true
}

const NOT_REACHED = { deliveredAt: null, seenAt: null, answer: null, answeredAt: null } as const

/** Fetches the ledger of an alert into the store. Returns it with the version of its counts. */
async function readLedger(client: QueryClient, id: string) {
  let version = 0
  let entries: readonly LedgerEntry[] = []
  await readReply(alertStore(client), ledgerEntity, id, async () => {
    const reply = await call(alertRoutes.ledger, { params: { id } })
    version = reply.countsVersion
    // After the others, without any time.
    const notReached = reply.notReached.map((user) => ({ user, ...NOT_REACHED }))
    entries = [...reply.items, ...notReached]
    return entries
  })
  return { version, entries }
}

/** Fetches the ledger of an alert into the store. {@link useLedger} returns it. */
export const ledgerQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'ledger', id] as const,
    queryFn: async ({ client }) => (await readLedger(client, id)).version,
  })

/** Returns the ledger of an alert as last read, and the time of that read; undefined until it is known. */
export function useLedger(id: string) {
  const { error, refetch } = useQuery(ledgerQuery(id))
  const entries = useStore(alertEntities, ledgerEntity.name, (store) => replyOf(store, ledgerEntity, id))
  const at = useStore(alertEntities, ledgerEntity.name, (store) => store.get(ledgerEntity, id)?.at)
  return { entries, at, error, refetch }
}

/** Max responders that are shown beside the ledger. `alert:ledger` carries the same number. */
const RESPONDERS = 10

/** Fetches the responders into the store, with the ledger. Events keep them current. */
const respondersQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'responders', id] as const,
    queryFn: async ({ client }) => {
      const { version, entries } = await readLedger(client, id)
      const responders = entries
        .filter(({ answer }) => answer === 'responding')
        .toSorted((a, b) => (b.answeredAt ?? '').localeCompare(a.answeredAt ?? ''))
        .slice(0, RESPONDERS)
        .map(({ user }) => user)
      alertStore(client).put(respondersEntity, { id, version, responders })
      return version
    },
    staleTime: Infinity,
    refetchInterval: false,
    meta: { keepsEvents: true },
  })

const respondersView = createViews<readonly Person[]>()

/** Returns the responders, latest answer first. */
export function useResponders(id: string, isEnabled: boolean) {
  useQuery({ ...respondersQuery(id), enabled: isEnabled })
  return useStore(alertEntities, respondersEntity.name, (store) => {
    const known = store.get(respondersEntity, id)
    return known && respondersView(store, known, [], () => known.responders)
  })
}

export const groupMembersQuery = infiniteQueryOptions({
  queryKey: storedKey('alerts', 'groupMembers'),
  queryFn: ({ pageParam }) => call(alertRoutes.groupMembers, { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: firstCursor,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { beginRead, markStale, isStale } from './stale-active-alerts.ts'
import { isKnownResolved, knownVersion } from './alert-versions.ts'

interface Page {
  items: AlertForViewer[]
  nextCursor: string | null
}
type Pages = InfiniteData<Page, string | null>
type Rows = Map<string, AlertForViewer>

interface ReadContext {
  readonly client: QueryClient
  readonly queryKey: QueryKey
  readonly signal: AbortSignal
}

interface Source {
  readonly fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<Page>
  /** The alert in the cache of its own page. */
  readonly cachedDetail: (id: string) => AlertForViewer | undefined
}

/**
 * Reads the active alerts to the last page, so that counts are complete. Each page is merged into the cached list when it
 * arrives, so that events change it from then on. At the end, alerts that were not read leave the list. A later read needs only
 * the newest page, since events keep the rest current, unless the list was marked stale before or during the read.
 */
export async function readActive(context: ReadContext, source: Source): Promise<Page> {
  const { client, queryKey } = context
  const state = client.getQueryState(queryKey)
  if (state?.data === undefined || state.isInvalidated) markStale(client)
  for (;;) {
    const items = await readOnce(context, source)
    if (!isStale(client)) return { items, nextCursor: null }
    showRows(context, items)
  }
}

/** Puts all rows into the cache as one page without a cursor, so that events find their position in it. */
function showRows({ client, queryKey, signal }: ReadContext, items: AlertForViewer[]) {
  signal.throwIfAborted() // another user may be signed in now
  client.setQueryData<Pages>(queryKey, { pages: [{ items, nextCursor: null }], pageParams: [null] })
}

async function readOnce(context: ReadContext, { fetchPage, cachedDetail }: Source): Promise<AlertForViewer[]> {
  const { client, signal } = context
  const readsAllPages = isStale(client)
  const completeRead = beginRead(client)
  const before = cachedRows(context)
  const readIds = new Set<string>()
  for (let cursor: string | null = null; ;) {
    const atRequest = cachedRows(context)
    const page = await fetchPage(cursor, signal)
    signal.throwIfAborted()
    markStaleIfInvalidated(context)
    const rows = cachedRows(context)
    for (const alert of page.items) {
      readIds.add(alert.id)
      setOrDelete(rows, alert.id, newestOf(client, alert, { atRequest, rows, cachedDetail }))
    }
    cursor = page.nextCursor
    if (cursor === null) completeRead()
    if (cursor === null || !readsAllPages)
      return newestFirst(withoutResolved(rows, { before, readIds, oldestId: cursor === null ? '' : oldestIn(page) }))
    showRows(context, newestFirst([...rows.values()]))
  }
}

const cachedRows = ({ client, queryKey }: ReadContext): Rows =>
  new Map(client.getQueryData<Pages>(queryKey)?.pages.flatMap(({ items }) => items.map((alert) => [alert.id, alert])))

const newestFirst = (alerts: AlertForViewer[]) => alerts.toSorted((a, b) => (a.id > b.id ? -1 : 1))
const oldestIn = ({ items }: Page) => items.at(-1)?.id ?? ''

/** While there is no data, React Query does not refetch an invalidated query but uses the running read, which is older. */
function markStaleIfInvalidated({ client, queryKey }: ReadContext) {
  const state = client.getQueryState(queryKey)
  if (state?.data === undefined && state?.isInvalidated) markStale(client)
}

function setOrDelete(rows: Rows, id: string, alert: AlertForViewer | undefined) {
  if (alert) rows.set(id, alert)
  else rows.delete(id)
}

interface CachedRows extends Pick<Source, 'cachedDetail'> {
  /** The rows in the cache when the page was requested. */
  readonly atRequest: Rows
  /** The rows in the cache now. */
  readonly rows: Rows
}

/** Returns the newest known version of an alert that was read; undefined if it was resolved during the read. */
function newestOf(
  client: QueryClient,
  alert: AlertForViewer,
  { atRequest, rows, cachedDetail }: CachedRows,
): AlertForViewer | undefined {
  const [before, now] = [atRequest.get(alert.id), rows.get(alert.id)]
  // Counts and answers change without a new version.
  const isChanged = before !== undefined && now !== before && now?.version === alert.version
  if (now && (isChanged || now.version > alert.version)) return now
  if (knownVersion(client, alert.id) <= alert.version) return alert
  if (isKnownResolved(client, alert.id)) return undefined
  const detail = cachedDetail(alert.id)
  return detail?.resolvedAt === null && detail.version > alert.version ? detail : alert
}

interface ReadResult {
  /** The rows in the cache when the read started. */
  readonly before: Rows
  readonly readIds: ReadonlySet<string>
  /** The oldest id that was read; '' if all were read. */
  readonly oldestId: string
}

/** Removes alerts that the read should have returned and did not. Alerts that were raised or reopened meanwhile stay. */
function withoutResolved(rows: Rows, { before, readIds, oldestId }: ReadResult): AlertForViewer[] {
  const isNew = ({ id, version }: AlertForViewer) => version > (before.get(id)?.version ?? 0)
  return [...rows.values()].filter((alert) => readIds.has(alert.id) || alert.id < oldestId || isNew(alert))
}

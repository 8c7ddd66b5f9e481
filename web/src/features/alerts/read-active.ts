import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { beginAnswer, callInQuestion, isInQuestion } from './active-doubts.ts'
import { isNotedResolved, notedVersion } from './alert-versions.ts'

interface Page {
  items: AlertForViewer[]
  nextCursor: string | null
}
type Pages = InfiniteData<Page, string | null>
type Rows = Map<string, AlertForViewer>

interface Reading {
  readonly client: QueryClient
  readonly queryKey: QueryKey
  readonly signal: AbortSignal
}

interface Source {
  readonly ask: (cursor: string | null, signal: AbortSignal) => Promise<Page>
  /** The alert as its own page has it. */
  readonly openDetail: (id: string) => AlertForViewer | undefined
}

/**
 * Reads the active alerts to the last page: none may be missing from a count. Each page joins the kept list as it comes, so
 * that events change what was read; what is missing leaves it at the end. Later the newest page is enough, since events keep
 * what lies below it, unless the whole was called in question: before or while it was read.
 */
export async function readActive(reading: Reading, source: Source): Promise<Page> {
  const { client, queryKey } = reading
  const state = client.getQueryState(queryKey)
  if (state?.data === undefined || state.isInvalidated) callInQuestion(client)
  for (;;) {
    const items = await readOnce(reading, source)
    if (!isInQuestion(client)) return { items, nextCursor: null }
    show(reading, items)
  }
}

/** One page without a cursor, however many were read: events find their place anywhere in it. */
function show({ client, queryKey, signal }: Reading, items: AlertForViewer[]) {
  signal.throwIfAborted() // somebody else may be signed in by now
  client.setQueryData<Pages>(queryKey, { pages: [{ items, nextCursor: null }], pageParams: [null] })
}

async function readOnce(reading: Reading, { ask, openDetail }: Source): Promise<AlertForViewer[]> {
  const { client, signal } = reading
  const isWhole = isInQuestion(client)
  const answer = beginAnswer(client)
  const before = heldRows(reading)
  const read = new Set<string>()
  for (let cursor: string | null = null; ;) {
    const asked = heldRows(reading)
    const page = await ask(cursor, signal)
    signal.throwIfAborted()
    noteInvalidated(reading)
    const rows = heldRows(reading)
    for (const alert of page.items) {
      read.add(alert.id)
      put(rows, alert.id, latest(client, alert, { asked, rows, openDetail }))
    }
    cursor = page.nextCursor
    if (cursor === null) answer()
    if (cursor === null || !isWhole)
      return inOrder(withoutGone(rows, { before, read, from: cursor === null ? '' : oldestIn(page) }))
    show(reading, inOrder([...rows.values()]))
  }
}

const heldRows = ({ client, queryKey }: Reading): Rows =>
  new Map(client.getQueryData<Pages>(queryKey)?.pages.flatMap(({ items }) => items.map((alert) => [alert.id, alert])))

const inOrder = (alerts: AlertForViewer[]) => alerts.toSorted((a, b) => (a.id > b.id ? -1 : 1))
const oldestIn = ({ items }: Page) => items.at(-1)?.id ?? ''

/** Without data React Query joins what is called in question to the reading that runs, which began before. */
function noteInvalidated({ client, queryKey }: Reading) {
  const state = client.getQueryState(queryKey)
  if (state?.data === undefined && state?.isInvalidated) callInQuestion(client)
}

function put(rows: Rows, id: string, alert: AlertForViewer | undefined) {
  if (alert) rows.set(id, alert)
  else rows.delete(id)
}

interface Known extends Pick<Source, 'openDetail'> {
  /** What was held when the page was asked for, and now. */
  readonly asked: Rows
  readonly rows: Rows
}

/** The newest that is known of an alert that was read. undefined: it was resolved meanwhile. */
function latest(client: QueryClient, alert: AlertForViewer, { asked, rows, openDetail }: Known): AlertForViewer | undefined {
  const [then, now] = [asked.get(alert.id), rows.get(alert.id)]
  // Counts and answers change without a new version.
  const isChanged = then !== undefined && now !== then && now?.version === alert.version
  if (now && (isChanged || now.version > alert.version)) return now
  if (notedVersion(client, alert.id) <= alert.version) return alert
  if (isNotedResolved(client, alert.id)) return undefined
  const detail = openDetail(alert.id)
  return detail?.resolvedAt === null && detail.version > alert.version ? detail : alert
}

interface Seen {
  /** What was held when the reading began. */
  readonly before: Rows
  readonly read: ReadonlySet<string>
  /** The oldest id down to which was read. */
  readonly from: string
}

/** Without what should have been read and was not. What came or came back meanwhile is news, and stays. */
function withoutGone(rows: Rows, { before, read, from }: Seen): AlertForViewer[] {
  const isNews = ({ id, version }: AlertForViewer) => version > (before.get(id)?.version ?? 0)
  return [...rows.values()].filter((alert) => read.has(alert.id) || alert.id < from || isNews(alert))
}

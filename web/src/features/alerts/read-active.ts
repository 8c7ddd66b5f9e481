import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { notedVersion } from './alert-versions.ts'

interface Page {
  items: AlertForViewer[]
  nextCursor: string | null
}
type Pages = InfiniteData<Page, string | null>
type Ask = (cursor: string | null) => Promise<Page>

const inOnePage = (page: Page): Pages => ({ pages: [page], pageParams: [null] })

/**
 * Reads the active alerts to the last page: none may be missing from a count. What is read is shown as it comes. Later the
 * newest page is enough, since events keep what lies below it, unless the whole was called in question. Events that come
 * while it is read are not lost: in a flood there is no moment without them.
 */
export async function readActive(cache: QueryClient, key: QueryKey, ask: Ask): Promise<Page> {
  const known = () => cache.getQueryData<Pages>(key)?.pages ?? []
  const before = new Set(known().flatMap(({ items }) => items.map(({ id }) => id)))
  const isWhole = known().length === 0 || known().at(-1)?.nextCursor !== null || cache.getQueryState(key)?.isInvalidated === true
  const read: AlertForViewer[] = []
  for (let cursor: string | null = null; ;) {
    const page = await ask(cursor)
    read.push(...page.items)
    cursor = page.nextCursor
    const seen = { read, before, isToTheEnd: cursor === null }
    const items = merged(cache, known(), seen)
    if (cursor === null || !isWhole) return { items, nextCursor: null }
    cache.setQueryData<Pages>(key, (shown) => (shown && before.size > 0 ? shown : inOnePage({ items, nextCursor: cursor })))
  }
}

interface Seen {
  /** Newest first. */
  readonly read: readonly AlertForViewer[]
  /** Ids that were known when the reading began. */
  readonly before: ReadonlySet<string>
  readonly isToTheEnd: boolean
}

/** What was read, in the versions that are known by now, with what came meanwhile and what lies below. */
function merged(cache: QueryClient, pages: readonly Page[], { read, before, isToTheEnd }: Seen): AlertForViewer[] {
  const held = new Map(pages.flatMap(({ items }) => items.map((alert) => [alert.id, alert])))
  const ids = new Set(read.map(({ id }) => id))
  const oldest = read.at(-1)?.id
  const isBelow = (id: string) => !isToTheEnd && oldest !== undefined && id < oldest
  const newer = read
    .map((alert) => (notedVersion(cache, alert.id) > alert.version ? held.get(alert.id) : alert))
    .filter((alert) => alert !== undefined)
  const others = [...held.values()].filter(({ id }) => !ids.has(id) && (!before.has(id) || isBelow(id)))
  return [...newer, ...others].toSorted((a, b) => (a.id > b.id ? -1 : 1))
}

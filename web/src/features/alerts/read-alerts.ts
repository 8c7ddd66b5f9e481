import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AlertForViewer, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { diskOf } from '../../platform/store/stores.ts'
import { alertStore, beginAlertRead } from './alert-store.ts'
import { alertOf, type AlertRange, isListed } from './alert-views.ts'
import { accessEntity, alertEntity, alertListingEntity } from './alerts.entities.ts'

interface Page {
  readonly items: readonly AlertForViewer[]
  readonly nextCursor: string | null
}

interface ReadContext {
  readonly client: QueryClient
  readonly queryKey: QueryKey
  readonly signal: AbortSignal
}

export interface Source {
  readonly status: AlertStatus
  readonly fetchPage: (cursor: string | null) => Promise<Page>
  /** Refetches another active query that contains the alert. @returns false if there is none */
  readonly readElsewhere: (id: string) => boolean
}

/**
 * Reads a list of alerts into the store. It reads the newest page, because events keep the rest current; after an
 * invalidation it rereads all pages that were read before. Active alerts are read to the end, so that counts are
 * complete. Each page is shown when it arrives.
 * @returns the part of the list that the store then contains
 */
export async function readAlerts(context: ReadContext, source: Source): Promise<AlertRange> {
  const repeatedFor = new Set<string>()
  for (;;) {
    const { range, isLate, unread } = await readOnce(context, source)
    const next = unread.filter((id) => !repeatedFor.has(id))
    if (!isLate && next.length === 0) return range
    for (const id of next) repeatedFor.add(id)
  }
}

async function readOnce({ client, queryKey, signal }: ReadContext, source: Source) {
  const store = alertStore(client)
  const state = () => client.getQueryState<AlertRange>(queryKey)
  const known = state()?.data
  const isComplete = known && !state()?.isInvalidated && !(source.status === 'active' && known.oldest !== '')
  const end = source.status === 'active' ? '' : (known?.oldest ?? null)
  const read = beginAlertRead(store)
  /**
   * Whether the query was invalidated before its first data. The invalidation then starts no fetch but uses the running
   * one, whose data is older.
   */
  let isLate = false
  for (let cursor: string | null = null; ;) {
    const [page]: [Page, unknown] = await Promise.all([source.fetchPage(cursor), diskOf(store)?.ready()])
    signal.throwIfAborted() // another user may have signed in
    for (const alert of page.items) read.receive(alert)
    const oldest = page.nextCursor ?? ''
    forgetMissingAlerts(store, source, { read, from: oldest, below: cursor, replied: new Set(page.items.map(({ id }) => id)) })
    store.put(alertListingEntity, { id: source.status, at: read.at })
    const shown = state()?.data
    if (!shown) isLate = state()?.isInvalidated === true
    // The user may have scrolled further meanwhile.
    const range = shown && shown.oldest <= oldest ? shown : { oldest }
    if (range !== shown) client.setQueryData<AlertRange>(queryKey, range)
    cursor = page.nextCursor
    if (cursor === null) read.forgetOrphans()
    if (cursor === null || isComplete || end === null || cursor <= end)
      return { range, isLate, unread: unreadAlerts(store, read.isReceivedSince) }
  }
}

/**
 * Returns the alerts of events that arrived meanwhile without the user's rights or with missing files, because an
 * earlier event was missed.
 */
const unreadAlerts = (store: EntityStore, isReceivedSince: (id: string) => boolean): string[] =>
  store.ids(alertEntity).filter((id) => isReceivedSince(id) && isIncomplete(store, id))

/** Returns whether the user's rights or some files of an alert are unknown. */
export function isIncomplete(store: EntityStore, id: string): boolean {
  const facts = store.get(alertEntity, id)
  return !store.get(accessEntity, id) || (facts !== undefined && facts.medias.length !== facts.mediaCount)
}

interface Part {
  readonly read: ReturnType<typeof beginAlertRead>
  /** The oldest id of the page. */
  readonly from: string
  /** All ids of the page are older than this id; null: it is the newest page. */
  readonly below: string | null
  readonly replied: ReadonlySet<string>
}

/**
 * Forgets the alerts that a page should contain but does not: they have ended or were deleted, or the user lost the right
 * to read them.
 */
function forgetMissingAlerts(store: EntityStore, { status, readElsewhere }: Source, { read, from, below, replied }: Part) {
  const missing = store.ids(alertEntity).filter((id) => {
    if (id < from || (below !== null && id >= below) || replied.has(id)) return false
    const alert = alertOf(store, id)
    // An alert that no list contains was opened by its URL. It stays while it is on the screen.
    return (!alert || isListed(status, alert) || !isListed('all', alert)) && !readElsewhere(id)
  })
  read.forgetMissing(missing, replied)
}

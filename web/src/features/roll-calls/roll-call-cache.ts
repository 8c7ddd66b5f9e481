import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { RollCall, RollCallDependant, RollCallForViewer, RollCallViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { allRollCallsQuery, openRollCallsQuery, rollCallQuery } from './roll-calls.queries.ts'

type OneChange = (known: RollCallForViewer) => RollCallForViewer
interface Page {
  readonly items: readonly RollCallForViewer[]
  readonly nextCursor: string | null
}

/** Returns a roll-call with the newer parts of both. Its counts and the relation of the viewer have versions of their own. */
export function withNewer(known: RollCallForViewer, next: RollCall & { readonly viewer?: RollCallViewer }): RollCallForViewer {
  const { counts, countsVersion } = next.countsVersion >= known.countsVersion ? next : known
  const viewer = next.viewer && next.viewer.version >= known.viewer.version ? next.viewer : known.viewer
  const dependants = newestDependants(known.viewer.dependants, next.viewer?.dependants)
  return {
    ...(next.version >= known.version ? next : known),
    counts,
    countsVersion,
    viewer: { ...viewer, ...(dependants && { dependants }) },
  }
}

type Dependants = RollCallViewer['dependants']

/** Returns the newer one of each dependant of two lists. The dependants of a roll-call stay the same. */
function newestDependants(known: Dependants, next: Dependants): Dependants {
  if (known === undefined || next === undefined) return next ?? known
  return next.map((dependant) => {
    const other = known.find(({ id }) => id === dependant.id)
    return other && other.version > dependant.version ? other : dependant
  })
}

/** Returns a roll-call with a dependant who is asked, or an answer about one, unless a newer one is known. */
export function withDependant(known: RollCallForViewer, changed: RollCallDependant): RollCallForViewer {
  const { dependants = [] } = known.viewer
  const other = dependants.find(({ id }) => id === changed.id)
  if (other && other.version > changed.version) return known
  const next = other ? dependants.map((each) => (each === other ? changed : each)) : [...dependants, changed]
  return { ...known, viewer: { ...known.viewer, dependants: next } }
}

const changed = <Of extends Page>(page: Of, id: string, change: OneChange): Of =>
  page.items.some((item) => item.id === id)
    ? { ...page, items: page.items.map((item) => (item.id === id ? change(item) : item)) }
    : page

/** Returns a roll-call from the cache. */
export const knownRollCall = (cache: QueryClient, id: string): RollCallForViewer | undefined =>
  cache.getQueryData(rollCallQuery(id).queryKey) ??
  [cache.getQueryData(openRollCallsQuery.queryKey), ...(cache.getQueryData(allRollCallsQuery.queryKey)?.pages ?? [])]
    .flatMap((page) => page?.items ?? [])
    .find((item) => item.id === id)

/** Changes a roll-call wherever it is in the cache. */
export function changeRollCall(cache: QueryClient, id: string, change: OneChange): void {
  cache.setQueryData(openRollCallsQuery.queryKey, (list) => list && changed(list, id, change))
  cache.setQueryData(
    allRollCallsQuery.queryKey,
    (all) => all && { ...all, pages: all.pages.map((page) => changed(page, id, change)) },
  )
  cache.setQueryData(rollCallQuery(id).queryKey, (known) => known && change(known))
}

const withNew = <Of extends Page>(page: Of, added: RollCallForViewer): Of =>
  page.items.some(({ id }) => id === added.id)
    ? page
    : { ...page, items: [added, ...page.items].toSorted((a, b) => (a.id > b.id ? -1 : 1)) }

const withNewInFirst = <Param>(all: InfiniteData<Page, Param>, added: RollCallForViewer) => {
  const isKnown = all.pages.some(({ items }) => items.some(({ id }) => id === added.id))
  return { ...all, pages: all.pages.map((page, index) => (index === 0 && !isKnown ? withNew(page, added) : page)) }
}

/** Adds a roll-call to the lists that are loaded, or updates it in them. */
export function receiveRollCall(cache: QueryClient, rollCall: RollCallForViewer): void {
  changeRollCall(cache, rollCall.id, (known) => withNewer(known, rollCall))
  if (rollCall.closedAt === null) cache.setQueryData(openRollCallsQuery.queryKey, (list) => list && withNew(list, rollCall))
  // `as`: its pages are those of the contract, with their items
  cache.setQueryData(allRollCallsQuery.queryKey, (all) => all && (withNewInFirst(all, rollCall) as typeof all))
}

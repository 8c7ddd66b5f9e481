import type { AlertForViewer, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { peopleRevision, personEntity } from '../../platform/store/known-people.ts'
import { createViews } from '../../platform/store/views.ts'
import {
  accessEntity,
  alertEntity,
  alertListingEntity,
  alertTypes,
  answerEntity,
  countsEntity,
  handlingEntity,
} from './alerts.entities.ts'

/** The keys of the changes that affect a shown alert ({@link EntityStore.subscribe}). */
export const ALERT_KEYS = [...alertTypes, alertListingEntity, personEntity].map(({ name }) => name)

const alertView = createViews<AlertForViewer>()

/**
 * Returns an alert with the user's own data; undefined until both are known. It is the same object until one of its
 * parts changes.
 */
export function alertOf(store: EntityStore, id: string): AlertForViewer | undefined {
  const facts = store.get(alertEntity, id)
  const counts = store.get(countsEntity, id)
  const access = store.get(accessEntity, id)
  if (!facts || !counts || !access) return undefined
  const answer = store.get(answerEntity, id)
  const handling = store.get(handlingEntity, id)
  return alertView(store, facts, [counts, access, answer, handling], () => {
    const { medias, mediaCount: _count, ...shared } = facts
    const { inAudience, isRaiser, holdsToken, ownVoiceNotes } = access
    return {
      ...shared,
      alertMedias: medias.map(({ media }) => media),
      counts: counts.counts,
      countsVersion: counts.version,
      ...(handling && { handling: handling.handling }),
      viewer: {
        inAudience,
        isRaiser,
        holdsToken,
        seenAt: answer?.seenAt ?? null,
        answer: answer?.answer ?? null,
        ...(answer?.progress && { progress: answer.progress }),
        ...(answer?.isShownToRaiser && { isShownToRaiser: true }),
        version: answer?.version ?? 0,
        ...(ownVoiceNotes.length > 0 && { ownVoiceNotes: [...ownVoiceNotes] }),
      },
    }
  })
}

/** The part of a list that was read: from the newest alert down to the id `oldest`; '' if all alerts were read. */
export interface AlertRange {
  readonly oldest: string
}

/** Returns whether the server lists the alert with this status for the user. */
export const isListed = (status: AlertStatus, { resolvedAt, isMuted, viewer }: AlertForViewer): boolean =>
  (viewer.inAudience || viewer.isRaiser) &&
  (status === 'all' || (status === 'resolved') === (resolvedAt !== null)) &&
  !(isMuted && resolvedAt !== null) // an administrator has dismissed it

interface ListView {
  readonly oldest: string
  readonly alerts: readonly AlertForViewer[]
  /** The position in the change feed of each type up to which the view is current. */
  readonly positions: readonly number[]
}
const listViews = new WeakMap<EntityStore, Map<AlertStatus, ListView>>()

const positionsOf = (store: EntityStore) => alertTypes.map((type) => store.feed(type).end)

/**
 * Returns the alerts of a list, newest first. It is the same array until one of them changes. In a flood, lists have
 * thousands of rows: only the alerts that changed since the last call are read.
 */
export function alertsOf(store: EntityStore, status: AlertStatus, { oldest }: AlertRange): readonly AlertForViewer[] {
  const views = listViews.get(store) ?? new Map<AlertStatus, ListView>()
  listViews.set(store, views)
  const known = views.get(status)
  const people = peopleRevision(store)
  const positions = [people, ...positionsOf(store)]
  const isSame = known?.oldest === oldest && known.positions[0] === people
  const changed = isSame ? changedSince(store, known.positions.slice(1)) : null
  const shown = (id: string) => {
    const alert = id >= oldest ? alertOf(store, id) : undefined
    return alert && isListed(status, alert) ? alert : undefined
  }
  const alerts =
    known && changed
      ? withChanged(known.alerts, changed, shown)
      : store
          .ids(alertEntity)
          .toSorted()
          .toReversed()
          .flatMap((id) => shown(id) ?? []) // ids sort by time
  views.set(status, { oldest, alerts, positions })
  return alerts
}

/** Returns the ids of the alerts that changed; null if too many did. */
function changedSince(store: EntityStore, positions: readonly number[]): Set<string> | null {
  const ids = new Set<string>()
  for (const [index, type] of alertTypes.entries()) {
    const changed = store.feed(type).since(positions[index] ?? 0)
    if (!changed) return null
    for (const id of changed) ids.add(id)
  }
  return ids
}

/**
 * Returns the list with these alerts replaced, inserted or removed. It is the same array if none of the changes affects
 * it.
 */
function withChanged(
  known: readonly AlertForViewer[],
  changed: ReadonlySet<string>,
  shown: (id: string) => AlertForViewer | undefined,
): readonly AlertForViewer[] {
  let alerts: AlertForViewer[] | undefined
  for (const id of changed) {
    const [list, next] = [alerts ?? known, shown(id)]
    const at = indexOf(list, id)
    const before = list[at]?.id === id ? list[at] : undefined
    if (before === next) continue
    alerts ??= [...known]
    alerts.splice(at, before ? 1 : 0, ...(next ? [next] : []))
  }
  return alerts ?? known
}

/** Returns the index of the first alert that is not newer. */
function indexOf(alerts: readonly AlertForViewer[], id: string): number {
  let [low, high] = [0, alerts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((alerts[middle]?.id ?? '') > id) low = middle + 1
    else high = middle
  }
  return low
}

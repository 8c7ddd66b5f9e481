import type { AlertForViewer, AlertStatus } from '@noroshi/contract/alerts/alerts.http'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { createListViews, createViews } from '../../platform/store/views.ts'
import { accessEntity, alertEntity, alertListingEntity, alertTypes, answerEntity, countsEntity } from './alerts.entities.ts'

/** The changes that show another alert ({@link EntityStore.subscribe}). */
export const ALERT_KEYS = [...alertTypes, alertListingEntity].map(({ name }) => name)

const alertView = createViews<AlertForViewer>()
const listView = createListViews<AlertForViewer>()

/** Returns an alert with the user's own data; undefined until both are known. The same object until one of its parts changes. */
export function alertOf(store: EntityStore, id: string): AlertForViewer | undefined {
  const facts = store.get(alertEntity, id)
  const counts = store.get(countsEntity, id)
  const access = store.get(accessEntity, id)
  if (!facts || !counts || !access) return undefined
  const answer = store.get(answerEntity, id)
  return alertView(store, facts, [counts, access, answer], () => {
    const { medias, mediaCount: _count, ...shared } = facts
    const { inAudience, isRaiser, holdsToken, ownVoiceNotes } = access
    return {
      ...shared,
      alertMedias: medias.map(({ media }) => media),
      counts: counts.counts,
      countsVersion: counts.version,
      viewer: {
        inAudience,
        isRaiser,
        holdsToken,
        seenAt: answer?.seenAt ?? null,
        answer: answer?.answer ?? null,
        version: answer?.version ?? 0,
        ...(ownVoiceNotes.length > 0 && { ownVoiceNotes: [...ownVoiceNotes] }),
      },
    }
  })
}

/** The part of a list that was read: from the newest alert down to the id `oldest`; '' if all were read. */
export interface AlertRange {
  readonly oldest: string
}

/** Whether the server lists the alert with this status for the user. */
export const isListed = (status: AlertStatus, { resolvedAt, isMuted, viewer }: AlertForViewer): boolean =>
  (viewer.inAudience || viewer.isRaiser) &&
  (status === 'all' || (status === 'resolved') === (resolvedAt !== null)) &&
  !(isMuted && resolvedAt !== null) // it was dismissed

/** Returns the alerts of a list, newest first. The same array until one of them changes. */
export function alertsOf(store: EntityStore, status: AlertStatus, { oldest }: AlertRange): readonly AlertForViewer[] {
  const listed: AlertForViewer[] = []
  for (const id of store.ids(alertEntity)) {
    const alert = id >= oldest ? alertOf(store, id) : undefined
    if (alert && isListed(status, alert)) listed.push(alert)
  }
  listed.sort((a, b) => (a.id > b.id ? -1 : 1)) // ids sort by time
  return listView(store, status, listed)
}

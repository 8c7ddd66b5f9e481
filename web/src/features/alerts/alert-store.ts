import type { QueryClient } from '@tanstack/react-query'
import type { Alert, AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import type { AlertChange } from '@noroshi/contract/alerts/alerts.events'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import {
  accessEntity,
  alertEntities,
  alertEntity,
  alertListingEntity,
  childTypes,
  answerEntity,
  countsEntity,
  handlingEntity,
  type Access,
} from './alerts.entities.ts'

/** Returns the entity store with the entity types of alerts. */
export const alertStore = (cache: QueryClient): EntityStore => registerEntities(cache, alertEntities)

/** Adds the part of an alert that is the same for all readers. */
export function receiveShared(store: EntityStore, { alertMedias, counts, countsVersion, ...facts }: Alert) {
  const { id, version } = facts
  const medias = alertMedias.map((media) => ({ version, media }))
  store.put(alertEntity, { ...facts, mediaCount: medias.length, medias })
  store.put(countsEntity, { id, version: countsVersion, counts })
}

/** Adds a change from an event, which contains only the added or changed files. */
export function receiveChange(store: EntityStore, { addedMedias, counts, countsVersion, ...facts }: AlertChange) {
  const { id, version } = facts
  store.put(alertEntity, { ...facts, medias: addedMedias.map((media) => ({ version, media })) })
  store.put(countsEntity, { id, version: countsVersion, counts })
}

/**
 * Adds an alert from a reply, with the user's own data.
 * @param at time at which the read began; the rights in a reply to a change do not replace those of a read
 */
export function receiveAlert(store: EntityStore, { viewer, handling, ...alert }: AlertForViewer, at = 0) {
  const { id } = alert
  const { seenAt, answer, progress, isShownToRaiser, version, ownVoiceNotes = [], ...rights } = viewer
  receiveShared(store, alert)
  store.put(answerEntity, { id, seenAt, answer, progress, isShownToRaiser, version })
  if (handling) store.put(handlingEntity, { id, version: handling.version, handling })
  store.put(accessEntity, { id, at, ownVoiceNotes, ...rights })
}

/** Adds the rights from an event. A later read replaces them. */
export const receiveAccess = (store: EntityStore, rights: Pick<Access, 'id' | 'inAudience' | 'isRaiser'>) =>
  store.put(accessEntity, { at: 0, holdsToken: false, ownVoiceNotes: [], ...rights })

const lastReads = new WeakMap<EntityStore, number>()

/** Begins a read of alerts. Its time is later than that of each earlier read, even if the device's clock went back. */
export function beginAlertRead(store: EntityStore) {
  const listed = store.ids(alertListingEntity).map((id) => store.get(alertListingEntity, id)?.at ?? 0)
  const at = Math.max(Date.now(), 1 + Math.max(lastReads.get(store) ?? 0, ...listed))
  lastReads.set(store, at)
  const { forgetMissing, isReceivedSince } = store.beginRead()
  return {
    at,
    receive: (alert: AlertForViewer) => receiveAlert(store, alert, at),
    isReceivedSince: (id: string) => isReceivedSince(alertEntity, id),
    /** Forgets the alerts of `ids` that the reply lacks, unless they were received meanwhile. */
    forgetMissing: (ids: readonly string[], replied: ReadonlySet<string>) => forgetMissing(alertEntity, ids, replied),
    /** Forgets data of late events about alerts that the store does not have. */
    forgetOrphans: () => {
      for (const type of childTypes) {
        const orphans = store.ids(type).filter((id) => !store.row(alertEntity, id))
        forgetMissing(type, orphans, new Set())
      }
    },
  }
}

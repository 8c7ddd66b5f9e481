import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Alert, AlertAnswer, AlertMedia, AlertStatus, LedgerEntry } from '@noroshi/contract/alerts/alerts.http'
import type { AlertCounts } from '@noroshi/contract/alerts/alert-counts'
import type { AlertHandling, ResponderProgress } from '@noroshi/contract/alerts/handling'
import { defineEntity } from '../../platform/store/entity.ts'
import { defineReply } from '../../platform/store/replies.ts'

/** A file of an alert in the highest version of the alert that contained it. */
export interface VersionedMedia {
  readonly version: number
  readonly media: AlertMedia
}
/** An alert without the data that has an independent version. */
export interface AlertFacts extends Omit<Alert, 'alertMedias' | 'counts' | 'countsVersion'> {
  /** Number of files of this version. An event contains only the files that it added. */
  readonly mediaCount: number
  /** All received files, ordered by id. */
  readonly medias: readonly VersionedMedia[]
}

interface OfAlert {
  /** Id of the alert. */
  readonly id: string
  readonly version: number
}
export interface Counts extends OfAlert {
  readonly counts: AlertCounts
}
/** The users who respond, latest answer first. Their version is that of the counts. */
export interface Responders extends OfAlert {
  readonly responders: readonly Person[]
}
/** The user's answer on any device. */
export interface OwnAnswer extends OfAlert {
  readonly seenAt: string | null
  readonly answer: AlertAnswer | null
  readonly progress?: ResponderProgress | undefined
  readonly isShownToRaiser?: true | undefined
}
/** The decisions about an alert. */
export interface Handling extends OfAlert {
  readonly handling: AlertHandling
}
/** The reasons for which the user may read the alert. */
export interface Access {
  readonly id: string
  /**
   * Time at which the read that reported it began ({@link beginAlertRead}); 0 for an event. Memberships of alert groups
   * have no version. Each change of them is followed by a complete read, so that the read that began last decides.
   */
  readonly at: number
  readonly inAudience: boolean
  readonly isRaiser: boolean
  readonly holdsToken: boolean
  /** Ids of the voice notes that the user recorded. They are never removed. */
  readonly ownVoiceNotes: readonly string[]
}
/** The record that a list of alerts was read at least once. */
export interface AlertListing {
  readonly id: AlertStatus
  /** The time of the last read, in milliseconds since 1970. */
  readonly at: number
}

/** The version of a removal. It is the highest one, because a deleted alert never returns. */
export const DELETED = Number.MAX_SAFE_INTEGER

/** Max alerts on disk. The newest ones by id are kept. A flood has thousands. */
const STORED_MAX = 500

const idOf = ({ id }: { readonly id: string }) => id
const ofAlert = { id: idOf, parent: ({ id }: { readonly id: string }) => ['alert', id] as const, storedMax: STORED_MAX }
const byVersion = { ...ofAlert, version: ({ version }: OfAlert) => version }

export const alertEntity = defineEntity<AlertFacts>({
  name: 'alert',
  id: idOf,
  version: ({ version }) => version,
  storedMax: STORED_MAX,
  merge: (known, next) => {
    const medias = mergeMedias(known.medias, next.medias)
    const newest = next.version > known.version ? next : known
    return newest.medias === medias ? newest : { ...newest, medias }
  },
})

/** Returns each file of both lists in its highest version. Returns `known` if the other list adds nothing. */
function mergeMedias(known: readonly VersionedMedia[], next: readonly VersionedMedia[]): readonly VersionedMedia[] {
  if (next.length === 0) return known
  const byId = new Map(known.map((each) => [each.media.id, each]))
  const added = next.filter(({ version, media }) => version > (byId.get(media.id)?.version ?? -1))
  if (added.length === 0) return known
  for (const each of added) byId.set(each.media.id, each)
  return [...byId.values()].toSorted((a, b) => (a.media.id < b.media.id ? -1 : 1))
}

export const countsEntity = defineEntity<Counts>({ ...byVersion, name: 'alertCounts' })
export const respondersEntity = defineEntity<Responders>({ ...byVersion, name: 'alertResponders' })
export const answerEntity = defineEntity<OwnAnswer>({ ...byVersion, name: 'alertAnswer' })
export const handlingEntity = defineEntity<Handling>({ ...byVersion, name: 'alertHandling' })

export const accessEntity = defineEntity<Access>({
  ...ofAlert,
  name: 'alertAccess',
  version: ({ at }) => at,
  merge: (known, next) => {
    const { ownVoiceNotes: before } = known
    const added = next.ownVoiceNotes.filter((id) => !before.includes(id))
    const ownVoiceNotes = added.length > 0 ? [...before, ...added].toSorted() : before
    const latest = next.at > known.at ? next : next.at === known.at ? rightsOfBoth(known, next) : known
    return latest.ownVoiceNotes === ownVoiceNotes ? latest : { ...latest, ownVoiceNotes }
  },
})

/** Merges two reports of the same time: the rights that both of them grant. Returns `known` if these are the same. */
function rightsOfBoth(known: Access, next: Access): Access {
  const inAudience = known.inAudience && next.inAudience
  const isRaiser = known.isRaiser && next.isRaiser
  const holdsToken = known.holdsToken && next.holdsToken
  return inAudience === known.inAudience && isRaiser === known.isRaiser && holdsToken === known.holdsToken
    ? known
    : { ...known, inAudience, isRaiser, holdsToken }
}

/** The recipients of an alert with their answers, as last read. Events report only their counts. */
export const ledgerEntity = defineReply<readonly LedgerEntry[]>('alertLedger', 'alert')

export const alertListingEntity = defineEntity<AlertListing>({ name: 'alertListing', id: idOf, version: ({ at }) => at })

/** The data that belongs to an alert. */
export const childTypes = [countsEntity, respondersEntity, answerEntity, handlingEntity, accessEntity, ledgerEntity] as const

/** The types of a shown alert. A view reads all of them. */
export const alertTypes = [alertEntity, countsEntity, answerEntity, handlingEntity, accessEntity] as const

export const alertEntities = [alertEntity, ...childTypes, alertListingEntity]

import { can } from '@noroshi/contract/abilities'
import type { AlertFacts } from '@noroshi/contract/alerts/alerts.abilities'
import type { AlertChange } from '@noroshi/contract/alerts/alerts.events'
import type { Alert, AlertForViewer, AlertMedia } from '@noroshi/contract/alerts/alerts.http'
import type { AlertCounts } from '@noroshi/contract/alerts/alert-counts'
import type { RaisedFor, RaisedForName } from '@noroshi/contract/alerts/raised-for'
import type { Viewer } from '@noroshi/contract/define'
import { nameParts, presentPerson } from '#/features/accounts/people/people.service.ts'
import { presentMedia } from '#/features/files/files.service.ts'
import { presentHandling, presentOwnHandling } from './handling/handling.present.ts'
import type { AlertMediaColumns, AlertRow } from './alerts.sql.ts'
import type { RaisedForColumns } from './raise/raised-for.sql.ts'

/** The part of an alert that is the same for all readers. Events carry it. */
export const presentAlert = (row: AlertRow): Alert => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
  raisedBy: row.raiser && presentPerson(row.raiser),
  ...(row.raised_for && { raisedFor: presentRaisedFor(row.raised_for) }),
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: row.accuracy,
  textContent: row.text_content,
  resolvedBy: row.resolver && presentPerson(row.resolver),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  alertMedias: row.medias.map(presentAlertMedia),
  alertMessageThread: { MessageThreadId: row.thread_id },
  counts: presentCounts(row),
  countsVersion: row.counts_version,
  ...(row.is_muted && { isMuted: true }),
  ...(row.is_drill && { isDrill: true }),
  ...(row.arrived_at && {
    origin: { unitName: row.unit_name, arrivedAt: row.arrived_at.toISOString(), isLate: row.is_late },
  }),
})

const presentRaisedFor = ({ person, name }: RaisedForColumns): RaisedFor => ({ person: person && presentPerson(person), name })

/** The same for readers who get no ids of users, such as a siren screen. */
export const presentRaisedForName = ({ person, name }: RaisedForColumns): RaisedForName => ({
  person: person && nameParts(person),
  name,
})

/**
 * The event payload of a changed alert. `knownMedias`: files that earlier events have already reported, with the same
 * transcripts.
 */
export function presentAlertChange(row: AlertRow, knownMedias: readonly Pick<AlertMediaColumns, 'id'>[]): AlertChange {
  const { alertMedias, ...alert } = presentAlert(row)
  const knownIds = new Set(knownMedias.map(({ id }) => id))
  return { ...alert, addedMedias: alertMedias.filter(({ id }) => !knownIds.has(id)), mediaCount: alertMedias.length }
}

export const presentCounts = (
  row: Pick<
    AlertRow,
    'recipient_count' | 'delivered' | 'seen' | 'responding' | 'cannot_help' | 'on_the_way' | 'arrived' | 'finished'
  >,
): AlertCounts => ({
  recipients: row.recipient_count,
  delivered: row.delivered,
  seen: row.seen,
  responding: row.responding,
  cannotHelp: row.cannot_help,
  ...(row.on_the_way > 0 && { onTheWay: row.on_the_way }),
  ...(row.arrived > 0 && { arrived: row.arrived }),
  ...(row.finished > 0 && { finished: row.finished }),
})

/** The alert as a caller with these facts sees it. */
export const presentAlertForViewer = (row: AlertRow, viewer: Viewer, facts: AlertFacts): AlertForViewer => ({
  ...presentAlert(row),
  ...(row.handling && {
    handling: can(viewer, 'alert:readHandling', facts) ? presentHandling(row.handling) : presentOwnHandling(row.handling),
  }),
  viewer: {
    inAudience: facts.inAudience,
    isRaiser: facts.isRaiser,
    holdsToken: facts.holdsToken,
    seenAt: row.my_seen_at?.toISOString() ?? null,
    answer: row.my_answer,
    ...(row.my_progress && { progress: row.my_progress }),
    ...(row.is_shown_to_raiser && { isShownToRaiser: true }),
    version: row.my_version,
    ...ownVoiceNotesOf(row),
  },
})

function ownVoiceNotesOf({ medias }: AlertRow): Pick<AlertForViewer['viewer'], 'ownVoiceNotes'> {
  const own = medias.filter(({ is_own, transcript }) => is_own === true && transcript !== null)
  return own.length === 0 ? {} : { ownVoiceNotes: own.map(({ id }) => id) }
}

const presentAlertMedia = (media: AlertMediaColumns): AlertMedia => ({
  ...presentMedia({ ...media, id: media.file_id }),
  id: media.id,
  caption: media.caption,
  updatedAt: new Date(media.updated_at).toISOString(),
})

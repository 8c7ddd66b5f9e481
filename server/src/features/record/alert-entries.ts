import { createHash } from 'node:crypto'
import type { AlertChange } from '@noroshi/contract/alerts/alerts.events'
import type { Alert, AlertMedia } from '@noroshi/contract/alerts/alerts.http'
import type { Media } from '@noroshi/contract/files'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { RecordKindName, RecordPayload, RecordPerson } from '@noroshi/contract/record/record-kinds'
import type { NewEntry } from './chain-writer.ts'

/** The state of an alert by the entries of its chain. Hashes replace texts and locations, so that an erasure leaves none. */
export interface KnownAlert {
  /** That of the alert. An event with a lower one is from before. */
  readonly version: number
  readonly textLength: number
  readonly textHash: string
  readonly locationHash: string
  readonly isMuted: boolean
  readonly resolvedAt: string | null
  readonly delivered: number
  readonly recipients: number
  /** The ids of its files. */
  readonly files: readonly string[]
  /** The hashes of the texts of voice notes, by the ids of their files. */
  readonly transcripts: Readonly<Record<string, string>>
  /** Entries of its text and its location. */
  readonly changes: number
  /** Entries of its resolutions and reopenings. */
  readonly resolutions: number
  /** Entries of the texts of voice notes. */
  readonly transcriptions: number
}

/**
 * Max entries of the text and the location of one alert, of its resolutions and reopenings, and of the texts of its voice notes:
 * they have no other limit, because an SOS is never refused. Each has its own count, so that a device without a session uses up
 * none of the others. Later ones are in the alert only.
 */
export const CHANGES_MAX = 2000

/** Max answers of one person in the record of an alert. Later ones are in the ledger only. */
export const ANSWERS_MAX = 100

/** An entry of a kind with the person whose act it is. */
export interface AlertEntry extends NewEntry {
  readonly kind: RecordKindName
}

/** Declares an entry. The compiler checks the payload of the kind. */
export const entryOf = <Kind extends RecordKindName>(
  kind: Kind,
  at: Date | string,
  payload: RecordPayload<Kind>,
  of: { readonly personId?: string | null; readonly sourceId?: string } = {},
): AlertEntry => ({ kind, at: new Date(at), payload, ...of })

export const recordPersonOf = (person: Person | null | undefined): RecordPerson =>
  person ? { id: person.id, firstName: person.firstName, lastName: person.lastName } : null

const hashOf = (...parts: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const locationHashOf = ({ latitude, longitude, accuracy }: ChangedAlert): string => hashOf(latitude, longitude, accuracy)

const completeText = ({ transcript }: Media): string | null =>
  transcript?.state === 'complete' && transcript.text !== '' ? transcript.text : null

/** Returns the first entries of an alert: it was raised, or its record begins later; and for whom, if for another person. */
export function beginningOf(alert: Alert, isNew: boolean, at: Date): { entries: AlertEntry[]; known: KnownAlert } {
  const { textContent: text, latitude, longitude, accuracy } = alert
  const known = knownOf(alert)
  const payload = {
    by: recordPersonOf(alert.raisedBy),
    text,
    latitude,
    longitude,
    accuracy,
    recipients: known.recipients,
    isDrill: alert.isDrill === true,
    isMuted: known.isMuted,
  }
  const of = { personId: alert.raisedBy?.id ?? null }
  const imported = { ...payload, raisedAt: alert.createdAt, resolvedAt: alert.resolvedAt }
  const first = isNew ? entryOf('raised', alert.createdAt, payload, of) : entryOf('imported', at, imported, of)
  return { entries: [first, ...raisedForEntries(alert, first.at)], known }
}

function raisedForEntries({ raisedFor }: Alert, at: Date): AlertEntry[] {
  if (!raisedFor) return []
  const { person, name } = raisedFor
  return [entryOf('raisedFor', at, { person: recordPersonOf(person), name }, { personId: person?.id ?? null })]
}

const knownOf = (alert: Alert): KnownAlert => ({
  version: alert.version,
  textLength: alert.textContent.length,
  textHash: hashOf(alert.textContent),
  locationHash: locationHashOf(alert),
  isMuted: alert.isMuted === true,
  resolvedAt: alert.resolvedAt,
  delivered: 0,
  recipients: alert.counts.recipients,
  files: alert.alertMedias.map(({ id }) => id),
  transcripts: {},
  changes: 0,
  resolutions: 0,
  transcriptions: 0,
})

type ChangedAlert = Omit<AlertChange, 'addedMedias' | 'mediaCount'>

/** The files that a change added, and who added them. */
export interface ChangedFiles {
  readonly medias: readonly AlertMedia[]
  readonly uploaders: ReadonlyMap<string, Person>
}

/** Returns the entries for what a change of an alert changed. */
export function changesOf(before: KnownAlert, alert: ChangedAlert, { medias, uploaders }: ChangedFiles) {
  const at = alert.updatedAt
  const raiser = { personId: alert.raisedBy?.id ?? null }
  const by = recordPersonOf(alert.raisedBy)
  const entries: AlertEntry[] = []
  const counts = { changes: before.changes, resolutions: before.resolutions }
  const add = (...added: AlertEntry[]) => void entries.push(...added)
  const addLimited = (count: keyof typeof counts, entry: AlertEntry) => {
    if (counts[count] < CHANGES_MAX) add(entry)
    counts[count] += 1
  }
  const isMuted = alert.isMuted === true
  if (hashOf(alert.textContent) !== before.textHash)
    addLimited('changes', entryOf('text', at, { by, text: addedText(before, alert.textContent) }, raiser))
  const { latitude, longitude, accuracy } = alert
  if (locationHashOf(alert) !== before.locationHash && latitude !== null && longitude !== null)
    addLimited('changes', entryOf('location', at, { by, latitude, longitude, accuracy }, raiser))
  for (const media of medias.filter(({ id }) => !before.files.includes(id))) {
    const uploader = uploaders.get(media.id)
    const payload = { by: recordPersonOf(uploader), ...fileOf(media), caption: media.caption }
    add(entryOf('file', media.updatedAt, payload, { personId: uploader?.id ?? null }))
  }
  const spoken = transcriptsOf(before, medias, at, (media) => uploaders.get(media.id))
  add(...spoken.entries)
  if (alert.resolvedAt !== before.resolvedAt) {
    const resolver = { personId: alert.resolvedBy?.id ?? null }
    if (alert.resolvedAt === null) addLimited('resolutions', entryOf('reopened', at, { by: null }))
    else addLimited('resolutions', entryOf('resolved', alert.resolvedAt, { by: recordPersonOf(alert.resolvedBy) }, resolver))
  }
  if (isMuted && !before.isMuted) add(entryOf('dismissed', at, {}))
  const files = [...new Set([...before.files, ...medias.map(({ id }) => id)])]
  const known: KnownAlert = {
    ...before,
    version: alert.version,
    textLength: alert.textContent.length,
    textHash: hashOf(alert.textContent),
    locationHash: locationHashOf(alert),
    isMuted,
    files,
    ...counts,
    resolvedAt: alert.resolvedAt,
    ...spoken.known,
  }
  return { entries, known }
}

/** Returns the paragraphs that were added; the whole text if the one before is not its beginning. */
const addedText = ({ textLength, textHash }: KnownAlert, text: string): string =>
  textLength > 0 && text[textLength] === '\n' && hashOf(text.slice(0, textLength)) === textHash
    ? text.slice(textLength + 1)
    : text

export const fileOf = ({ id, type, previewName: name, size }: Media) => ({ fileId: id, type, name, size })

/** Returns an entry for each voice note whose text is new or was corrected. */
export function transcriptsOf<Note extends Media>(
  before: KnownAlert,
  medias: readonly Note[],
  at: string,
  speakerOf: (media: Note) => Person | undefined,
) {
  const transcripts = { ...before.transcripts }
  const entries: AlertEntry[] = []
  for (const media of medias) {
    const text = completeText(media)
    if (text === null || !media.transcript || transcripts[media.id] === hashOf(text)) continue
    if (before.transcriptions + entries.length >= CHANGES_MAX) break
    transcripts[media.id] = hashOf(text)
    const speaker = speakerOf(media)
    const { language, isCorrected } = media.transcript
    const payload = { by: recordPersonOf(speaker), fileId: media.id, language, text, isCorrected }
    entries.push(entryOf('transcript', at, payload, { personId: speaker?.id ?? null }))
  }
  return { entries, known: { transcripts, transcriptions: before.transcriptions + entries.length } }
}

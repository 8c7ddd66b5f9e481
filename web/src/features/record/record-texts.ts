import { ALERT_KINDS, ALERT_SEVERITIES, ALERT_STAGES, CLOSE_REASONS } from '@noroshi/contract/alerts/handling'
import type { RecordEntry, RecordPayload, RecordPerson } from '@noroshi/contract/record/record-kinds'
import type { Text } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { duration, fullDateTime } from '../../platform/language/time.ts'
import { type Language, LOCALES } from '@noroshi/contract/i18n'

/** An entry as it is shown. */
export interface ShownEntry {
  /** '' for an entry that is the act of no person. */
  readonly person: string
  /** What a person wrote, said or named. */
  readonly words: readonly string[]
  /** Facts in the language of the page. */
  readonly facts: readonly string[]
}

const NO_ONE: ShownEntry = { person: '', words: [], facts: [] }

const filled = (...texts: readonly string[]): string[] => texts.filter((one) => one !== '')

const locationText = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }): string =>
  latitude === null || longitude === null ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

/** Returns the time with seconds, as in 'Nov 30, 2026, 10:06:36 PM'. */
export const exactTime = (at: string, language: Language): string =>
  new Date(at).toLocaleString(LOCALES[language].tag, { dateStyle: 'medium', timeStyle: 'medium' })

/** Names an alert by its id. */
type NameAlert = (id: string) => string

/** Returns what a decision set. A name of a later version is shown as it is. */
function decisionText({ subject, value }: RecordPayload<'decided'>, text: Text, nameAlert: NameAlert): string {
  const named = <Name extends string>(names: readonly Name[], textOf: (name: Name) => string) => {
    const name = names.find((each) => each === value)
    return { value: name === undefined ? (value ?? text('record.none')) : textOf(name) }
  }
  switch (subject) {
    case 'kind':
      return text(
        'record.subject.kind',
        named(ALERT_KINDS, (name) => text(`alerts.kind.${name}`)),
      )
    case 'severity':
      return text(
        'record.subject.severity',
        named(ALERT_SEVERITIES, (name) => text(`alerts.severity.${name}`)),
      )
    case 'stage':
    case 'progress':
      return text(
        `record.subject.${subject}`,
        named(ALERT_STAGES, (name) => text(`alerts.stage.${name}`)),
      )
    case 'closed':
      return text(
        'record.subject.closed',
        named(CLOSE_REASONS, (name) => text(`alerts.close.${name}`)),
      )
    case 'user':
      return text('record.subject.user')
    case 'duplicate':
      return text('record.subject.duplicate', { value: value === null ? text('record.none') : nameAlert(value) })
    default:
      return text(`record.subject.${subject}`, named([], String))
  }
}

/** Names another alert in the timeline. The end of an id is random, its beginning is a time that alerts of one minute share. */
export const shortAlertName =
  (text: Text): NameAlert =>
  (id) =>
    text('record.otherAlert', { id: id.slice(-8) })

/** Returns what an entry says, in the language of the page. @param nameAlert an export names other alerts by their whole ids */
export function shownEntry(entry: RecordEntry, text: Text, language: Language, nameAlert: NameAlert = (id) => id): ShownEntry {
  if (entry.payload === null) return { ...NO_ONE, facts: [text('record.erased')] }
  const raiser = (by: RecordPerson) => (by === null ? text('record.anonymous') : nameOf(by))
  const known = (by: RecordPerson) => (by === null ? text('record.unknown') : nameOf(by))
  switch (entry.kind) {
    case 'raised':
    case 'imported': {
      const { by, text: words, recipients, isDrill, isMuted } = entry.payload
      const facts = [
        ...(entry.kind === 'imported' ? [text('record.raisedAt', { time: fullDateTime(entry.payload.raisedAt, language) })] : []),
        locationText(entry.payload),
        isMuted ? text('record.muted') : text('record.recipientCount', { count: recipients }),
        isDrill ? text('record.drill') : '',
      ]
      return { person: raiser(by), words: filled(words), facts: filled(...facts) }
    }
    case 'raisedFor': {
      const { person, name } = entry.payload
      return { ...NO_ONE, person: person ? nameOf(person) : name || text('record.unknown') }
    }
    case 'released':
      return { ...NO_ONE, facts: [text('record.recipientCount', { count: entry.payload.recipients })] }
    case 'delivered':
      return { ...NO_ONE, facts: [text('record.deliveredCount', entry.payload)] }
    case 'answered':
      return { ...NO_ONE, person: known(entry.payload.by), facts: [text(`record.answer.${entry.payload.answer}`)] }
    case 'message': {
      const { by, text: words, files } = entry.payload
      const names = files.map(({ name }) => name)
      return { person: known(by), words: filled(words, ...names), facts: filled(locationText(entry.payload)) }
    }
    case 'radio': {
      const { by, text: words, durationMs } = entry.payload
      return { person: known(by), words: filled(words), facts: [duration(durationMs / 1000, language)] }
    }
    case 'file':
      return { ...NO_ONE, person: raiser(entry.payload.by), words: filled(entry.payload.caption, entry.payload.name) }
    case 'messageChanged':
    case 'transcript':
    case 'text':
      return { ...NO_ONE, person: raiser(entry.payload.by), words: filled(entry.payload.text) }
    case 'location':
      return { ...NO_ONE, person: raiser(entry.payload.by), facts: [locationText(entry.payload)] }
    case 'decided':
      return {
        person: raiser(entry.payload.by),
        words: filled(entry.payload.note),
        facts: [decisionText(entry.payload, text, nameAlert)],
      }
    case 'assigned':
    case 'seen':
    case 'resolved':
    case 'reopened':
      return { ...NO_ONE, person: known(entry.payload.by) }
    case 'dismissed':
    case 'deleted':
      return NO_ONE
    default:
      entry satisfies never
      return NO_ONE
  }
}

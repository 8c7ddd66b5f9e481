import type { Alert } from '@noroshi/contract/alerts/alerts.http'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { DecidedSubject, type RecordPayload } from '@noroshi/contract/record/record-kinds'
import type { Db } from '#/db/pool.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { radioMessageWithin } from '#/features/messaging/radio-messages/radio-messages.service.ts'
import { alertNow, answersOf, decisionsById, uploadersOf } from '#/features/alerts/recorded-alerts.service.ts'
import type { ConsumedEvent } from '#/realtime/consumers.ts'
import { userOfRooms } from '#/realtime/rooms.ts'
import {
  ANSWERS_MAX,
  beginningOf,
  CHANGES_MAX,
  changesOf,
  type ChangedFiles,
  entryOf,
  fileOf,
  type KnownAlert,
  recordPersonOf,
  transcriptsOf,
} from './alert-entries.ts'
import type { ChainWriter } from './chain-writer.ts'
import { eraseSource } from './erasure.sql.ts'
import { type Act, newestActs, newestContents } from './record.sql.ts'

/** The events that become entries of the records of alerts. */
export const ALERT_EVENTS = [
  'alert:new_alert',
  'alert:existing_alert',
  'alert:resolved',
  'alert:reopened',
  'alert:changedTogether',
  'alert:ledger',
  'alert:answered',
  'alert:decided',
  'alert:spoken',
  'alert:deleted',
  'messages:new_message',
  'messages:updated',
] as const

export type AlertEvent = ConsumedEvent<(typeof ALERT_EVENTS)[number]>

/** Returns the ids of the alerts that an event is about. */
export function alertsOfEvent(event: AlertEvent): readonly string[] {
  switch (event.name) {
    case 'alert:new_alert':
    case 'alert:existing_alert':
    case 'alert:resolved':
      return [event.payload.id]
    case 'alert:changedTogether':
      return event.payload.alertIds
    case 'messages:new_message':
    case 'messages:updated':
      return event.payload.alertId === null ? [] : [event.payload.alertId]
    default:
      return [event.payload.alertId]
  }
}

interface Answer {
  readonly alertId: string
  readonly userId: string
}

const answersAmong = (events: readonly AlertEvent[]): Answer[] =>
  events.flatMap((event) => {
    const userId = event.name === 'alert:answered' ? userOfRooms(event.rooms) : undefined
    return event.name === 'alert:answered' && userId !== undefined ? [{ alertId: event.payload.alertId, userId }] : []
  })

const keyOf = (alertId: string, userId: string, kind: string) => `${alertId} ${userId} ${kind}`

/** Appends the entries of a batch of events to the chains of their alerts. */
export class AlertSequence {
  readonly #tx: Db
  readonly #writer: ChainWriter<KnownAlert>
  readonly #now: Date
  /** The content of the newest entry about each person, and the number of such entries, by `keyOf`. */
  readonly #acts = new Map<string, Pick<Act, 'payload' | 'count'>>()
  #people: ReadonlyMap<string, Person> = new Map()
  #uploaders: ReadonlyMap<string, string> = new Map()
  #answeredAt: ReadonlyMap<string, Date | null> = new Map()
  #messages = new Map<string, string | null>()
  /** The messages of radio channels, as they are now. */
  readonly #spoken = new Map<string, Message>()
  #decisions: Awaited<ReturnType<typeof decisionsById>> = []

  constructor(tx: Db, writer: ChainWriter<KnownAlert>, now: Date) {
    this.#tx = tx
    this.#writer = writer
    this.#now = now
  }

  async append(events: readonly AlertEvent[]): Promise<void> {
    await this.#load(events)
    for (const event of events) await this.#appendEvent(event)
  }

  /** Reads what the events lack: names, times, and what the record says already. */
  async #load(events: readonly AlertEvent[]): Promise<void> {
    const answers = answersAmong(events)
    const given = await answersOf(this.#tx, answers)
    this.#answeredAt = new Map(given.map((row) => [keyOf(row.alert_id, row.user_id, 'answered'), row.answered_at]))
    const pairs = answers.map(({ alertId, userId }) => ({ chain: alertId, personId: userId }))
    for (const act of await newestActs(this.#tx, pairs, ['seen', 'answered']))
      this.#acts.set(keyOf(act.chain_id, act.person_id, act.kind), act)
    const files = events.flatMap((event) =>
      event.name === 'alert:existing_alert' || event.name === 'alert:resolved' ? event.payload.addedMedias : [],
    )
    this.#uploaders = await uploadersOf(
      this.#tx,
      files.map(({ id }) => id),
    )
    const actors = events.flatMap((event) => (event.name === 'alert:reopened' ? (event.payload.userId ?? []) : []))
    const decisionIds = events.flatMap((event) => (event.name === 'alert:decided' ? event.payload.decisionIds : []))
    this.#decisions = await decisionsById(this.#tx, decisionIds)
    const deciding = this.#decisions.flatMap((row) =>
      [row.decided_by ?? [], row.subject === 'user' ? (row.value ?? []) : []].flat(),
    )
    const userIds = [...answers.map(({ userId }) => userId), ...this.#uploaders.values(), ...actors, ...deciding]
    this.#people = await peopleById(this.#tx, userIds)
    const spoken = [...new Set(events.flatMap((event) => (event.name === 'alert:spoken' ? event.payload.messageId : [])))]
    for (const id of spoken) {
      const message = await radioMessageWithin(this.#tx, id)
      if (message) this.#spoken.set(id, message)
    }
    const changed = events.flatMap((event) => (event.name === 'messages:updated' ? event.payload.id : []))
    this.#messages = await newestContents(this.#tx, [...changed, ...spoken])
  }

  async #appendEvent(event: AlertEvent): Promise<void> {
    const chain = alertsOfEvent(event)[0]
    if (chain === undefined || this.#writer.isEnded(chain)) return
    switch (event.name) {
      case 'alert:deleted':
        return this.#writer.end(chain, entryOf('deleted', this.#now, {}))
      case 'alert:new_alert':
        return this.#appendAlarm(event.payload)
      case 'alert:changedTogether':
        for (const id of event.payload.alertIds) await this.#appendState(id)
        return
      default: {
        const known = this.#writer.known(chain) ?? (await this.#import(chain))
        if (known) await this.#appendKnown(chain, event, known)
      }
    }
  }

  #appendAlarm(alert: Alert): void {
    const known = this.#writer.known(alert.id)
    if (known === null) {
      this.#begin(alert, true)
      return
    }
    const { recipients } = alert.counts
    const { version, resolvedAt } = alert
    const released = { ...known, version, isMuted: alert.isMuted === true, resolvedAt, recipients, delivered: 0 }
    this.#writer.append(alert.id, entryOf('released', alert.updatedAt, { recipients }), released)
  }

  /** Begins the record of an alert that is older than the records. @returns null for an alert that was deleted meanwhile */
  async #import(chain: string): Promise<KnownAlert | null> {
    const alert = await alertNow(this.#tx, chain)
    if (!alert) return null
    return this.#begin(alert, false)
  }

  #begin(alert: Alert, isNew: boolean): KnownAlert {
    const { entries, known } = beginningOf(alert, isNew, this.#now)
    for (const entry of entries) this.#writer.append(alert.id, entry, known)
    return known
  }

  /** Appends what changed without an event of its own. */
  async #appendState(id: string): Promise<void> {
    if (this.#writer.isEnded(id)) return
    const known = this.#writer.known(id) ?? (await this.#import(id))
    const alert = known && (await alertNow(this.#tx, id))
    if (known && alert) this.#appendChange(id, known, alert, alert.alertMedias)
  }

  async #appendKnown(chain: string, event: AlertEvent, known: KnownAlert): Promise<void> {
    switch (event.name) {
      case 'alert:existing_alert':
      case 'alert:resolved':
        return this.#appendChange(chain, known, event.payload, event.payload.addedMedias)
      case 'alert:reopened': {
        if (known.resolutions >= CHANGES_MAX) return
        const person = this.#people.get(event.payload.userId ?? '')
        const entry = entryOf('reopened', this.#now, { by: recordPersonOf(person) }, { personId: person?.id ?? null })
        return this.#writer.append(chain, entry, { ...known, resolvedAt: null, resolutions: known.resolutions + 1 })
      }
      case 'alert:ledger': {
        const { delivered, recipients } = event.payload.counts
        if (delivered === known.delivered && recipients === known.recipients) return
        const entry = entryOf('delivered', this.#now, { delivered, recipients })
        return this.#writer.append(chain, entry, { ...known, delivered, recipients })
      }
      case 'alert:answered':
        return this.#appendAnswer(chain, event)
      case 'alert:decided':
        return this.#appendDecisions(chain, event.payload.decisionIds)
      case 'alert:spoken':
        return this.#appendSpoken(chain, event.payload.messageId)
      case 'messages:new_message':
        return this.#appendMessage(chain, known, event.payload)
      case 'messages:updated':
        return this.#appendMessageChange(chain, known, event.payload)
      default:
    }
  }

  #appendChange(chain: string, known: KnownAlert, alert: Parameters<typeof changesOf>[1], medias: ChangedFiles['medias']): void {
    // A state that was read from the database may be newer than an event that follows.
    if (alert.version < known.version) return
    const uploaders = new Map(
      medias.flatMap(({ id }) => {
        const person = this.#people.get(this.#uploaders.get(id) ?? '')
        return person ? [[id, person] as const] : []
      }),
    )
    const { entries, known: after } = changesOf(known, alert, { medias, uploaders })
    for (const entry of entries) this.#writer.append(chain, entry, after)
  }

  #appendAnswer(chain: string, { payload, rooms }: Extract<AlertEvent, { name: 'alert:answered' }>): void {
    const userId = userOfRooms(rooms) ?? ''
    const by = recordPersonOf(this.#people.get(userId))
    if (by === null) return
    const seen = keyOf(chain, userId, 'seen')
    if (payload.seenAt !== null && !this.#acts.has(seen)) {
      this.#writer.append(chain, entryOf('seen', payload.seenAt, { by }, { personId: userId }))
      this.#acts.set(seen, { payload: null, count: 1 })
    }
    const answered = keyOf(chain, userId, 'answered')
    const { payload: newest, count } = this.#acts.get(answered) ?? { payload: null, count: 0 }
    const before = JSON.parse(newest ?? 'null') as RecordPayload<'answered'> | null
    if (payload.answer === null || before?.answer === payload.answer || count >= ANSWERS_MAX) return
    const content = { by, answer: payload.answer }
    const at = this.#answeredAt.get(answered) ?? this.#now
    this.#writer.append(chain, entryOf('answered', at, content, { personId: userId }))
    this.#acts.set(answered, { payload: JSON.stringify(content), count: count + 1 })
  }

  #appendDecisions(chain: string, ids: readonly string[]): void {
    for (const row of this.#decisions.filter(({ id }) => ids.includes(id))) {
      const { decided_by: personId, decided_at: at, note } = row
      const by = recordPersonOf(this.#people.get(personId ?? ''))
      const subject = DecidedSubject.safeParse(row.subject).data
      // A resolution without a reason has an entry of its own.
      if (subject === undefined || (subject === 'closed' && row.value === null && note === '')) continue
      const value = subject === 'user' ? null : subject === 'group' && row.value !== null ? (row.group_name ?? '') : row.value
      this.#writer.append(chain, entryOf('decided', at, { by, subject, value, note }, { personId }))
      const assigned = subject === 'user' ? this.#people.get(row.value ?? '') : undefined
      if (assigned)
        this.#writer.append(chain, entryOf('assigned', at, { by: recordPersonOf(assigned) }, { personId: assigned.id }))
    }
  }

  #appendMessage(chain: string, known: KnownAlert, message: Message): void {
    const { id: messageId, text, latitude, longitude, sender, messageMedias } = message
    const payload = { by: recordPersonOf(sender), messageId, text, files: messageMedias.map(fileOf), latitude, longitude }
    this.#writer.append(chain, entryOf('message', message.createdAt, payload, { personId: sender.id, sourceId: messageId }))
    this.#appendTranscripts(chain, known, message)
  }

  /** Appends what was said, unless the record says the same. Events of one batch read the same text. */
  #appendSpoken(chain: string, messageId: string): void {
    const message = this.#spoken.get(messageId)
    if (!message?.radio) return
    const { text, sender, radio, createdAt, updatedAt } = message
    const stored = this.#messages.get(messageId)
    const before = JSON.parse(stored ?? 'null') as RecordPayload<'radio'> | null
    if (before !== null && before.text === text) return
    const { durationMs, isCorrected } = radio
    const payload = { by: recordPersonOf(sender), messageId, text, durationMs, isCorrected }
    const of = { personId: sender.id, sourceId: messageId }
    this.#writer.append(chain, entryOf('radio', before === null ? createdAt : updatedAt, payload, of))
    this.#messages.set(messageId, JSON.stringify(payload))
  }

  #appendTranscripts(chain: string, known: KnownAlert, message: Message): void {
    const spoken = transcriptsOf(known, message.messageMedias, message.updatedAt, () => message.sender)
    for (const entry of spoken.entries) this.#writer.append(chain, entry, { ...known, ...spoken.known })
  }

  /** The text of a message changes only when a mention of a deleted user is removed from it. */
  async #appendMessageChange(chain: string, known: KnownAlert, message: Message): Promise<void> {
    this.#appendTranscripts(chain, known, message)
    const stored = this.#messages.get(message.id)
    const before = JSON.parse(stored ?? 'null') as RecordPayload<'messageChanged'> | null
    if (before === null || before.text === message.text) return
    await eraseSource(this.#tx, chain, message.id)
    const payload = { by: recordPersonOf(message.sender), messageId: message.id, text: message.text }
    const of = { personId: message.sender.id, sourceId: message.id }
    this.#writer.append(chain, entryOf('messageChanged', message.updatedAt, payload, of))
  }
}

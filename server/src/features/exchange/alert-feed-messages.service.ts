import { isDeepStrictEqual } from 'node:util'
import { FALLBACK_LANGUAGE } from '@noroshi/contract/i18n'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { unitSettings } from '#/features/accounts/server/unit.service.ts'
import { type ExportedAlert, exportedAlert, newestActiveIds } from '#/features/alerts/exported-alerts.service.ts'
import { type ConsumedEvent, defineConsumer } from '#/realtime/consumers.ts'
import {
  deleteBeyond,
  deleteCancelledBefore,
  deleteContentOfAlert,
  type FeedRow,
  insertMessage,
  lockFeeds,
  type MessageRow,
  messagesOfAlert,
} from './alert-feeds.sql.ts'
import { referenceOf } from './cap-document.ts'
import { AlertContent, cancelOf, type CancelContent, contentOf, isInFeed, type UnitFacts } from './feed-content.ts'

/** Messages about anonymous alerts, and about others, that a feed has: a flood of the first never removes the second. */
export const FEED_MESSAGES_MAX = 500
/** Messages about one alert from its Alert on. Later changes are not passed on; its end is. */
export const ALERT_MESSAGES_MAX = 100
/** Milliseconds for which a Cancel and the messages before it stay in a feed. */
const CANCELLED_MS = 72 * 3_600_000

/** The events after which other systems may have to be told about an alert. */
export const ALERT_EVENTS = [
  'alert:new_alert',
  'alert:existing_alert',
  'alert:resolved',
  'alert:reopened',
  'alert:changedTogether',
  'alert:handled',
  'alert:ledger',
  'alert:deleted',
] as const
const EVENTS = [...ALERT_EVENTS, 'alertFeed:created'] as const

type AlertEvent = ConsumedEvent<(typeof ALERT_EVENTS)[number]>
type FeedEvent = ConsumedEvent<(typeof EVENTS)[number]>

/**
 * Writes the messages of the feeds: one when an alert begins, one for each change, and one for its end. A consumer runs in one
 * process at a time, so that the messages about an alert are in order. No SOS waits for it.
 */
export const alertFeedConsumer = ({ now }: Pick<Deps, 'now'>) =>
  defineConsumer({
    name: 'exchange.alertFeeds',
    events: EVENTS,
    handle: (tx, events) => writeMessages(tx, events, now()),
  })

async function writeMessages(tx: Tx, events: readonly FeedEvent[], now: Date): Promise<void> {
  const feeds = await lockFeeds(tx)
  if (feeds.length === 0) return
  const ids = new Set<string>()
  for (const event of events) {
    const ofEvent = event.name === 'alertFeed:created' ? await newestActiveIds(tx, FEED_MESSAGES_MAX) : alertsOf(event)
    for (const id of ofEvent) ids.add(id)
  }
  const { name, language } = await unitSettings(tx)
  const writer = new MessageWriter(tx, { name, language: language ?? FALLBACK_LANGUAGE }, now)
  for (const id of ids) await writer.write(id, feeds)
  for (const { id } of feeds) await deleteBeyond(tx, id, FEED_MESSAGES_MAX)
}

/** Returns the ids of the alerts that an event is about. */
export function alertsOf(event: AlertEvent): readonly string[] {
  switch (event.name) {
    case 'alert:new_alert':
    case 'alert:existing_alert':
    case 'alert:resolved':
      return [event.payload.id]
    case 'alert:changedTogether':
      return event.payload.alertIds
    default:
      return [event.payload.alertId]
  }
}

class MessageWriter {
  readonly #tx: Db
  readonly #unit: UnitFacts
  readonly #now: Date

  constructor(tx: Db, unit: UnitFacts, now: Date) {
    this.#tx = tx
    this.#unit = unit
    this.#now = now
  }

  /** Compares an alert with what each feed said of it last, and adds the messages that are missing. */
  async write(alertId: string, feeds: readonly FeedRow[]): Promise<void> {
    const exported = await exportedAlert(this.#tx, alertId)
    const sent = await messagesOfAlert(this.#tx, alertId)
    for (const feed of feeds) {
      const ofFeed = sent.filter(({ feed_id }) => feed_id === feed.id)
      await this.#writeTo(feed, alertId, exported, ofFeed)
    }
    // Other systems were told to drop it; what the feeds still had of it is deleted with it.
    if (exported === undefined) await deleteContentOfAlert(this.#tx, alertId)
  }

  async #writeTo(feed: FeedRow, alertId: string, exported: ExportedAlert | undefined, sent: readonly MessageRow[]) {
    const chain = sent.slice(sent.findLastIndex(({ type }) => type === 'Cancel') + 1)
    const last = chain.at(-1)
    const refs = chain.map((message) => referenceOf(feed.sender, message))
    const isOpen = exported !== undefined && exported.alert.resolvedAt === null && isInFeed(exported, feed)
    if (!isOpen) {
      if (last === undefined) return
      const before = AlertContent.parse(last.content)
      const content = cancelOf(before, exported, this.#unit)
      return this.#insert({ feed, alertId, type: 'Cancel', content, refs, isAnonymous: last.is_anonymous, personId: null })
    }
    const content = contentOf(exported, feed, this.#unit)
    const of = { feed, alertId, content, isAnonymous: content.isAnonymous, refs }
    const personId = content.raiser === null ? null : (exported.alert.raisedBy?.id ?? null)
    if (last === undefined) return this.#insert({ ...of, type: 'Alert', personId })
    if (chain.length >= ALERT_MESSAGES_MAX || isDeepStrictEqual(AlertContent.parse(last.content), content)) return
    await this.#insert({ ...of, type: 'Update', personId })
  }

  async #insert(message: {
    readonly feed: FeedRow
    readonly alertId: string
    readonly type: 'Alert' | 'Update' | 'Cancel'
    readonly content: AlertContent | CancelContent
    readonly refs: readonly string[]
    readonly isAnonymous: boolean
    readonly personId: string | null
  }): Promise<void> {
    await insertMessage(this.#tx, {
      id: newId(),
      feed_id: message.feed.id,
      alert_id: message.alertId,
      type: message.type,
      sent_at: this.#now,
      is_anonymous: message.isAnonymous,
      person_id: message.personId,
      content: JSON.stringify(message.content),
      refs: [...message.refs],
    })
  }
}

/** Deletes the messages about alerts that ended three days ago. */
export const deleteOldFeedMessages = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteCancelledBefore(db, new Date(now().getTime() - CANCELLED_MS))

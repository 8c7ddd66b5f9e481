import { z } from 'zod'
import { AlertAnswer } from '@noroshi/contract/alerts/alerts.http'
import { ResponderProgress } from '@noroshi/contract/alerts/handling'
import { Uuid } from '@noroshi/contract/define'
import type { Tx } from '#/db/transaction.ts'
import { personOf, withoutPerson } from '#/features/accounts/people/authors.service.ts'
import { ReceivedCount, ReceivedTime } from '#/features/units/stamp.service.ts'
import { defineSyncKind, type Origin } from '#/features/units/sync-kind.service.ts'
import { emitLedgers } from '../reach/ledger.service.ts'
import { isRemoved, joinAnswer, receivedCounts, saveRecipients, sharedAnswers, storedAlert } from './received-alerts.sql.ts'

/** Emits the counts of the alerts of applied records, once for each. */
const emitCounts = (tx: Tx, records: readonly { readonly alertId: string }[]): Promise<void> =>
  emitLedgers(tx, [...new Set(records.map(({ alertId }) => alertId))])

/** Returns whether a unit may write about an alert; null if it was deleted, so that there is nothing to write. */
async function openShared(tx: Tx, alertId: string): Promise<boolean | 'missing' | null> {
  const alert = await storedAlert(tx, alertId)
  if (alert !== undefined) return alert.scope === 'group'
  return (await isRemoved(tx, alertId)) ? null : 'missing'
}

/** How many people of the unit that signs it an alert of another one reaches. */
export const alertReachKind = defineSyncKind({
  name: 'alertReach',
  schema: z.object({ alertId: Uuid, recipients: ReceivedCount }),
  read: async (db, keys) =>
    (await receivedCounts(db, keys)).map(({ id, recipient_count }) => ({ alertId: id, recipients: recipient_count })),
  receive: async (tx, { alertId, recipients }, { unitId, selfId }) => {
    const state = await openShared(tx, alertId)
    if (state !== true) return state ?? true
    if (unitId !== selfId) await saveRecipients(tx, alertId, unitId, recipients)
    return true
  },
  afterAll: emitCounts,
})

const AnswerRecord = z.object({
  alertId: Uuid,
  userId: Uuid,
  deliveredAt: ReceivedTime.nullable(),
  seenAt: ReceivedTime.nullable(),
  // A value of a later version is left out.
  answer: AlertAnswer.nullable().catch(null),
  answeredAt: ReceivedTime.nullable(),
  progress: ResponderProgress.nullable().catch(null),
  progressAt: ReceivedTime.nullable(),
})
type AnswerRecord = z.output<typeof AnswerRecord>

/** The ledger: a unit tells the deliveries and the answers of its own people. */
export const alertAnswerKind = defineSyncKind({
  name: 'alertAnswer',
  schema: AnswerRecord,
  read: async (db, keys) =>
    (await sharedAnswers(db, keys)).map((row) => ({
      alertId: row.alert_id,
      userId: row.user_id,
      deliveredAt: row.delivered_at?.toISOString() ?? null,
      seenAt: row.seen_at?.toISOString() ?? null,
      answer: row.answer,
      answeredAt: row.answered_at?.toISOString() ?? null,
      progress: row.progress,
      progressAt: row.progress_at?.toISOString() ?? null,
    })),
  receive: async (tx: Tx, record: AnswerRecord, origin: Origin) => {
    const state = await openShared(tx, record.alertId)
    if (state !== true) return state ?? true
    const person = await personOf(tx, record.userId, origin)
    if (typeof person !== 'string') return withoutPerson(person)
    await joinAnswer(tx, {
      alert_id: record.alertId,
      user_id: person,
      delivered_at: record.deliveredAt,
      seen_at: record.seenAt,
      answer: record.answer,
      answered_at: record.answeredAt,
      progress: record.progress,
      progress_at: record.progressAt,
    })
    return true
  },
  afterAll: emitCounts,
})

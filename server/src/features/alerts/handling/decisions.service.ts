import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { roomsWithSession } from '../alerts.rooms.ts'
import { alertById } from '../alerts.sql.ts'
import { presentHandling } from './handling.present.ts'
import { type HandlingChangeRow, insertDecisions, type NewDecision, updateHandling } from './handling.sql.ts'

export type Decision = Pick<NewDecision, 'subject' | 'value' | 'note'>

/** A change of a locked alert: the new values, and the decisions for its record. */
export interface Decided {
  readonly change: HandlingChangeRow
  readonly decisions: readonly Decision[]
}

/** Adds decisions of one user about one alert to its record. Adds nothing if the record is full. */
export async function addDecisions(tx: Tx, decisions: readonly NewDecision[]): Promise<void> {
  const decisionIds = await insertDecisions(tx, decisions)
  const [first] = decisions
  if (decisionIds !== null && first) tx.emitInternal('alert:decided', { alertId: first.alertId, decisionIds })
}

/** Emits the decisions about an alert. */
export async function emitHandling(tx: Tx, id: string): Promise<void> {
  const row = await alertById(tx, id, null)
  if (row?.handling) tx.emit('alert:handled', roomsWithSession(row), { alertId: id, handling: presentHandling(row.handling) })
}

/** Stores and emits decisions about a locked alert. They hold also if the record of the alert is full. */
export async function decide(deps: Deps, tx: Tx, id: string, by: string | null, { change, decisions }: Decided): Promise<void> {
  if (decisions.length === 0) return
  const at = deps.now()
  await addDecisions(
    tx,
    decisions.map((each) => ({ ...each, alertId: id, by, at })),
  )
  await updateHandling(tx, id, change, at)
  await emitHandling(tx, id)
}

/** Stores the reason for which a locked alert is closed. It is stored also if the record of the alert is full. */
export async function recordClosing(
  deps: Deps,
  tx: Tx,
  id: string,
  { by, reason, note }: { readonly by: string; readonly reason: HandlingChangeRow['close_reason']; readonly note: string },
): Promise<void> {
  const at = deps.now()
  await addDecisions(tx, [{ alertId: id, by, at, subject: 'closed', value: reason ?? null, note }])
  if (reason == null && note === '') return
  await updateHandling(tx, id, { close_reason: reason ?? null, close_note: note }, at)
  await emitHandling(tx, id)
}

/** Removes the reason of closing from a locked alert that is reopened. The alert moves, so that it can stand still again. */
export async function recordReopening(deps: Deps, tx: Tx, id: string, by: string): Promise<void> {
  const at = deps.now()
  await addDecisions(tx, [{ alertId: id, by, at, subject: 'reopened', value: null }])
  await updateHandling(tx, id, { close_reason: null, close_note: '' }, at)
  await emitHandling(tx, id)
}

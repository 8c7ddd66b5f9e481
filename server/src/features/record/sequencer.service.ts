import { AUDIT_CHAIN } from '@noroshi/contract/record/record-file'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { auditContentsById } from '#/features/admin/audit.service.ts'
import { type ConsumedEvent, defineConsumer } from '#/realtime/consumers.ts'
import type { KnownAlert } from './alert-entries.ts'
import { ALERT_EVENTS, type AlertEvent, alertsOfEvent, AlertSequence } from './alert-sequence.ts'
import { ChainWriter } from './chain-writer.ts'

type Recorded = AlertEvent | ConsumedEvent<'audit:recorded'>

/**
 * Appends what the journal reports to the records. It is the only writer of the chains. A consumer runs in one process at a
 * time and stores its position with its changes, so that a crash leaves neither a gap nor a double.
 */
export const recordConsumer = ({ now }: Pick<Deps, 'now'>) =>
  defineConsumer({
    name: 'record.entries',
    events: [...ALERT_EVENTS, 'audit:recorded'],
    handle: (tx, events) => appendAll(tx, events, now()),
  })

async function appendAll(tx: Tx, events: readonly Recorded[], now: Date): Promise<void> {
  const ofAlerts = events.filter((event) => event.name !== 'audit:recorded')
  const auditIds = events.flatMap((event) => (event.name === 'audit:recorded' ? event.payload.id : []))
  const chains = [...ofAlerts.flatMap(alertsOfEvent), ...(auditIds.length > 0 ? [AUDIT_CHAIN] : [])]
  if (chains.length === 0) return
  const writer = await ChainWriter.open<KnownAlert>(tx, chains)
  await new AlertSequence(tx, writer, now).append(ofAlerts)
  for (const [sourceId, { at, payload }] of await auditContentsById(tx, auditIds))
    writer.append(AUDIT_CHAIN, { kind: 'audit', at, payload, sourceId, isStoredElsewhere: true })
  await writer.write()
}

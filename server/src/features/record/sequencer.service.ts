import { AUDIT_CHAIN } from '@noroshi/contract/record/record-file'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { auditContentsById } from '#/features/admin/audit.service.ts'
import { type ConsumedEvent, defineConsumer } from '#/realtime/consumers.ts'
import type { KnownAlert } from './alert-entries.ts'
import { ALERT_EVENTS, type AlertEvent, alertsOfEvent, AlertSequence } from './alert-sequence.ts'
import { ChainWriter } from './chain-writer.ts'
import { newestContents, unsealedAuditIds } from './record.sql.ts'

/** Audit entries without an event that one transaction seals. The consumer waits for it. */
const SEALED_AT_ONCE = 1000

type Recorded = AlertEvent | ConsumedEvent<'audit:recorded'>

/**
 * Appends what the journal reports to the records. With {@link sealUnreported} it is the only writer of the chains. A consumer runs in one process at a
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
  await appendAudit(tx, writer, auditIds)
  await writer.write()
}

/** Appends the audit entries that have none yet, in the order of their ids. */
async function appendAudit(tx: Tx, writer: ChainWriter<KnownAlert>, ids: readonly string[]): Promise<void> {
  const sealed = await newestContents(tx, ids)
  const missing = ids.filter((id) => !sealed.has(id))
  for (const [sourceId, { at, payload }] of await auditContentsById(tx, missing))
    writer.append(AUDIT_CHAIN, { kind: 'audit', at, payload, sourceId, isStoredElsewhere: true })
}

/**
 * Seals the audit entries that no event reported: those of the version before records, which runs beside this one during a
 * rolling update. The lock of the chain keeps the consumer from sealing an entry at the same time.
 */
export async function sealUnreported({ transaction }: Pick<Deps, 'transaction'>): Promise<void> {
  let count: number
  do {
    count = await transaction(async (tx) => {
      const writer = await ChainWriter.open<KnownAlert>(tx, [AUDIT_CHAIN])
      const ids = await unsealedAuditIds(tx, SEALED_AT_ONCE)
      await appendAudit(tx, writer, ids)
      await writer.write()
      return ids.length
    })
  } while (count === SEALED_AT_ONCE)
}

import { z } from 'zod'
import { VERSION } from '@noroshi/contract/version'
import { applyingAt, applyRecord, endApplying, endsTransaction } from './apply-record.ts'
import { beginApplying, lockLanes } from './lanes.sql.ts'
import { deleteUnknown, dueRecords, markTried, raiseChanges } from './retries.sql.ts'
import { openMember } from './roster.service.ts'
import { lastChangeAt } from './stamp.service.ts'
import { logUnlessLost, type SyncContext } from './sync-context.service.ts'

/** Max records that one call tries, of one unit and in all. The next call has the others. */
const LIMITS = { ofUnit: 100, atOnce: 500 }

const UnknownRecord = z.tuple([z.string(), z.unknown()])

/**
 * Tries records again that this unit could not apply: after an update of the server, and when what they missed may have arrived.
 * One that throws stays, and the others go on.
 */
export const retryUnknown = (context: SyncContext): Promise<void> => tryDue(context).catch(logUnlessLost(context))

async function tryDue(context: SyncContext): Promise<void> {
  const { deps } = context
  const present = () => ({ version: VERSION, lastChange: lastChangeAt(deps.now()) })
  if ((await dueRecords(deps.db, present(), LIMITS)).length === 0) return
  await deps.transaction(async (tx) => {
    await lockLanes(tx)
    const applying = applyingAt((await openMember(tx)).unit_id)
    await beginApplying(tx)
    let isAnyApplied = false
    for (const due of await dueRecords(tx, present(), LIMITS)) {
      const [kind, data] = UnknownRecord.parse(JSON.parse(due.record))
      const unapplied = await applyRecord(context, tx, applying, { lane: due.lane, kind, data }, (error) => {
        if (endsTransaction(error)) throw error
        deps.logError(error)
        return 'missing'
      })
      if (unapplied !== null) await markTried(tx, due, unapplied, VERSION)
      else {
        isAnyApplied = true
        await deleteUnknown(tx, due.lane, due.n)
      }
    }
    await endApplying(tx, applying)
    // It may be what others of them missed.
    if (isAnyApplied) await raiseChanges(tx)
  })
}

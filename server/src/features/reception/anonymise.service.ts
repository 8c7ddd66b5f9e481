import type { Tx } from '#/db/transaction.ts'
import { forgetReceived } from '#/features/roll-calls/desk-states.service.ts'
import { type Anonymised, anonymiseRows } from './anonymise.sql.ts'

/** Removes what names people of a register, also from what their receptions said. Returns how many there were. */
export async function anonymisePeople(tx: Tx, of: Anonymised, at: Date): Promise<number> {
  const ids = await anonymiseRows(tx, of, at)
  if (ids.length > 0) await forgetReceived(tx, ids)
  return ids.length
}

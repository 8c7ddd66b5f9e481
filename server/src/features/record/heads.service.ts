import type { Head } from '@noroshi/contract/record/chain'
import { AUDIT_CHAIN } from '@noroshi/contract/record/record-file'
import type { Job } from '#/db/jobs.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { ADMINISTRATORS } from '#/features/alerts/alerts.rooms.ts'
import { chainById, type ChainRow, deleteEndedChains, lockUnpublished, markPublished, newestChains } from './record.sql.ts'
import { sealUnreported } from './sequencer.service.ts'
import { SigningKey } from './signing-key.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Milliseconds after a start. Another process may have published within the hour. */
const FIRST_AFTER_MS = 60_000
/** Heads of one event and of one page. */
const HEADS_AT_ONCE = 100
/** Days for which the hashes of a deleted alert are kept. */
const ENDED_KEPT_DAYS = 365

/** Emits the heads of all records with new entries to the administrators, whose devices keep them. */
export async function publishHeads(deps: Deps): Promise<void> {
  const key = await SigningKey.open(deps.db)
  let count: number
  do {
    count = await deps.transaction(async (tx) => {
      const chains = await lockUnpublished(tx, HEADS_AT_ONCE)
      if (chains.length === 0) return 0
      const at = deps.now().toISOString()
      const heads = chains.map(({ id, last_seq, last_hash }) => key.sign({ chain: id, seq: last_seq, hash: last_hash, at }))
      await markPublished(
        tx,
        chains.map(({ id }) => id),
      )
      tx.emit('record:heads', [ADMINISTRATORS], { heads })
      return chains.length
    })
  } while (count === HEADS_AT_ONCE)
}

export const headsJob = (deps: Deps): Job => ({
  name: 'record heads',
  every: HOUR_MS,
  firstAfter: FIRST_AFTER_MS,
  run: async () => {
    await sealUnreported(deps)
    await publishHeads(deps)
  },
})

/** Returns a page of the signed heads: that of the audit log, then those of the newest alerts first. */
export async function listHeads({ db, now }: Deps, cursor: string | undefined) {
  const key = await SigningKey.open(db)
  const at = now().toISOString()
  const headOf = ({ id, last_seq, last_hash }: ChainRow): Head => key.sign({ chain: id, seq: last_seq, hash: last_hash, at })
  const { items, nextCursor } = pageOf(await newestChains(db, cursor, HEADS_AT_ONCE + 1), HEADS_AT_ONCE, headOf)
  const audit = cursor === undefined ? await chainById(db, AUDIT_CHAIN) : undefined
  return { items: [...(audit && audit.last_seq > 0 ? [headOf(audit)] : []), ...items], nextCursor }
}

/** Deletes the hashes of alerts that were deleted a year ago. */
export const deleteOldChains = ({ db, now }: Deps) => deleteEndedChains(db, new Date(now().getTime() - ENDED_KEPT_DAYS * DAY_MS))

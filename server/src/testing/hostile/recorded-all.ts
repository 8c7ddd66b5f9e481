import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { hashOfEntry } from '@noroshi/contract/record/chain'
import type { Db } from '#/db/pool.ts'

const TRIES = 100
const TRY_EVERY_MS = 100

/** Expects that each alert and each message of an alert has one entry in the record, and that no chain has a gap. */
export async function assertRecorded(db: Db): Promise<void> {
  // The sequencer follows the writes.
  for (let count = 0; (await mismatchedEntries(db)).length > 0 && count < TRIES; count++) await sleep(TRY_EVERY_MS)
  expect(await mismatchedEntries(db)).toEqual([])
  expect(await brokenChains(db)).toEqual([])
}

/** Returns the alerts and messages that do not have exactly one entry. */
async function mismatchedEntries(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT a.id, count(e.seq) FROM alerts a LEFT JOIN record_entries e ON e.chain_id = a.id AND e.kind = 'raised'
    GROUP BY a.id HAVING count(e.seq) <> 1
    UNION ALL
    SELECT m.id, count(e.seq) FROM messages m JOIN alerts a ON a.thread_id = m.thread_id
    LEFT JOIN record_entries e ON e.chain_id = a.id AND e.source_id = m.id
    GROUP BY m.id HAVING count(e.seq) <> 1`.execute(db)
  return rows
}

/** Returns the entries whose number or hash does not continue the one before. */
async function brokenChains(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('record_entries').selectAll().orderBy('chain_id').orderBy('seq').execute()
  const broken = []
  for (const [chain, entries] of Map.groupBy(rows, ({ chain_id }) => chain_id)) {
    let before = ''
    for (const [index, { seq, at, kind, commitment, hash }] of entries.entries()) {
      const expected = await hashOfEntry(chain, before, { seq, at: at.toISOString(), kind, commitment })
      if (seq !== index + 1 || hash !== expected) broken.push(`${chain} ${seq}`)
      before = hash
    }
  }
  return broken
}

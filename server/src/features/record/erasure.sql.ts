import { sql } from 'kysely'
import { AUDIT_CHAIN } from '@noroshi/contract/record/record-file'
import type { Db } from '#/db/pool.ts'

// An erasure removes the content of entries and leaves their commitments and hashes, so that the record still verifies.

/** Erases the contents of a chain. */
export const eraseChain = (db: Db, chain: string) =>
  sql`UPDATE record_entries SET payload = NULL, salt = NULL WHERE chain_id = ${chain}::uuid AND payload IS NOT NULL`.execute(db)

/** Erases what a chain says about a message. */
export const eraseSource = (db: Db, chain: string, sourceId: string) =>
  sql`UPDATE record_entries SET payload = NULL, salt = NULL
    WHERE chain_id = ${chain}::uuid AND source_id = ${sourceId}::uuid AND payload IS NOT NULL`.execute(db)

/**
 * Erases the contents of the oldest audit entries whose rows were removed.
 * @param limit entries that are compared at once
 * @returns the number of erased entries
 */
export async function eraseRemovedAudit(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH oldest AS (
      SELECT seq, source_id FROM record_entries
      WHERE chain_id = ${AUDIT_CHAIN}::uuid AND payload IS NOT NULL ORDER BY seq LIMIT ${limit})
    UPDATE record_entries e SET payload = NULL, salt = NULL FROM oldest o
    WHERE e.chain_id = ${AUDIT_CHAIN}::uuid AND e.seq = o.seq
      AND NOT EXISTS (SELECT FROM audit_log a WHERE a.id = o.source_id)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

// An erasure removes the content of entries and leaves their commitments and hashes, so that the record still verifies.

/** Erases the contents of a chain. */
export const eraseChain = (db: Db, chain: string) =>
  sql`UPDATE record_entries SET payload = NULL, salt = NULL WHERE chain_id = ${chain}::uuid AND payload IS NOT NULL`.execute(db)

/** Erases what a chain says about a message. */
export const eraseSource = (db: Db, chain: string, sourceId: string) =>
  sql`UPDATE record_entries SET payload = NULL, salt = NULL
    WHERE chain_id = ${chain}::uuid AND source_id = ${sourceId}::uuid AND payload IS NOT NULL`.execute(db)

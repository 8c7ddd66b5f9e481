import { type Selectable, sql } from 'kysely'
import type { ChainEntry } from '@noroshi/contract/record/chain'
import { AUDIT_CHAIN } from '@noroshi/contract/record/record-file'
import type { Db } from '#/db/pool.ts'
import type { RecordChains } from '#/db/rows.ts'

export type ChainRow = Selectable<RecordChains>

/** Creates the chains that do not exist, and returns all of these, locked until the transaction ends. */
export async function lockChains(tx: Db, ids: readonly string[]): Promise<ChainRow[]> {
  if (ids.length === 0) return []
  await sql`INSERT INTO record_chains (id) SELECT unnest(${[...ids]}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx)
  return tx
    .selectFrom('record_chains')
    .selectAll()
    .where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface SealedEntry extends Omit<ChainEntry, 'payload'> {
  readonly chain: string
  /** Canonical JSON; null for an erased content. */
  readonly payload: string | null
  readonly personId: string | null
  readonly sourceId: string | null
}

/** Entries of one INSERT. */
const INSERTED_AT_ONCE = 1000

export async function insertEntries(tx: Db, entries: readonly SealedEntry[]): Promise<void> {
  for (let first = 0; first < entries.length; first += INSERTED_AT_ONCE)
    await tx
      .insertInto('record_entries')
      .values(
        entries.slice(first, first + INSERTED_AT_ONCE).map(({ chain, personId, sourceId, ...entry }) => ({
          ...entry,
          chain_id: chain,
          person_id: personId,
          source_id: sourceId,
        })),
      )
      .execute()
}

/** The state of a chain after entries were appended. */
export interface ChainState {
  readonly id: string
  readonly seq: number
  readonly hash: string
  readonly known: object | null
  readonly endedAt: Date | null
}

export const saveChains = (tx: Db, states: readonly ChainState[]) =>
  sql`
  UPDATE record_chains c SET last_seq = s.seq, last_hash = s.hash, known = s.known, ended_at = s.ended_at
  FROM unnest(${states.map(({ id }) => id)}::uuid[], ${states.map(({ seq }) => seq)}::integer[],
    ${states.map(({ hash }) => hash)}::text[], ${states.map(({ known }) => known && JSON.stringify(known))}::jsonb[],
    ${states.map(({ endedAt }) => endedAt)}::timestamptz[]) AS s (id, seq, hash, known, ended_at)
  WHERE c.id = s.id`.execute(tx)

/** Returns those of these users whose account was deleted. */
export async function deletedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`)
    .where('deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the newest content about each of these messages or audit entries. It is null after an erasure. */
export async function newestContents(db: Db, sourceIds: readonly string[]): Promise<Map<string, string | null>> {
  if (sourceIds.length === 0) return new Map()
  const { rows } = await sql<{ source_id: string; payload: string | null }>`
    SELECT DISTINCT ON (source_id) source_id, payload FROM record_entries
    WHERE source_id = ANY (${[...sourceIds]}::uuid[]) ORDER BY source_id, seq DESC`.execute(db)
  return new Map(rows.map(({ source_id, payload }) => [source_id, payload]))
}

/** Returns audit entries of the last 30 days that the record lacks, oldest first. The retention removes none of these. */
export async function unsealedAuditIds(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM audit_log a WHERE created_at > now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM record_entries e WHERE e.source_id = a.id AND e.chain_id = ${AUDIT_CHAIN}::uuid)
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Act {
  readonly chain_id: string
  readonly person_id: string
  readonly kind: string
  readonly payload: string | null
  /** Entries of this kind about the person in the chain. */
  readonly count: number
}

/** Returns the newest entry of each kind about each of these people in a chain, and the number of these entries. */
export async function newestActs(
  db: Db,
  pairs: readonly { readonly chain: string; readonly personId: string }[],
  kinds: readonly string[],
): Promise<Act[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<Act>`
    SELECT DISTINCT ON (e.chain_id, e.person_id, e.kind) e.chain_id, e.person_id, e.kind, e.payload,
      count(*) OVER (PARTITION BY e.chain_id, e.person_id, e.kind)::int AS count
    FROM (SELECT DISTINCT * FROM unnest(${pairs.map(({ chain }) => chain)}::uuid[],
      ${pairs.map(({ personId }) => personId)}::uuid[])) AS p (chain, person)
    JOIN record_entries e ON e.chain_id = p.chain AND e.person_id = p.person
    WHERE e.kind = ANY (${[...kinds]}) ORDER BY e.chain_id, e.person_id, e.kind, e.seq DESC`.execute(db)
  return rows
}

export interface EntryRow {
  readonly seq: number
  readonly at: Date
  readonly kind: string
  readonly commitment: string
  readonly hash: string
  readonly payload: string | null
  readonly salt: string | null
  readonly source_id: string | null
}

const columns = ['seq', 'at', 'kind', 'commitment', 'hash', 'payload', 'salt', 'source_id'] as const

/** Returns the entries of a chain after one and up to another, in their order. */
export const entriesBetween = (db: Db, chain: string, after: number, until: number, limit: number): Promise<EntryRow[]> =>
  db
    .selectFrom('record_entries')
    .select(columns)
    .where('chain_id', '=', chain)
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** Returns the entries of these kinds after one, in their order. */
export const entriesOfKinds = (
  db: Db,
  chain: string,
  kinds: readonly string[],
  after: number,
  limit: number,
): Promise<EntryRow[]> =>
  db
    .selectFrom('record_entries')
    .select(columns)
    .where('chain_id', '=', chain)
    .where(sql<boolean>`kind = ANY (${[...kinds]})`)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()

export const chainById = (db: Db, id: string): Promise<ChainRow | undefined> =>
  db.selectFrom('record_chains').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the hash of an entry. */
export async function hashAt(db: Db, chain: string, seq: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('record_entries')
    .select('hash')
    .where('chain_id', '=', chain)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash
}

/** Returns chains of alerts with entries, those of the newest alerts first. @param before the last chain of the page before */
export const newestChains = (db: Db, before: string | undefined, limit: number): Promise<ChainRow[]> =>
  db
    .selectFrom('record_chains')
    .selectAll()
    .where('last_seq', '>', 0)
    .where('id', '<>', AUDIT_CHAIN)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Returns chains with entries that no head of which was sent has, and locks them until the transaction ends. */
export const lockUnpublished = (tx: Db, limit: number): Promise<ChainRow[]> =>
  tx
    .selectFrom('record_chains')
    .selectAll()
    .whereRef('last_seq', '>', 'published_seq')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()

export const markPublished = (tx: Db, ids: readonly string[]) =>
  sql`UPDATE record_chains SET published_seq = last_seq WHERE id = ANY (${[...ids]}::uuid[])`.execute(tx)

/** Deletes the chains of alerts that were deleted before a time. */
export const deleteEndedChains = (db: Db, before: Date) => db.deleteFrom('record_chains').where('ended_at', '<', before).execute()

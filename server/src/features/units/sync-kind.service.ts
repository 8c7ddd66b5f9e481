import { z } from 'zod'
import { Uuid } from '@noroshi/contract/define'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { ReceivedErasures } from './received-erasures.ts'

/** The units of a received record. */
export interface Origin {
  /** The unit that signed the record. */
  readonly unitId: string
  /** This unit. */
  readonly selfId: string
}

/** The origin of a record that is being applied. */
export interface Arrival extends Origin {
  /** The time of this server. */
  readonly now: Date
}

/** The part of a record that an erasure depends on. */
export interface ErasureFacts {
  /** The key of the row. */
  readonly key: string
  readonly hasWords: boolean
}

/**
 * A kind of rows that units exchange. Kinds and their fields are only ever added, a name is never used again, and a new field
 * has a default.
 */
export interface SyncKind<Schema extends z.ZodType = z.ZodType> {
  /** The name in records and in `sync_outbox`. */
  readonly name: string
  /** A record. Fields of later versions are left out. */
  readonly schema: Schema
  /** Returns the present records of these keys. Rows that do not leave this unit are missing. */
  readonly read: (db: Db, keys: readonly string[]) => Promise<readonly z.input<Schema>[]>
  /**
   * Joins a record with the stored row, and emits the events of the change. The join is commutative, associative and idempotent.
   * @param erasures what the transaction erases in stored segments
   * @returns whether the unit may write this record; 'missing' if what the record refers to has not arrived: it is tried again then
   */
  readonly receive: (
    tx: Tx,
    record: z.output<Schema>,
    origin: Arrival,
    erasures: ReceivedErasures,
  ) => Promise<boolean | 'missing'>
  /** Ends a transaction that applied records of this kind, such as by one event for all of them. */
  readonly afterAll?: (tx: Tx, records: readonly z.output<Schema>[]) => Promise<void>
  /** Returns the number of the last change in a record. One that is too far ahead of the clock is tried again later. */
  readonly changeOf?: (record: z.output<Schema>) => number
  /** Notes all rows that other units must have, when sharing begins. */
  readonly noteAll?: (tx: Tx) => Promise<unknown>
  /**
   * For rows whose words go with a deletion. A record of a deleted row has none, and those of before are erased. It parses the
   * stored records, also those that `schema` does not accept from others.
   */
  readonly erasure?: z.ZodType<ErasureFacts>
  /** Returns the key here of the row that a record of a unit names, where units may name different rows by one key. */
  readonly rowOf?: (db: Db, key: string, origin: Origin) => Promise<string | null | undefined>
}

/** The erasure of rows that are marked as deleted. */
export const deletionErasure: z.ZodType<ErasureFacts> = z
  .object({ id: Uuid, deletedAt: z.string().nullable() })
  .transform(({ id, deletedAt }) => ({ key: id, hasWords: deletedAt === null }))

/** Defines a kind. Its feature lists it in its manifest. */
export const defineSyncKind = <Schema extends z.ZodType>(kind: SyncKind<Schema>): SyncKind => kind as unknown as SyncKind // each record is parsed by its own schema

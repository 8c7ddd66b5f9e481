import pg from 'pg'
import { isConnectionLost } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import { requestErasure } from './erasures.sql.ts'
import { inSavepoint } from './lanes.sql.ts'
import { ReceivedErasures } from './received-erasures.ts'
import type { Unapplied, UnknownState } from './retries.sql.ts'
import { unitOfLane } from './segments.ts'
import { lastChangeAt } from './stamp.service.ts'
import type { SyncContext } from './sync-context.service.ts'
import type { SyncKind } from './sync-kind.service.ts'

/** Values that all records of one transaction share. */
export interface Applying {
  /** This unit. */
  readonly selfId: string
  /** The erasures, which the transaction writes at its end. */
  readonly erasures: ReceivedErasures
  /** The applied records of kinds with `afterAll`. */
  readonly applied: Map<SyncKind, unknown[]>
}

/** Begins to apply records. @param selfId this unit */
export const applyingAt = (selfId: string): Applying => ({ selfId, erasures: new ReceivedErasures(), applied: new Map() })

/** Writes and emits what the records of a transaction have in common. */
export async function endApplying(tx: Tx, { erasures, applied }: Applying): Promise<void> {
  await erasures.write(tx)
  // Nothing that a unit has sent may keep the other records from being applied.
  for (const [kind, records] of applied)
    await inSavepoint(
      tx,
      async () => kind.afterAll?.(tx, records),
      (error) => {
        if (refusalBy(error) === null) throw error
      },
    )
}

/**
 * Applies a record of a lane by the function of its kind.
 * @param onError returns the state after an error that is not one of PostgreSQL about the data, or throws
 * @returns null if it is applied, otherwise the reason; then it has changed nothing
 */
export async function applyRecord(
  { kinds, deps }: SyncContext,
  tx: Tx,
  { selfId, erasures, applied }: Applying,
  { lane, kind, data }: { readonly lane: string; readonly kind: string; readonly data: unknown },
  onError: (error: unknown) => UnknownState,
): Promise<Unapplied | null> {
  const known = kinds.find(({ name }) => name === kind)
  const parsed = known?.schema.safeParse(data)
  if (known === undefined || parsed?.success !== true) return { state: 'unreadable', ahead: null }
  const change = known.changeOf?.(parsed.data) ?? 0
  if (change > lastChangeAt(deps.now())) return { state: 'missing', ahead: change }
  const origin = { unitId: unitOfLane(lane), selfId, now: deps.now() }
  const state = await inSavepoint(
    tx,
    async () => {
      const result = stateAfter(await known.receive(tx, parsed.data, origin, erasures))
      if (result === null) await requestErasure(tx, known, data, origin)
      return result
    },
    (error) => refusalBy(error) ?? onError(error),
  )
  if (state === null && known.afterAll) applied.set(known, [...(applied.get(known) ?? []), parsed.data])
  return state && { state, ahead: null }
}

const stateAfter = (result: boolean | 'missing'): UnknownState | null =>
  result === 'missing' ? 'missing' : result ? null : 'refused'

/** Returns the state of a record whose data PostgreSQL refuses (SQLSTATE classes 22 and 23); null for any other error. */
function refusalBy(error: unknown): UnknownState | null {
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) return null
  return error.code === FOREIGN_KEY_VIOLATION ? 'missing' : 'refused'
}

const FOREIGN_KEY_VIOLATION = '23503'

/** Whether the transaction cannot go on after an error, or is repeated. */
export const endsTransaction = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof pg.DatabaseError && error.code?.startsWith('40') === true)

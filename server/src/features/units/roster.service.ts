import type { Db } from '#/db/pool.ts'
import { AppError } from '#/http/errors.ts'
import type { ErrorCode } from '@noroshi/contract/errors'
import { isSharing, selfRow, type SelfRow, type UnitRow } from './roster.sql.ts'
import { type Vector } from './segments.ts'

// Other features may import the services of a feature only.
export { isSharing }

/**
 * Returns the scope ('unit' or 'group') after an administrator chose whether all units get rows; undefined: it stays.
 * @throws `staysShared` or `unitsNotSharing` (409)
 */
export async function scopeAfter(
  db: Db,
  isShared: boolean | undefined,
  before: string,
  refusals: { readonly staysShared: ErrorCode; readonly unitsNotSharing: ErrorCode },
): Promise<string> {
  if (isShared === undefined || isShared === (before === 'group')) return before
  if (!isShared) throw new AppError(refusals.staysShared)
  if (!(await isSharing(db))) throw new AppError(refusals.unitsNotSharing)
  return 'group'
}

/** This unit in its group. */
export type Member = SelfRow & { readonly group_id: string; readonly founder_id: string }

/** Returns this unit; null if it is in no group. */
export async function findMember(db: Db): Promise<Member | null> {
  const self = await selfRow(db)
  return self !== undefined && isMember(self) ? self : null
}

const isMember = (self: SelfRow): self is Member => self.group_id !== null && self.founder_id !== null

/** @throws units.noGroup (409) */
export async function openMember(db: Db): Promise<Member> {
  const member = await findMember(db)
  if (member === null) throw new AppError('units.noGroup')
  return member
}

/** Whether bundles are exchanged with a unit. */
export const isTrusted = (unit: UnitRow): boolean => unit.confirmed_at !== null && unit.valid_until === null

/** Returns the last number of a lane that counts; null: all count. */
export function lastValid(unit: UnitRow, lane: string): number | null {
  if (unit.valid_until === null) return null
  return vectorOf(unit.valid_until)[lane] ?? 0
}

/** Returns a vector of a jsonb column, which only this feature writes. */
export const vectorOf = (json: unknown): Vector => json as Vector

import { can, type AbilityName, type SubjectOf } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import { AppError } from './errors.ts'

/** @throws AppError 'forbidden' where the rule of the contract says no. */
export function authorize<Name extends AbilityName>(viewer: Viewer, name: Name, subject: SubjectOf<Name>): void {
  if (!can(viewer, name, subject)) throw new AppError('forbidden')
}

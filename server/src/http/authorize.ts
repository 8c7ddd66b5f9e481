import { can, type AbilityName, type SubjectOf } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { ErrorCode } from '@noroshi/contract/errors'
import { AppError } from './errors.ts'

/** @throws AppError `refusal` when the ability of the contract denies it. A viewer who may not know of the entity gets a 404. */
export function authorize<Name extends AbilityName>(
  viewer: Viewer,
  name: Name,
  subject: SubjectOf<Name>,
  refusal: ErrorCode = 'forbidden',
): void {
  if (!can(viewer, name, subject)) throw new AppError(refusal)
}

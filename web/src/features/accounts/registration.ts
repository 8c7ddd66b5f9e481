import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { MessageKey } from '../../platform/i18n.ts'

type Rules = Pick<Unit, 'canRegister' | 'needsInvitation'>

/** What the link to this page carried. */
export interface RegistrationCodes {
  /** From the link on the unit's console: whoever registers with it becomes the administrator. */
  readonly setupCode?: string | undefined
  /** From an administrator's invitation link. */
  readonly inviteCode?: string | undefined
}

/** Why nobody can register here now; null where somebody can. */
export function obstacleOf(unit: Rules | undefined, { setupCode, inviteCode }: RegistrationCodes): MessageKey | null {
  if (!unit || setupCode !== undefined) return null
  if (!unit.canRegister) return 'accounts.registrationClosed'
  return unit.needsInvitation && inviteCode === undefined ? 'unit.invitation.needed' : null
}

/** What is said above the form, or in its place. */
export function noteOf(unit: Rules | undefined, codes: RegistrationCodes): MessageKey | null {
  if (codes.setupCode !== undefined) return 'accounts.setup'
  return obstacleOf(unit, codes) ?? (unit?.needsInvitation ? 'accounts.invited' : null)
}

import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { MessageKey } from '../../platform/language/i18n.ts'

type RegistrationRules = Pick<Unit, 'canRegister' | 'needsInvitation'>

/** Codes from the link to this page. */
export interface RegistrationCodes {
  /** From the link on the server's console. The user who registers with it becomes the administrator. */
  readonly setupCode?: string | undefined
  /** From an administrator's invitation link. */
  readonly inviteCode?: string | undefined
}

/** Returns why registration is not possible now; null if it is. */
export function registrationError(
  unit: RegistrationRules | undefined,
  { setupCode, inviteCode }: RegistrationCodes,
): MessageKey | null {
  if (!unit || setupCode !== undefined) return null
  if (!unit.canRegister) return 'accounts.registrationClosed'
  return unit.needsInvitation && inviteCode === undefined ? 'unit.invitation.needed' : null
}

/** Returns the note above the form or instead of it; null without one. */
export function registrationNote(unit: RegistrationRules | undefined, codes: RegistrationCodes): MessageKey | null {
  if (codes.setupCode !== undefined) return 'accounts.setup'
  return registrationError(unit, codes) ?? (unit?.needsInvitation ? 'accounts.invited' : null)
}

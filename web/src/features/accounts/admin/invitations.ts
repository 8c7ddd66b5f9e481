import type { Invitation } from '@noroshi/contract/accounts/unit.http'

/** The status of an invitation: open, or why it cannot be used any more. The server has decided whether it is open. */
export function invitationStatus({
  isOpen,
  revokedAt,
  usedCount,
  maxUses,
}: Invitation): 'open' | 'revoked' | 'usedUp' | 'expired' {
  if (isOpen) return 'open'
  if (revokedAt !== null) return 'revoked'
  return usedCount >= maxUses ? 'usedUp' : 'expired'
}

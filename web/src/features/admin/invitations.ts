import type { Invitation } from '@noroshi/contract/accounts/unit.http'

/** Why nobody can register by it any more, or that somebody could. The server's clock has decided about the time. */
export function standOf({ isOpen, revokedAt, usedCount, maxUses }: Invitation): 'open' | 'revoked' | 'usedUp' | 'expired' {
  if (isOpen) return 'open'
  if (revokedAt !== null) return 'revoked'
  return usedCount >= maxUses ? 'usedUp' : 'expired'
}

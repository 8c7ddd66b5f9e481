import { expect, test } from 'vitest'
import type { Invitation } from '@noroshi/contract/accounts/unit.http'
import { standOf } from './invitations.ts'

const open: Invitation = {
  id: 'x',
  label: '',
  createdBy: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-11-28T09:00:00.000Z',
  maxUses: 2,
  usedCount: 1,
  revokedAt: null,
  isOpen: true,
}

test('an invitation says why nobody can register by it any more', () => {
  expect(standOf(open)).toBe('open')
  expect(standOf({ ...open, isOpen: false })).toBe('expired')
  expect(standOf({ ...open, isOpen: false, usedCount: 2 })).toBe('usedUp')
  expect(standOf({ ...open, isOpen: false, usedCount: 2, revokedAt: open.createdAt })).toBe('revoked')
})

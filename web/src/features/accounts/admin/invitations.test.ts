import { expect, test } from 'vitest'
import type { Invitation } from '@noroshi/contract/accounts/unit.http'
import { invitationStatus } from './invitations.ts'

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

test('the status of an invitation is open, expired, used up or revoked', () => {
  expect(invitationStatus(open)).toBe('open')
  expect(invitationStatus({ ...open, isOpen: false })).toBe('expired')
  expect(invitationStatus({ ...open, isOpen: false, usedCount: 2 })).toBe('usedUp')
  expect(invitationStatus({ ...open, isOpen: false, usedCount: 2, revokedAt: open.createdAt })).toBe('revoked')
})

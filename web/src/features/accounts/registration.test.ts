import { expect, test } from 'vitest'
import { noteOf, obstacleOf } from './registration.ts'

const open = { canRegister: true, needsInvitation: false }
const byInvitation = { canRegister: true, needsInvitation: true }
const closed = { canRegister: false, needsInvitation: false }

test('an open unit says nothing, and an invitation changes nothing there', () => {
  expect(noteOf(open, {})).toBeNull()
  expect(noteOf(open, { inviteCode: 'code' })).toBeNull()
})

test('by invitation alone, the link is asked for, and welcomed', () => {
  expect(obstacleOf(byInvitation, {})).toBe('unit.invitation.needed')
  expect(obstacleOf(byInvitation, { inviteCode: 'code' })).toBeNull()
  expect(noteOf(byInvitation, { inviteCode: 'code' })).toBe('accounts.invited')
})

test('a closed unit lets nobody in but its first administrator', () => {
  expect(obstacleOf(closed, { inviteCode: 'code' })).toBe('accounts.registrationClosed')
  expect(obstacleOf(closed, { setupCode: 'code' })).toBeNull()
  expect(noteOf(closed, { setupCode: 'code' })).toBe('accounts.setup')
})

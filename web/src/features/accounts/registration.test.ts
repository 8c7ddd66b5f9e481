import { expect, test } from 'vitest'
import { registrationNote, registrationError } from './registration.ts'

const open = { canRegister: true, needsInvitation: false }
const byInvitation = { canRegister: true, needsInvitation: true }
const closed = { canRegister: false, needsInvitation: false }

test('open registration has no note, with or without an invitation', () => {
  expect(registrationNote(open, {})).toBeNull()
  expect(registrationNote(open, { inviteCode: 'code' })).toBeNull()
})

test('registration by invitation needs the code of a link', () => {
  expect(registrationError(byInvitation, {})).toBe('unit.invitation.needed')
  expect(registrationError(byInvitation, { inviteCode: 'code' })).toBeNull()
  expect(registrationNote(byInvitation, { inviteCode: 'code' })).toBe('accounts.invited')
})

test('closed registration accepts only the first administrator', () => {
  expect(registrationError(closed, { inviteCode: 'code' })).toBe('accounts.registrationClosed')
  expect(registrationError(closed, { setupCode: 'code' })).toBeNull()
  expect(registrationNote(closed, { setupCode: 'code' })).toBe('accounts.setup')
})

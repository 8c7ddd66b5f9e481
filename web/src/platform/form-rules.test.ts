import { expect, test } from 'vitest'
import { Login, Registration } from '@noroshi/contract/accounts/accounts.http'
import { PASSWORD_MIN } from '@noroshi/contract/limits'
import { loadTexts } from './i18n.ts'
import { rulesOf } from './form-rules.ts'

const nobody = { firstName: ' ', lastName: '', email: '', password: '', confirmPassword: '' }

test('each field tells its first problem, with the number of the contract', async () => {
  await loadTexts()
  expect(rulesOf(Login)({ email: 'kenji', password: '' })).toEqual({
    email: 'Please enter a valid email',
    password: 'Please enter your password',
  })
  expect(rulesOf(Registration)({ ...nobody, password: 'short', confirmPassword: 'else' })).toEqual({
    firstName: 'Please enter your first name',
    email: 'Please enter your email',
    password: `The password needs at least ${PASSWORD_MIN} characters`,
    confirmPassword: 'The two passwords are not the same',
  })
})

test('what fits the schema has no problem', () => {
  const password = 'correct horse'
  expect(
    rulesOf(Registration)({ ...nobody, firstName: 'Kenji', email: ' Kenji@Aoba.example ', password, confirmPassword: password }),
  ).toEqual({})
})

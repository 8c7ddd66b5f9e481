import { expect, test } from 'vitest'
import { Login, Registration } from '@noroshi/contract/accounts/accounts.http'
import { PASSWORD_MIN } from '@noroshi/contract/limits'
import { formRules, createValidator } from './form-rules.ts'

const emptyRegistration = { firstName: ' ', lastName: '', email: '', password: '', confirmPassword: '' }

test('each field shows its first error with the limit of the contract', async () => {
  expect(createValidator(Login)({ email: 'kenji', password: '' })).toEqual({
    email: 'Please enter a valid email',
    password: 'Please enter your password',
  })
  expect(createValidator(Registration)({ ...emptyRegistration, password: 'short', confirmPassword: 'else' })).toEqual({
    firstName: 'Please enter your first name',
    email: 'Please enter your email',
    password: `The password needs at least ${PASSWORD_MIN} characters`,
    confirmPassword: 'The two passwords are not the same',
  })
})

test('valid values have no errors', () => {
  const password = 'correct horse'
  expect(
    createValidator(Registration)({
      ...emptyRegistration,
      firstName: 'Kenji',
      email: ' Kenji@Aoba.example ',
      password,
      confirmPassword: password,
    }),
  ).toEqual({})
})

test('a form sends the parsed values instead of the typed ones', () => {
  const password = ' Correct horse '
  const typed = { ...emptyRegistration, firstName: ' Kenji ', email: ' Kenji@Aoba.example ', password, confirmPassword: password }
  const { validate, transformValues } = formRules(Registration)
  expect(validate(typed)).toEqual({})
  // A password is never changed.
  expect(transformValues(typed)).toEqual({ ...typed, firstName: 'Kenji', email: 'kenji@aoba.example' })
})

test('a form with other fields than its body validates and sends the body', () => {
  const { validate, transformValues } = formRules(Login, (values: { mail: string }) => ({ email: values.mail, password: 'x' }))
  expect(validate({ mail: 'kenji' })).toEqual({ email: 'Please enter a valid email' })
  expect(transformValues({ mail: ' K@Aoba.example' })).toEqual({ email: 'k@aoba.example', password: 'x' })
})

/** The source of each web file by its path from the web's directory. */
const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('only one module formats coordinates of requests', () => {
  const own = Object.entries(sources).filter(([, source]) => /String\(\w+(\.\w+)*\.latitude\)/.test(source))
  expect(own.map(([file]) => file)).toEqual(['/src/platform/device/coordinates.ts'])
})

test('each form passes parsed values to its submit handler', () => {
  const forms = Object.entries(sources).filter(([file, source]) => /\buseForm[<(]/.test(source) && !/\.test\.ts/.test(file))
  expect(forms.length).toBeGreaterThan(10)
  const raw = forms.filter(([, source]) => !/\.\.\.formRules[(<]|transformValues:/.test(source))
  expect(raw.map(([file]) => file)).toEqual([])
})

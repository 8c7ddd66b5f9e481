import { describe, expect, test } from 'vitest'
import { formCases } from '@noroshi/contract/form-cases.fixture'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import { fakeStorage } from '../device/device.fake.ts'
import { createValidator } from './form-rules.ts'
import { setLanguage } from '../language/i18n.ts'

fakeStorage()

describe.each(LANGUAGES)('in the form (%s)', (language) => {
  test.each(formCases)('$name', async ({ form, values, problems }) => {
    await setLanguage(language)
    const expected = Object.entries(problems).map(([field, problem]) => {
      const { key, params } = typeof problem === 'string' ? { key: problem, params: {} } : problem
      return [field, textIn(language, key, params)]
    })
    expect(createValidator(form)(values)).toEqual(Object.fromEntries(expected))
  })
})

import { expect, test } from 'vitest'
import { messages } from '@noroshi/contract/messages'
import { preferredLanguage } from './preferred-language.ts'

test('the chosen language has priority over the browser’s, and English is the default', () => {
  expect(preferredLanguage('ja', ['en-US'])).toBe('ja')
  expect(preferredLanguage(null, ['fr-FR', 'ja-JP'])).toBe('ja')
  expect(preferredLanguage('de', [])).toBe('en')
})

test('both languages of a text take the same parameters', () => {
  const params = (template: string) => new Set(template.match(/\{\w+\}/g))
  for (const [key, { en, ja }] of Object.entries(messages))
    expect({ key, params: params(ja) }).toEqual({ key, params: params(en) })
})

import { expect, test } from 'vitest'
import { messages } from '@noroshi/contract/messages'
import { preferredLanguage } from './i18n.ts'

test('the chosen language goes before the browser’s, and English is the last resort', () => {
  expect(preferredLanguage('ja', ['en-US'])).toBe('ja')
  expect(preferredLanguage(null, ['fr-FR', 'ja-JP'])).toBe('ja')
  expect(preferredLanguage('de', [])).toBe('en')
})

test('both languages of a text take the same parameters', () => {
  const params = (words: string) => new Set(words.match(/\{\w+\}/g))
  for (const [key, { en, ja }] of Object.entries(messages))
    expect({ key, params: params(ja) }).toEqual({ key, params: params(en) })
})

import { expect, test } from 'vitest'
import { preferredLanguage } from './preferred-language.ts'

test('the chosen language has priority over the browser’s, and English is the default', () => {
  expect(preferredLanguage('ja', ['en-US'])).toBe('ja')
  expect(preferredLanguage(null, ['fr-FR', 'ja-JP'])).toBe('ja')
  expect(preferredLanguage('de', [])).toBe('en')
})

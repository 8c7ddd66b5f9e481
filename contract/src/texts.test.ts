import { expect, test } from 'vitest'
import { formatText, LANGUAGES, LOCALES, type LocalText, preferredOf } from './i18n.ts'
import { texts, textIn } from './texts.ts'

const formsOf = (text: LocalText): readonly string[] => (typeof text === 'string' ? [text] : Object.values(text))
const paramsOf = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? []
const listed = (params: readonly string[]): string => [...new Set(params)].toSorted().join()

test.each(LANGUAGES)('the texts of %s have the keys and parameters of English', (language) => {
  expect(Object.keys(texts[language]).toSorted()).toEqual(Object.keys(texts.en).toSorted())
  const english = new Map(Object.entries(texts.en))
  const different = Object.entries(texts[language]).filter(([key, text]) => {
    const expected = listed(formsOf(english.get(key) ?? '').flatMap(paramsOf))
    // The form of one number may contain the number in words.
    const inWords = typeof text === 'string' ? [] : ['{count}']
    return formsOf(text).some((form) => listed([...paramsOf(form), ...inWords]) !== expected)
  })
  expect(different).toEqual([])
})

test.each(LANGUAGES)('the plural texts of %s have all forms of the language', (language) => {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
  const plural = Object.entries(texts[language]).filter(([, text]) => typeof text !== 'string')
  const incomplete = plural.filter(([, text]) => Object.keys(text).toSorted().join() !== categories.join())
  expect(incomplete).toEqual([])
})

test('each language is known to Intl by its tag', () => {
  for (const language of LANGUAGES)
    expect(Intl.DateTimeFormat.supportedLocalesOf(LOCALES[language].tag)).toEqual([LOCALES[language].tag])
})

test('a text with plural forms takes the form of the number in its language', () => {
  expect([0, 1, 2, 1.4].map((count) => textIn('en', 'posts.likes', { count }))).toEqual([
    '0 likes',
    '1 like',
    '2 likes',
    '1.4 likes',
  ])
  expect([1, 2].map((count) => textIn('ja', 'posts.likes', { count }))).toEqual(['いいね1件', 'いいね2件'])
  expect(formatText('ja', { one: 'one', other: 'other' }, { count: 1 })).toBe('other')
})

test('a text without a number takes the general form', () => {
  expect(formatText('en', { one: 'one', other: 'other' })).toBe('other')
})

test('the first supported language of a list is chosen, else English', () => {
  expect(preferredOf(['fr-FR', ' ja-JP;q=0.9', 'en;q=0.8'])).toBe('ja')
  expect(preferredOf(['JA', 'en'])).toBe('ja')
  expect(preferredOf(['fr', ''])).toBe('en')
  expect(preferredOf([])).toBe('en')
})

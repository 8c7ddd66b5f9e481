import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'
import { partsOf } from './text-parts.ts'

const linksIn = (words: string) => partsOf(words).flatMap(({ href }) => href ?? [])

test('addresses of the web can be followed, and nothing else', () => {
  expect(linksIn('see http://unit.local:3000/a?b=c#d and https://example.org.')).toEqual([
    'http://unit.local:3000/a?b=c#d',
    'https://example.org',
  ])
  expect(linksIn('道は（https://example.org/道）です。https://example.org/2。')).toEqual([
    'https://example.org/道',
    'https://example.org/2',
  ])
  for (const words of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'example.org',
    'https://',
    '<b>https</b>',
  ]) {
    expect(linksIn(words)).toEqual([])
  }
})

test('no word is lost around addresses, and markup stays words', () => {
  for (const words of ['<a href="https://example.org">x</a>', 'a https://b.org, c https://d.org', '']) {
    expect(
      partsOf(words)
        .map(({ text }) => text)
        .join(''),
    ).toBe(words)
  }
})

test('sizes are said as people read them', () => {
  expect([0, 2048, 1_258_291].map(sizeText)).toEqual(['1 KB', '2 KB', '1.2 MB'])
})

test('what no browser follows stays words', () => {
  expect(linksIn(`https://example.org/${'a'.repeat(3000)}`)).toEqual([])
  expect(linksIn(`https://example.org/${')'.repeat(3000)}`)).toEqual(['https://example.org/'])
})

test('a long run of marks is gone through once, not once for each of them', () => {
  // Six times the longest message: going through it quadratically takes longer than a test may.
  const marks = `https://${')'.repeat(60_000)}a`
  expect(partsOf(marks)).toEqual([{ text: marks }])
})

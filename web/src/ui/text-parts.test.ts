import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'
import { splitLinks } from './text-parts.ts'

const linksIn = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test('only web addresses become links', () => {
  expect(linksIn('see http://unit.local:3000/a?b=c#d and https://example.org.')).toEqual([
    'http://unit.local:3000/a?b=c#d',
    'https://example.org',
  ])
  expect(linksIn('道は（https://example.org/道）です。https://example.org/2。')).toEqual([
    'https://example.org/道',
    'https://example.org/2',
  ])
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'example.org',
    'https://',
    '<b>https</b>',
  ]) {
    expect(linksIn(text)).toEqual([])
  }
})

test('the parts contain the whole text, and markup stays text', () => {
  for (const text of ['<a href="https://example.org">x</a>', 'a https://b.org, c https://d.org', '']) {
    expect(
      splitLinks(text)
        .map(({ text }) => text)
        .join(''),
    ).toBe(text)
  }
})

test('sizes are in KB or MB', () => {
  expect([0, 2048, 1_258_291].map(sizeText)).toEqual(['1 KB', '2 KB', '1.2 MB'])
})

test('a URL that is too long for browsers stays text', () => {
  expect(linksIn(`https://example.org/${'a'.repeat(3000)}`)).toEqual([])
  expect(linksIn(`https://example.org/${')'.repeat(3000)}`)).toEqual(['https://example.org/'])
})

test('a long run of punctuation is processed in linear time', () => {
  // Six times the longest message: quadratic processing would take longer than the time limit of a test.
  const marks = `https://${')'.repeat(60_000)}a`
  expect(splitLinks(marks)).toEqual([{ text: marks }])
})

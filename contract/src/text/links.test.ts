import { expect, test } from 'vitest'
import { hasLink } from './links.ts'
import { splitLinks } from './split-links.ts'

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

test('a URL that is too long for browsers stays text', () => {
  expect(linksIn(`https://example.org/${'a'.repeat(3000)}`)).toEqual([])
  expect(linksIn(`https://example.org/${')'.repeat(3000)}`)).toEqual(['https://example.org/'])
})

test('a long run of punctuation is processed in linear time', () => {
  // Six times the longest message: quadratic processing would take longer than the time limit of a test.
  const marks = `https://${')'.repeat(60_000)}a`
  expect(splitLinks(marks)).toEqual([{ text: marks }])
})

test.each<[text: string, links: string[]]>([
  ['see https://example.org/a_(b) now', ['https://example.org/a_(b)']],
  ['(https://example.org/a_(b))', ['https://example.org/a_(b)']],
  ['(see https://example.org/a).', ['https://example.org/a']],
  ['[https://example.org/a[1]]', ['https://example.org/a[1]']],
  ['https://example.org/a?(b)=(c)))', ['https://example.org/a?(b)=(c)']],
  ['https://city.example.jp/map.pdfをご覧ください', ['https://city.example.jp/map.pdf']],
  ['https://city.example.jp/map.pdf参照', ['https://city.example.jp/map.pdf']],
  ['http://192.168.1.5:3000/にアクセス', ['http://192.168.1.5:3000/']],
  ['https://example.orgへ、またはhttps://example.com/bへ', ['https://example.org', 'https://example.com/b']],
  ['https://ja.wikipedia.org/wiki/東京都をご覧', ['https://ja.wikipedia.org/wiki/東京都']],
  ['https://例え.jp/a', ['https://例え.jp/a']],
  ['“https://example.org/a”', ['https://example.org/a']],
  ['«https://example.org/a»', ['https://example.org/a']],
  ['「https://example.org/a」', ['https://example.org/a']],
  ['（https://example.org/a）', ['https://example.org/a']],
  ['https://example.org/a를 보세요', ['https://example.org/a']],
  ['https://example.org/straße/é', ['https://example.org/straße/é']],
  ['https://example.org/a\u202egnp.exe', ['https://example.org/a']],
  ['*https://example.org/a*', ['https://example.org/a']],
])('the links in %j are %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test('hostile runs are split in linear time', () => {
  const part = 'https://あ.'
  for (const text of [
    part.repeat(3000),
    `https://${'あ.'.repeat(15_000)}`,
    `https://a/${'/漢'.repeat(15_000)}`,
    `https://a${'(['.repeat(15_000)}`,
  ])
    expect(
      splitLinks(text)
        .map((one) => one.text)
        .join(''),
    ).toBe(text)
})

test.each([
  'https://evil.example',
  'Anna www.evil.example',
  'evil.com',
  'Win: ｅｖｉｌ．ｃｏｍ!',
  'pay.evil.co.jp',
  'ftp://a',
  'evil.example/x',
])('the name %j has a link', (name) => {
  expect(hasLink(name)).toBe(true)
})

test.each([
  'J.R. Smith',
  'St.John',
  'Ma.Teresa',
  'Dr.Who',
  "O'Brien",
  '佐藤 遥',
  'A/B',
  '12:30',
  'コム.ネット',
  'B.Comte',
  'Node.js',
])('the name %j has no link', (name) => {
  expect(hasLink(name)).toBe(false)
})

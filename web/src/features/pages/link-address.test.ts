import { expect, test } from 'vitest'
import { embedHosts, embedProblemOf, hrefFrom } from './link-address.ts'

test('an address of the web, a letter or a path of this unit is a link', () => {
  expect(hrefFrom(' https://example.org/a?b#c ')).toBe('https://example.org/a?b#c')
  expect(hrefFrom('/pages')).toBe('/pages')
  expect(hrefFrom('mailto:ann@example.org')).toBe('mailto:ann@example.org')
})

test('what people leave out is put before it', () => {
  expect(hrefFrom('example.org/water')).toBe('https://example.org/water')
  expect(hrefFrom('ann@example.org')).toBe('mailto:ann@example.org')
})

test('script, data, other hosts in disguise and words are no links', () => {
  for (const address of ['javascript:alert(1)', 'data:text/html,a', '//example.org', 'water', '', 'a b.org', '/\\example.org']) {
    expect(hrefFrom(address)).toBeNull()
  }
})

test('an embed says what is wrong with its address', () => {
  expect(embedProblemOf('  ')).toEqual({ problem: 'embedRequired', host: '' })
  expect(embedProblemOf('water')).toEqual({ problem: 'embedInvalid', host: '' })
  expect(embedProblemOf('javascript:alert(1)')).toEqual({ problem: 'embedInvalid', host: '' })
  expect(embedProblemOf('https://video.example.org/1')).toEqual({ problem: 'embedNotAllowed', host: 'video.example.org' })
  expect(embedProblemOf('https://www.youtube.com/feed')).toEqual({ problem: 'embedNothing', host: 'www.youtube.com' })
  expect(embedProblemOf('https://youtu.be/abcdefghijk')).toBeNull()
})

test('the allowed hosts are told as people know them', () => {
  expect(embedHosts).toEqual(['youtube.com', 'vimeo.com', 'nicovideo.jp', 'openstreetmap.org'])
})

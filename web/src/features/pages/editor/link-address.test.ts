import { expect, test } from 'vitest'
import { embedHosts, embedProblemOf, hrefFrom } from './link-address.ts'

test('hrefFrom accepts web addresses, mail addresses and paths of this server', () => {
  expect(hrefFrom(' https://example.org/a?b#c ')).toBe('https://example.org/a?b#c')
  expect(hrefFrom('/pages')).toBe('/pages')
  expect(hrefFrom('mailto:ann@example.org')).toBe('mailto:ann@example.org')
})

test('hrefFrom adds a missing scheme', () => {
  expect(hrefFrom('example.org/water')).toBe('https://example.org/water')
  expect(hrefFrom('ann@example.org')).toBe('mailto:ann@example.org')
})

test('hrefFrom refuses scripts, data, disguised hosts and plain text', () => {
  for (const address of ['javascript:alert(1)', 'data:text/html,a', '//example.org', 'water', '', 'a b.org', '/\\example.org']) {
    expect(hrefFrom(address)).toBeNull()
  }
})

test('embedProblemOf returns the problem of an address', () => {
  expect(embedProblemOf('  ')).toEqual({ problem: 'embedRequired', host: '' })
  expect(embedProblemOf('water')).toEqual({ problem: 'embedInvalid', host: '' })
  expect(embedProblemOf('javascript:alert(1)')).toEqual({ problem: 'embedInvalid', host: '' })
  expect(embedProblemOf('https://video.example.org/1')).toEqual({ problem: 'embedNotAllowed', host: 'video.example.org' })
  expect(embedProblemOf('https://www.youtube.com/feed')).toEqual({ problem: 'embedNothing', host: 'www.youtube.com' })
  expect(embedProblemOf('https://youtu.be/abcdefghijk')).toBeNull()
})

test('embedHosts contains the public names of the hosts', () => {
  expect(embedHosts).toEqual(['youtube.com', 'vimeo.com', 'nicovideo.jp', 'openstreetmap.org'])
})

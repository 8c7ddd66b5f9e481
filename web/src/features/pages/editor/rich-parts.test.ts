import { expect, test } from 'vitest'
import type { RichBlock, RichInline } from '@noroshi/contract/pages/rich-text'
import { linkOf, runsOf, withCover } from './rich-parts.ts'

const origin = 'https://unit.example'
const id = '01990001-0000-7000-8000-000000000001'
const src = `/backend/uploads/${id}`
const textNode = (text: string, href?: string): RichInline => ({
  type: 'text',
  text,
  ...(href !== undefined && { marks: [{ type: 'link', attrs: { href } }] }),
})

test.each([
  ['/pages', 'screen', '/pages'],
  [`${origin}/feeds?a=b#c`, 'screen', '/feeds?a=b#c'],
  [src, 'file', src],
  [`${origin}${src}`, 'file', src],
  ['https://example.org/a', 'outside', 'https://example.org/a'],
  ['http://unit.example/', 'outside', 'http://unit.example/'],
  ['mailto:a@example.org', 'mail', 'mailto:a@example.org'],
])('a link to %s leads to a %s', (href, kind, to) => expect(linkOf(href, origin)).toEqual({ kind, href: to }))

test('neighbouring nodes with the same address are one link', () => {
  const [before, bold, plain, next, after] = [
    textNode('see '),
    textNode('the ', '/a'),
    textNode('list', '/a'),
    textNode('or this', '/b'),
    textNode('.'),
  ]
  expect(runsOf([before, bold, plain, next, after])).toEqual([
    { href: null, content: [before] },
    { href: '/a', content: [bold, plain] },
    { href: '/b', content: [next] },
    { href: null, content: [after] },
  ])
  expect(runsOf([])).toEqual([])
})

const image = (width: number | null, height: number | null): RichBlock => ({
  type: 'image',
  attrs: { src, alt: '', width, height },
})
const paragraph: RichBlock = { type: 'paragraph' }

test('a landscape picture at the beginning becomes the cover and is removed from the rest', () => {
  const wide = image(500, 300)
  expect(withCover({ type: 'doc', content: [wide, paragraph] })).toEqual({
    cover: wide,
    rest: { type: 'doc', content: [paragraph] },
  })
})

test.each([
  ['an upright picture', [image(300, 400)]],
  ['a picture of unknown size', [image(null, null)]],
  ['a picture further below', [paragraph, image(500, 300)]],
])('%s is not a cover', (_name, content) => {
  const doc = { type: 'doc' as const, content }
  expect(withCover(doc)).toEqual({ cover: null, rest: doc })
})

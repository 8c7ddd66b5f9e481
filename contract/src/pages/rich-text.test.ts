import { expect, test } from 'vitest'
import { PAGE_DEPTH_MAX } from '../limits.ts'
import { embedOf } from './embeds.ts'
import { documentIdsOf, firstMediaOf, isLinkable, PageContent, parseRichText, plainTextOf } from './rich-text.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const src = `/backend/uploads/${id}`
const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content })
const paragraph = (text: string, marks?: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks && { marks }) }],
})
const link = (href: string) => doc(paragraph('here', [{ type: 'link', attrs: { href } }]))

test('every kind of node of the product is taken as it is', () => {
  const json = doc(
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '持ち物' }] },
    paragraph('Water', [{ type: 'bold' }, { type: 'italic' }, { type: 'underline' }, { type: 'strike' }]),
    paragraph('ls', [{ type: 'code' }]),
    { type: 'paragraph' },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('a'), { type: 'horizontalRule' }] }] },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph('b')] }] },
    { type: 'blockquote', content: [paragraph('c')] },
    { type: 'image', attrs: { src, alt: 'a bag', width: 500, height: 400 } },
    { type: 'image', attrs: { src, alt: '', width: null, height: null } },
    { type: 'video', attrs: { src, title: 'how to pack' } },
    { type: 'embed', attrs: { src: 'https://youtu.be/aqz-KE-bpKQ', width: 280, height: 300 } },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [{ type: 'tableHeader', attrs: { colspan: 1, rowspan: 1, colwidth: null }, content: [paragraph('d')] }],
        },
        {
          type: 'tableRow',
          content: [{ type: 'tableCell', content: [{ type: 'paragraph', content: [{ type: 'hardBreak' }] }] }],
        },
      ],
    },
  )
  const read = parseRichText(json)
  expect(read).toEqual(JSON.parse(json))
  if (!read) throw new Error('not read')
  expect(plainTextOf(read)).toBe('持ち物\nWater\nls\na\nb\nc\nd')
  expect(firstMediaOf(read)).toMatchObject({ type: 'image', attrs: { alt: 'a bag' } })
  expect(documentIdsOf(read)).toEqual([id])
})

test.each([
  ['no JSON', '{'],
  ['no document', '[]'],
  ['an empty document', doc()],
  ['an unknown node', doc({ type: 'iframe', attrs: { src: 'https://example.org' } })],
  ['an unknown mark', doc(paragraph('a', [{ type: 'textStyle', attrs: { style: 'x' } }]))],
  ['an attribute that nobody knows', doc({ type: 'paragraph', attrs: { onclick: 'alert(1)' } })],
  [
    'an attribute beside those of an image',
    doc({ type: 'image', attrs: { src, alt: '', width: null, height: null, onerror: 'x' } }),
  ],
  [
    'an image from elsewhere',
    doc({ type: 'image', attrs: { src: 'https://example.org/a.png', alt: '', width: null, height: null } }),
  ],
  [
    'an image as data',
    doc({ type: 'image', attrs: { src: 'data:image/svg+xml,<svg onload=alert(1)>', alt: '', width: null, height: null } }),
  ],
  ['an image wider than the limit', doc({ type: 'image', attrs: { src, alt: '', width: 501, height: 400 } })],
  ['a path out of the uploads', doc({ type: 'video', attrs: { src: `${src}/../../api`, title: '' } })],
  ['a heading of level 4', doc({ type: 'heading', attrs: { level: 4 } })],
  ['an embed of any host', doc({ type: 'embed', attrs: { src: 'https://example.org/', width: 280, height: 300 } })],
  ['an empty text', doc(paragraph(''))],
  ['a null character', doc(paragraph('a\u0000'))],
  [
    'a list item without a paragraph',
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'horizontalRule' }] }] }),
  ],
  ['words outside of a block', doc({ type: 'text', text: 'a' })],
])('%s is no rich text', (_name, json) => {
  expect(parseRichText(json)).toBeNull()
  expect(PageContent.safeParse(json).error?.issues[0]?.message).toBe('pages.contentInvalid')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//example.org',
  '/\\example.org',
  '\\\\example.org',
  'https:/\\example.org',
  'blob:https://a/b',
  'file:///etc',
  'https:',
  '',
])('a link to %j is not taken', (href) => {
  expect(isLinkable(href)).toBe(false)
  expect(parseRichText(link(href))).toBeNull()
})

test.each(['https://example.org/a?b#c', 'http://192.168.0.2:3000/', 'mailto:a@example.org', '/pages', src, 'https://例え.jp/橋'])(
  'a link to %s is taken',
  (href) => {
    expect(parseRichText(link(href))).not.toBeNull()
  },
)

test('what lies too deep or is too much is refused before it is looked at', () => {
  const nested = (depth: number) =>
    '{"type":"doc","content":['.concat(
      '{"type":"blockquote","content":['.repeat(depth),
      '{"type":"paragraph"}',
      ']}'.repeat(depth),
      ']}',
    )
  expect(parseRichText(nested(PAGE_DEPTH_MAX / 2 - 2))).not.toBeNull()
  expect(parseRichText(nested(PAGE_DEPTH_MAX))).toBeNull()
  expect(parseRichText(nested(20_000))).toBeNull()
  expect(parseRichText(doc(...Array.from({ length: 60_000 }, () => 1)))).toBeNull()
  expect(PageContent.safeParse(' '.repeat(1_000_001)).error?.issues[0]?.message).toBe('pages.contentTooLarge')
})

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=5', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
  ['https://m.youtube.com/shorts/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://www.nicovideo.jp/watch/sm9', 'https://embed.nicovideo.jp/watch/sm9'],
  [
    'https://www.openstreetmap.org/export/embed.html?bbox=140.8,38.2,140.9,38.3',
    'https://www.openstreetmap.org/export/embed.html?bbox=140.8%2C38.2%2C140.9%2C38.3',
  ],
])('%s is shown by its host’s own frame', (entered, frame) => {
  expect(embedOf(entered)?.frame).toBe(frame)
})

test.each([
  'https://youtube.com.example.org/watch?v=aqz-KE-bpKQ',
  'https://user@youtube.com/watch?v=aqz-KE-bpKQ',
  'https://youtube.com:8443/watch?v=aqz-KE-bpKQ',
  'javascript://youtube.com/%0aalert(1)',
  'https://youtube.com/watch?v="><script>',
  'https://youtube.com/redirect?q=https://example.org',
  'https://example.org',
  'constructor',
  'https://constructor/',
])('%s is not embedded', (entered) => expect(embedOf(entered)).toBeNull())

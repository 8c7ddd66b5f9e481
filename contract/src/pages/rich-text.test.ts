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

test('every supported node is parsed unchanged', () => {
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
  const parsed = parseRichText(json)
  expect(parsed).toEqual(JSON.parse(json))
  if (!parsed) throw new Error('parseRichText returned null')
  expect(plainTextOf(parsed)).toBe('持ち物\nWater\nls\na\nb\nc\nd')
  expect(firstMediaOf(parsed)).toMatchObject({ type: 'image', attrs: { alt: 'a bag' } })
  expect(documentIdsOf(parsed)).toEqual([id])
})

test.each([
  ['invalid JSON', '{'],
  ['an array', '[]'],
  ['an empty document', doc()],
  ['an unknown node', doc({ type: 'iframe', attrs: { src: 'https://example.org' } })],
  ['an unknown mark', doc(paragraph('a', [{ type: 'textStyle', attrs: { style: 'x' } }]))],
  ['an unknown attribute', doc({ type: 'paragraph', attrs: { onclick: 'alert(1)' } })],
  ['an unknown attribute of an image', doc({ type: 'image', attrs: { src, alt: '', width: null, height: null, onerror: 'x' } })],
  [
    'an image from another origin',
    doc({ type: 'image', attrs: { src: 'https://example.org/a.png', alt: '', width: null, height: null } }),
  ],
  [
    'an image with a data URL',
    doc({ type: 'image', attrs: { src: 'data:image/svg+xml,<svg onload=alert(1)>', alt: '', width: null, height: null } }),
  ],
  ['an image wider than the limit', doc({ type: 'image', attrs: { src, alt: '', width: 501, height: 400 } })],
  ['a path outside of the uploads', doc({ type: 'video', attrs: { src: `${src}/../../api`, title: '' } })],
  ['a heading of level 4', doc({ type: 'heading', attrs: { level: 4 } })],
  ['an embed of an unsupported host', doc({ type: 'embed', attrs: { src: 'https://example.org/', width: 280, height: 300 } })],
  ['an empty text', doc(paragraph(''))],
  ['a null character', doc(paragraph('a\u0000'))],
  [
    'a list item without a paragraph',
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'horizontalRule' }] }] }),
  ],
  ['text outside of a block', doc({ type: 'text', text: 'a' })],
])('%s is refused as rich text', (_name, json) => {
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
])('a link to %j is refused', (href) => {
  expect(isLinkable(href)).toBe(false)
  expect(parseRichText(link(href))).toBeNull()
})

test.each(['https://example.org/a?b#c', 'http://192.168.0.2:3000/', 'mailto:a@example.org', '/pages', src, 'https://例え.jp/橋'])(
  'a link to %s is accepted',
  (href) => {
    expect(parseRichText(link(href))).not.toBeNull()
  },
)

test('content with too many nodes or too much depth is refused before the schema checks it', () => {
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
])('%s is embedded with the frame of its host', (entered, frame) => {
  const embed = embedOf(entered)
  expect(embed?.frame).toBe(frame)
  // `host` is the host that the frame contacts, not the host of the entered URL.
  expect(new URL(frame).hostname.replace('www.', '')).toBe(embed?.host)
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

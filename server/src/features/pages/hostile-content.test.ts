import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { Page } from '@noroshi/contract/pages/pages.http'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import {
  contentOf,
  submitDraft,
  addPageMember,
  reviewDraft,
  createPage,
  fetchPage,
  requestDraft,
  requestPublish,
} from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

// Content that could run script in a browser or load other sites is never stored, by any route.

let noroshi: TestServer
let editor: TestUser
let pageId: string
let pendingDraft: PageDraft
beforeAll(async () => {
  noroshi = await startTestServer()
  const admin = await noroshi.admin('Ito')
  ;[editor] = await noroshi.people('Aiko')
  ;({ id: pageId } = await createPage(admin))
  await addPageMember(admin, pageId, editor, { canUpdate: true, canModerateUpdates: true })
  pendingDraft = await submitDraft(editor, pageId, 'water')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Returns the editor without earlier requests, so that rate limits do not affect the results. */
async function withoutLimits() {
  await noroshi.db.deleteFrom('rate_limits').execute()
  return editor
}

/** A valid address without a document. */
const src = '/backend/uploads/019a0000-0000-7000-8000-000000000000'
const SCRIPT = '<script>alert(1)</script>'
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const textNode = (text: string, marks?: unknown[]) => ({ type: 'text', text, ...(marks && { marks }) })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const withLink = (attrs: object) => doc(paragraph(textNode('here', [{ type: 'link', attrs }])))
const image = (attrs: object) => doc({ type: 'image', attrs: { src, alt: '', width: null, height: null, ...attrs } })
const embed = (address: string) => doc({ type: 'embed', attrs: { src: address, width: 280, height: 300 } })

const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\u0000script:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript://example.org/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  'filesystem:https://example.org/1',
  'view-source:https://example.org',
  'intent://example.org#Intent;end',
  '//example.org/a',
  '/\\example.org',
  '\\\\example.org',
  'https:\\\\example.org',
]
const foreign = [
  'https://example.org/a.png',
  'http://127.0.0.1:3000/backend/uploads/019a0000-0000-7000-8000-000000000000',
  '/backend/uploads/../api/auth/me',
  '/backend/uploads/x',
  '/backend/api/auth/me',
  '',
]

const corpus: [name: string, content: unknown][] = [
  ...addresses.map((href): [string, unknown] => [`a link to ${JSON.stringify(href)}`, withLink({ href })]),
  ...[...addresses, ...foreign].map((address): [string, unknown] => [
    `an image from ${JSON.stringify(address)}`,
    image({ src: address }),
  ]),
  ...[...addresses, ...foreign].map((address): [string, unknown] => [
    `a video from ${JSON.stringify(address)}`,
    doc({ type: 'video', attrs: { src: address, title: '' } }),
  ]),
  ...[
    ...addresses,
    ...foreign,
    'https://www.youtube.com.example.org/embed/aqz-KE-bpKQ',
    'https://youtube.com@example.org/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/embed/aqz-KE-bpKQ"onload="alert(1)',
    'https://www.youtube.com/embed/../../redirect?q=x',
    'https://player.vimeo.com/video/javascript:alert(1)',
  ].map((address): [string, unknown] => [`an embed of ${JSON.stringify(address)}`, embed(address)]),
  ['a link that runs script', withLink({ href: 'https://example.org', onclick: 'alert(1)' })],
  ['a link with its own target', withLink({ href: 'https://example.org', target: '_self', rel: 'opener' })],
  ['a link with a class', withLink({ href: 'https://example.org', class: 'x' })],
  ['an image that runs script', image({ onerror: 'alert(1)' })],
  ['an image with srcset', image({ srcset: 'https://example.org/a.png 2x' })],
  ['an image whose width is markup', image({ width: '1"onerror="alert(1)' })],
  ['an image that is too wide', image({ width: 99_999 })],
  ['a script', doc({ type: 'script', content: [textNode('alert(1)')] })],
  ['raw markup', doc({ type: 'html', attrs: { html: SCRIPT } })],
  ['a frame', doc({ type: 'iframe', attrs: { src: 'https://example.org' } })],
  ['a frame with its own document', doc({ type: 'embed', attrs: { src: 'https://youtu.be/aqz-KE-bpKQ', srcdoc: SCRIPT } })],
  ['a vector image', doc({ type: 'svg', attrs: { onload: 'alert(1)' } })],
  ['a style', doc(paragraph(textNode('x', [{ type: 'textStyle', attrs: { style: 'background:url(https://example.org)' } }])))],
  ['a paragraph with attributes', doc({ type: 'paragraph', attrs: { style: 'position:fixed' }, content: [textNode('x')] })],
  ['a heading whose level is markup', doc({ type: 'heading', attrs: { level: '1><script>' }, content: [textNode('x')] })],
  ['a table whose cell runs script', doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { onclick: 'x' }, content: [paragraph()] }] }] })], // prettier-ignore
  ['a list that starts at markup', doc({ type: 'orderedList', attrs: { start: '<b>' }, content: [{ type: 'listItem', content: [paragraph()] }] })], // prettier-ignore
  ['a content with __proto__', JSON.parse('{"__proto__":{"type":"doc"},"type":"doc","content":[{"type":"paragraph"}],"x":1}')],
  ['a React element', { ...doc(paragraph()), $$typeof: 'Symbol(react.element)' }],
  ['a node with dangerouslySetInnerHTML', doc({ type: 'paragraph', dangerouslySetInnerHTML: { __html: SCRIPT } })],
  ['a text with a lone surrogate', doc(paragraph(textNode('a\ud800')))],
  ['a text with a null character', doc(paragraph(textNode('a\u0000')))],
]

test.each(corpus)('%s is neither published, nor drafted, nor approved', async (_, content) => {
  const caller = await withoutLimits()
  const sent = JSON.stringify(content)
  const replies = [
    await requestPublish(caller, pageId, sent),
    await requestDraft(caller, pageId, sent),
    await reviewDraft(caller, pendingDraft, 'approved', { content: sent, comparedRevision: 1 }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400])
  for (const { body } of replies) expect(body).toMatchObject({ code: 'invalid' })
})

test('similar valid content is accepted', async () => {
  const caller = await withoutLimits()
  const table = doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph()] }] }] })
  const video = doc({ type: 'video', attrs: { src, title: '' } })
  for (const valid of [withLink({ href: 'https://example.org' }), embed('https://youtu.be/aqz-KE-bpKQ'), table])
    expect(parseRichText(JSON.stringify(valid)), JSON.stringify(valid)).not.toBeNull()
  // Valid content; only the document does not exist.
  for (const valid of [image({}), video])
    expect((await requestPublish(caller, pageId, JSON.stringify(valid))).body).toMatchObject({ code: 'page.documentNotFound' })
})

test('the page and the pending draft are unchanged after all attempts', async () => {
  const caller = await withoutLimits()
  expect((await fetchPage(caller, pageId)).revision).toBe(1)
  expect((await caller.fetch(draftRoutes.listOwn, { params: { id: pageId } })).items).toEqual([pendingDraft])
})

test('text that looks like markup is stored unchanged and returned as JSON', async () => {
  const content = contentOf(SCRIPT, '<img src=x onerror=alert(1)>', '{{constructor.constructor("alert(1)")()}}', '</script><!--')
  const { status } = await requestPublish(await withoutLimits(), pageId, content)
  expect(status).toBe(200)
  const response = await noroshi.visitor.rawFetch(`/backend/api/pages/${pageId}`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const page = Page.parse(await response.json())
  expect(page.content).toBe(content)
  expect(page.excerpt).toContain(SCRIPT)
})

test('a published content is always valid rich text, whatever was sent', async () => {
  const node = fc.letrec((tie) => ({
    any: fc.record(
      {
        type: fc.constantFrom('paragraph', 'heading', 'text', 'image', 'embed', 'table', 'blockquote', 'script', 'bulletList'),
        text: fc.string(),
        attrs: fc.dictionary(fc.constantFrom('src', 'href', 'level', 'onerror', 'width', 'alt'), fc.jsonValue({ maxDepth: 1 })),
        content: fc.array(tie('any'), { maxLength: 3 }),
      },
      { requiredKeys: ['type'] },
    ),
  })).any
  const round = async (blocks: unknown[]) => {
    const { status } = await requestPublish(await withoutLimits(), pageId, JSON.stringify(doc(...blocks)))
    expect([200, 400]).toContain(status)
    expect(parseRichText((await fetchPage(noroshi.visitor, pageId)).content)).not.toBeNull()
  }
  await fc.assert(fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 3 }), round), { numRuns: 60, seed: 7 })
})

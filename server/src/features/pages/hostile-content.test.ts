import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { Page } from '@noroshi/contract/pages/pages.http'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { beginSession } from '#/features/accounts/sessions.service.ts'
import { contentOf, drafts, employs, judges, makesPage, readsPage, triesToDraft, triesToPublish } from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

// What would run script in a reader's browser, or lead it elsewhere, is never kept, by whichever address it comes.

let noroshi: Unit
let editor: Person
let pageId: string
let waiting: PageDraft
beforeAll(async () => {
  noroshi = await unit()
  const admin = await noroshi.admin('Ito')
  ;[editor] = await noroshi.people('Aiko')
  ;({ id: pageId } = await makesPage(admin))
  await employs(admin, pageId, editor, { canUpdate: true, canModerateUpdates: true })
  waiting = await drafts(editor, pageId, 'water')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** In a session of its own, so that no limit hides what wrong content does. */
const anew = async () => noroshi.as(await beginSession(noroshi.db, editor.id, 'test', noroshi.clock.now()))

/** Of the right form, and nobody’s. */
const src = '/backend/uploads/019a0000-0000-7000-8000-000000000000'
const SCRIPT = '<script>alert(1)</script>'
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const words = (text: string, marks?: unknown[]) => ({ type: 'text', text, ...(marks && { marks }) })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const linked = (attrs: object) => doc(paragraph(words('here', [{ type: 'link', attrs }])))
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
  ...addresses.map((href): [string, unknown] => [`a link to ${JSON.stringify(href)}`, linked({ href })]),
  ...[...addresses, ...foreign].map((one): [string, unknown] => [`an image from ${JSON.stringify(one)}`, image({ src: one })]),
  ...[...addresses, ...foreign].map((one): [string, unknown] => [
    `a video from ${JSON.stringify(one)}`,
    doc({ type: 'video', attrs: { src: one, title: '' } }),
  ]),
  ...[
    ...addresses,
    ...foreign,
    'https://www.youtube.com.example.org/embed/aqz-KE-bpKQ',
    'https://youtube.com@example.org/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/embed/aqz-KE-bpKQ"onload="alert(1)',
    'https://www.youtube.com/embed/../../redirect?q=x',
    'https://player.vimeo.com/video/javascript:alert(1)',
  ].map((one): [string, unknown] => [`an embed of ${JSON.stringify(one)}`, embed(one)]),
  ['a link that runs script', linked({ href: 'https://example.org', onclick: 'alert(1)' })],
  ['a link that opens another window of its own choice', linked({ href: 'https://example.org', target: '_self', rel: 'opener' })],
  ['a link of a class', linked({ href: 'https://example.org', class: 'x' })],
  ['an image that runs script', image({ onerror: 'alert(1)' })],
  ['an image with a set of sources', image({ srcset: 'https://example.org/a.png 2x' })],
  ['an image whose width is markup', image({ width: '1"onerror="alert(1)' })],
  ['an image as wide as the page', image({ width: 99_999 })],
  ['a script', doc({ type: 'script', content: [words('alert(1)')] })],
  ['raw markup', doc({ type: 'html', attrs: { html: SCRIPT } })],
  ['a frame', doc({ type: 'iframe', attrs: { src: 'https://example.org' } })],
  ['a frame with its own document', doc({ type: 'embed', attrs: { src: 'https://youtu.be/aqz-KE-bpKQ', srcdoc: SCRIPT } })],
  ['a vector image', doc({ type: 'svg', attrs: { onload: 'alert(1)' } })],
  ['a style', doc(paragraph(words('x', [{ type: 'textStyle', attrs: { style: 'background:url(https://example.org)' } }])))],
  ['a paragraph with attributes', doc({ type: 'paragraph', attrs: { style: 'position:fixed' }, content: [words('x')] })],
  ['a heading whose level is markup', doc({ type: 'heading', attrs: { level: '1><script>' }, content: [words('x')] })],
  ['a table whose cell runs script', doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { onclick: 'x' }, content: [paragraph()] }] }] })], // prettier-ignore
  ['a list that starts at markup', doc({ type: 'orderedList', attrs: { start: '<b>' }, content: [{ type: 'listItem', content: [paragraph()] }] })], // prettier-ignore
  ['another prototype', JSON.parse('{"__proto__":{"type":"doc"},"type":"doc","content":[{"type":"paragraph"}],"x":1}')],
  ['a component of React', { ...doc(paragraph()), $$typeof: 'Symbol(react.element)' }],
  ['an element for dangerous markup', doc({ type: 'paragraph', dangerouslySetInnerHTML: { __html: SCRIPT } })],
  ['a text with half a character', doc(paragraph(words('a\ud800')))],
  ['a text with a null character', doc(paragraph(words('a\u0000')))],
]

test.each(corpus)('%s is neither published, nor drafted, nor approved', async (_, content) => {
  const caller = await anew()
  const sent = JSON.stringify(content)
  const answers = [
    await triesToPublish(caller, pageId, sent),
    await triesToDraft(caller, pageId, sent),
    await judges(caller, waiting, 'approved', { content: sent, comparedRevision: 1 }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  for (const { body } of answers) expect(body).toMatchObject({ code: 'invalid' })
})

test('what all of these differ from in one thing alone is taken', async () => {
  const caller = await anew()
  const table = doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph()] }] }] })
  const video = doc({ type: 'video', attrs: { src, title: '' } })
  for (const right of [linked({ href: 'https://example.org' }), embed('https://youtu.be/aqz-KE-bpKQ'), table])
    expect(parseRichText(JSON.stringify(right)), JSON.stringify(right)).not.toBeNull()
  // Known to be a picture, and only then looked for.
  for (const right of [image({}), video])
    expect((await triesToPublish(caller, pageId, JSON.stringify(right))).body).toMatchObject({ code: 'page.documentNotFound' })
})

test('after all of that the page is as it was, and so is the draft that waits', async () => {
  const caller = await anew()
  expect((await readsPage(caller, pageId)).revision).toBe(1)
  expect((await caller.gets(draftRoutes.listOwn, { params: { id: pageId } })).items).toEqual([waiting])
})

test('words that look like markup are words: kept to the letter, as data of a type that no browser runs', async () => {
  const content = contentOf(SCRIPT, '<img src=x onerror=alert(1)>', '{{constructor.constructor("alert(1)")()}}', '</script><!--')
  const { status } = await triesToPublish(await anew(), pageId, content)
  expect(status).toBe(200)
  const response = await noroshi.visitor.fetch(`/backend/api/pages/${pageId}`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const page = Page.parse(await response.json())
  expect(page.content).toBe(content)
  expect(page.excerpt).toContain(SCRIPT)
})

test('whatever is published is read as rich text, whatever was sent', async () => {
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
    const { status } = await triesToPublish(await anew(), pageId, JSON.stringify(doc(...blocks)))
    expect([200, 400]).toContain(status)
    expect(parseRichText((await readsPage(noroshi.visitor, pageId)).content)).not.toBeNull()
  }
  await fc.assert(fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 3 }), round), { numRuns: 60, seed: 7 })
})

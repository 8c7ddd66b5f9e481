import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { administrator } from './fixtures/administrator.ts'
import { asks, tries } from './fixtures/api.ts'
import { hostileFiles } from './fixtures/hostile-files.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { PAYLOADS } from './fixtures/payloads.ts'
import { staysOurs, watchScripts } from './fixtures/scripts.ts'

const marks = [['bold'], ['code'], ['link']] as const
const text = (words: string, kind?: (typeof marks)[number][0]) => ({
  type: 'text',
  text: words,
  ...(kind && {
    marks: [kind === 'link' ? { type: 'link', attrs: { href: 'https://example.org/"onmouseover="alert(1)' } } : { type: kind }],
  }),
})
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content })
const link = (href: string) => doc(paragraph({ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }))

/** Contents that no page may keep. */
const REFUSED: readonly string[] = [
  ...PAYLOADS,
  ...PAYLOADS.map((type) => doc({ type })),
  ...PAYLOADS.filter((href) => !/^https?:\/\//.test(href)).map(link),
  ...PAYLOADS.map((src) => doc({ type: 'image', attrs: { src, alt: '', width: null, height: null } })),
  ...PAYLOADS.map((src) => doc({ type: 'video', attrs: { src, title: '' } })),
  ...PAYLOADS.map((src) => doc({ type: 'embed', attrs: { src, width: 280, height: 300 } })),
  ...['onclick', 'onload', 'style', 'srcdoc', 'class', '__proto__'].map(
    (name) => `{"type":"doc","content":[{"type":"paragraph","attrs":{${JSON.stringify(name)}:"alert(1)"}}]}`,
  ),
  doc({ type: 'iframe', attrs: { src: 'javascript:alert(1)' } }),
  doc({ type: 'html', text: '<script>alert(1)</script>' }),
]

test('whatever is posted to a page, it is words on every screen of it', onlyLong(), async ({ server, visitor }) => {
  test.slow()
  const admin = await administrator(server, visitor, { withoutPolicy: true, wide: true })
  const stranger = await visitor({ withoutPolicy: true })
  const [ran, ranForStranger] = [watchScripts(admin), watchScripts(stranger)]
  const kenji = await asks(admin, accountRoutes.me)

  const title = PAYLOADS.find((payload) => payload.length <= 60) ?? ''
  const page = await asks(admin, pageRoutes.create, { body: { title } })
  const params = { id: page.id }
  const documents: { documentUrl: string; type: string }[] = []
  for (const { name, bytes } of (await hostileFiles()).slice(0, 25))
    documents.push(await asks(admin, documentRoutes.upload, { form: {}, files: [{ field: 'file', name, bytes }] }))

  for (const content of REFUSED) expect.soft(parseRichText(content), content).toBeNull()
  // Nobody may publish sixty times a minute: some of them, over both doors.
  for (const content of REFUSED.filter((_content, n) => n % 20 === 0)) {
    expect.soft(await tries(admin, pageRoutes.publish, { params, body: { content } }), content).toBe(400)
    const body = { PageId: page.id, draftContent: content }
    expect.soft(await tries(admin, draftRoutes.create, { body }), content).toBe(400)
  }

  const words = PAYLOADS.map((payload, n) => paragraph(text(payload, marks[n % 3]?.[0])))
  const shown = documents.flatMap(({ documentUrl: src, type }) => [
    { type: 'image', attrs: { src, alt: PAYLOADS[0], width: null, height: null } },
    { type: 'video', attrs: { src, title: PAYLOADS[0] } },
    paragraph({ type: 'text', text: `${type} alert(1)`, marks: [{ type: 'link', attrs: { href: src } }] }),
  ])
  const table = { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: words.slice(0, 9) }] }] }
  await asks(admin, pageRoutes.publish, { params, body: { content: doc(...words, table, ...shown) } })
  const draft = await asks(admin, draftRoutes.create, { body: { PageId: page.id, draftContent: doc(...words.toReversed()) } })
  const rejected = await asks(admin, draftRoutes.create, { body: { PageId: page.id, draftContent: doc(...words.slice(3)) } })
  const review = { id: rejected.id, PageId: page.id, status: 'rejected', reviewRemarks: PAYLOADS.join('\n').slice(0, 1000) }
  await asks(admin, draftRoutes.review, { body: review })
  expect((await asks(admin, pageMemberRoutes.list, { params })).items[0]?.UserId).toBe(kenji.id)
  expect(draft.status).toBe('pending')

  const screens = ['/pages', `/pages/${page.id}`]
  admin.expects(/./) // pictures and videos that are none do not load, and say so
  stranger.expects(/./)
  for (const screen of screens) await staysOurs(stranger, screen, ranForStranger)
  for (const screen of [...screens, `/page/${page.id}/members`, `/pages/${page.id}/content`, `/pages/${page.id}/draft-request`])
    await staysOurs(admin, screen, ran)
  expect([...ran, ...ranForStranger]).toEqual([])
})

import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk, request } from '../fixtures/servers/api.ts'
import { hostileFiles } from '../fixtures/scenes/hostile-files.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { PAYLOADS } from '../fixtures/scenes/payloads.ts'
import { expectScreenWithoutForeignNodes, watchScripts } from '../fixtures/checks/scripts.ts'

const marks = [['bold'], ['code'], ['link']] as const
const text = (value: string, kind?: (typeof marks)[number][0]) => ({
  type: 'text',
  text: value,
  ...(kind && {
    marks: [kind === 'link' ? { type: 'link', attrs: { href: 'https://example.org/"onmouseover="alert(1)' } } : { type: kind }],
  }),
})
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content })
const link = (href: string) => doc(paragraph({ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }))

/** Contents that the server must refuse. */
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

test('hostile page content appears only as text on all screens of a page', onlyLong(), async ({ server, visitor }) => {
  test.slow()
  const admin = await createAdministrator(server, visitor, { withoutPolicy: true, wide: true })
  const stranger = await visitor({ withoutPolicy: true })
  const [alertCalls, alertCallsOfStranger] = [watchScripts(admin), watchScripts(stranger)]
  const kenji = await fetchOk(admin, accountRoutes.me)

  const title = PAYLOADS.find((payload) => payload.length <= 60) ?? ''
  const page = await fetchOk(admin, pageRoutes.create, { body: { title } })
  const params = { id: page.id }
  const documents: { documentUrl: string; type: string }[] = []
  for (const { name, bytes } of (await hostileFiles()).slice(0, 25)) {
    const upload = { form: {}, files: [{ field: 'file', name, bytes }] }
    // Files whose metadata cannot be removed, and bombs, are refused (decisions/0027).
    const status = await request(admin, documentRoutes.upload, upload)
    if (status < 300) documents.push(await fetchOk(admin, documentRoutes.upload, upload))
  }
  expect(documents.length).toBeGreaterThanOrEqual(10)

  for (const content of REFUSED) expect.soft(parseRichText(content), content).toBeNull()
  // The rate limit allows fewer than sixty publications a minute: a part of the contents, by both routes.
  for (const content of REFUSED.filter((_content, n) => n % 20 === 0)) {
    expect.soft(await request(admin, pageRoutes.publish, { params, body: { content } }), content).toBe(400)
    const body = { PageId: page.id, draftContent: content }
    expect.soft(await request(admin, draftRoutes.create, { body }), content).toBe(400)
  }

  const paragraphs = PAYLOADS.map((payload, n) => paragraph(text(payload, marks[n % 3]?.[0])))
  const shown = documents.flatMap(({ documentUrl: src, type }) => [
    { type: 'image', attrs: { src, alt: PAYLOADS[0], width: null, height: null } },
    { type: 'video', attrs: { src, title: PAYLOADS[0] } },
    paragraph({ type: 'text', text: `${type} alert(1)`, marks: [{ type: 'link', attrs: { href: src } }] }),
  ])
  const table = {
    type: 'table',
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: paragraphs.slice(0, 9) }] }],
  }
  await fetchOk(admin, pageRoutes.publish, { params, body: { content: doc(...paragraphs, table, ...shown) } })
  const draft = await fetchOk(admin, draftRoutes.create, {
    body: { PageId: page.id, draftContent: doc(...paragraphs.toReversed()) },
  })
  const rejected = await fetchOk(admin, draftRoutes.create, {
    body: { PageId: page.id, draftContent: doc(...paragraphs.slice(3)) },
  })
  const review = { id: rejected.id, PageId: page.id, status: 'rejected', reviewRemarks: PAYLOADS.join('\n').slice(0, 1000) }
  await fetchOk(admin, draftRoutes.review, { body: review })
  expect((await fetchOk(admin, pageMemberRoutes.list, { params })).items[0]?.UserId).toBe(kenji.id)
  expect(draft.status).toBe('pending')

  const screens = ['/pages', `/pages/${page.id}`]
  admin.allowConsoleError(/./) // invalid pictures and videos log errors
  stranger.allowConsoleError(/./)
  for (const screen of screens) await expectScreenWithoutForeignNodes(stranger, screen, alertCallsOfStranger)
  for (const screen of [...screens, `/page/${page.id}/members`, `/pages/${page.id}/content`, `/pages/${page.id}/draft-request`])
    await expectScreenWithoutForeignNodes(admin, screen, alertCalls)
  expect([...alertCalls, ...alertCallsOfStranger]).toEqual([])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { longTest } from '#/testing/long-test.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { loadDemo, loadDemoOnce } from './demo.ts'
import { DEMO_PASSWORD, emailOf, people } from './people.ts'

test('the demo has users, alerts in every state, chats, feeds, pages and all types of links', { timeout: 180_000 }, async () => {
  await using noroshi = await startTestServer()
  const output = await loadDemo(noroshi.deps)
  expect(output).toContain(DEMO_PASSWORD)
  for (const name of Object.keys(people) as (keyof typeof people)[]) expect(output).toContain(emailOf(name)) // strings

  const login = { email: emailOf('haruka'), password: DEMO_PASSWORD }
  const haruka = noroshi.as((await noroshi.visitor.fetch(accountRoutes.login, { body: login })).accessToken)
  expect(await haruka.fetch(accountRoutes.me)).toMatchObject({ isAdmin: true, language: 'ja', firstName: '遥' })
  const { items: alerts } = await haruka.fetch(alertRoutes.list)
  expect(alerts.map(({ raisedBy, resolvedAt }) => [raisedBy?.firstName ?? null, resolvedAt === null])).toEqual([
    ['Mei', true],
    [null, true],
    ['隆', true],
    ['Ana', false],
    [null, false],
    ['和夫', false],
  ])
  const slide = alerts[2]
  expect(slide?.counts).toMatchObject({ recipients: 11, seen: 4, responding: 2, cannotHelp: 1 })
  expect(slide?.alertMedias.map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg'])
  expect((await haruka.fetch(alertRoutes.messages, { params: { id: slide?.id ?? '' } })).items).toHaveLength(4)
  expect((await haruka.fetch(accountRoutes.positions)).items.length).toBeGreaterThan(5)

  const { items: groupChats } = await haruka.fetch(threadRoutes.groups)
  expect(groupChats.map(({ unreadMessagesCount }) => unreadMessagesCount)).toEqual([2, 6, 0])
  const { items: personal } = await haruka.fetch(threadRoutes.personal)
  expect(
    personal.map(({ recipient, hasAccepted, unreadMessagesCount: unread }) => [recipient?.firstName, hasAccepted, unread]),
  ).toEqual([
    ['健司', true, 2],
    ['Minh', null, 1],
    ['Emma', true, 0],
  ])
  const { items: watch } = await haruka.fetch(messageRoutes.list, { params: { id: groupChats[0]?.id ?? '' } })
  expect(watch.flatMap(({ messageMedias }) => messageMedias.map(({ type }) => type))).toEqual(['image/jpeg'])
  const blocking = await noroshi.db.selectFrom('thread_members').select('user_id').where('has_accepted', '=', false).execute()
  expect(blocking).toHaveLength(1)

  const { items: feeds } = await haruka.fetch(feedRoutes.list)
  expect(feeds.map(({ isPublic, isModerated, coverImageUrl }) => [isPublic, isModerated, coverImageUrl !== null])).toEqual([
    [true, false, true],
    [true, true, true],
    [false, true, true],
  ])
  const of = (name: string) => ({ params: { id: feeds.find((feed) => feed.name.includes(name))?.id ?? '' } })
  const river = await noroshi.visitor.fetch(postRoutes.listPublic, of('Hirose'))
  expect(river.posts.map(({ likeCount, commentCount, views }) => [likeCount, commentCount, views])).toEqual([
    [1, 0, 1],
    [5, 1, 5],
    [6, 3, 6],
    [3, 2, 3],
    [4, 1, 4],
  ])
  expect((await noroshi.visitor.fetch(postRoutes.map, of('Hirose'))).items).toHaveLength(5)
  for (const [status, count] of [
    ['approved', 2],
    ['pending', 1],
    ['rejected', 1],
  ] as const) {
    const { posts } = await haruka.fetch(postRoutes.list, { ...of('Shelter'), query: { 'filter[status]': status } })
    expect(posts).toHaveLength(count)
  }

  const { items: shownPages } = await haruka.fetch(pageRoutes.list)
  expect(shownPages.map(({ title, isPublic, revision, firstMedia }) => [title, isPublic, revision, firstMedia?.kind])).toEqual([
    ['New in Wakaba? A short guide', true, 2, undefined],
    ['無線当番の手引き Radio duty', false, 2, 'image'],
    ['若葉地区の避難経路 Evacuation routes', true, 2, 'image'],
    ['避難所に持っていくもの What to pack for a shelter', true, 4, 'image'],
  ])
  const packing = { params: { id: shownPages[3]?.id ?? '' } }
  const { items: waiting } = await haruka.fetch(draftRoutes.listPending, packing)
  expect(waiting.map(({ draftedBy, baseRevision }) => [draftedBy.firstName, baseRevision])).toEqual([['Ana', 3]])
  const mei = noroshi.as(
    (await noroshi.visitor.fetch(accountRoutes.login, { body: { ...login, email: emailOf('mei') } })).accessToken,
  )
  const { items: own } = await mei.fetch(draftRoutes.listOwn, packing)
  expect(own.map(({ status, reviewRemarks }) => [status, reviewRemarks !== null])).toEqual([
    ['rejected', true],
    ['approved', true],
  ])

  const { items: sections } = await noroshi.visitor.fetch(dashboardRoutes.sections)
  expect(sections.map(({ type }) => type).toSorted()).toEqual(['iconLink', 'imageLink', 'imageSlider', 'textLink'])
  for (const { id } of sections)
    expect((await noroshi.visitor.fetch(dashboardRoutes.links, { params: { id } })).items.length).toBeGreaterThan(1)
  const actions = await noroshi.db.selectFrom('audit_log').select('action').distinct().execute()
  expect(actions.length).toBeGreaterThan(5)

  await expect(loadDemo(noroshi.deps)).rejects.toThrow(/needs an empty database/)
  await expect(loadDemoOnce(noroshi.deps)).resolves.toContain(DEMO_PASSWORD)
})

longTest(
  'a start with --demo prints the accounts once and fails on a database that is not empty',
  { timeout: 180_000 },
  async () => {
    const folder = await prepareDataDir(await mkdtemp(path.join(tmpdir(), 'noroshi-demo-')))
    try {
      const noroshi = new ServerProcess({ DATA_DIR: folder }, { parameters: ['--demo'] })
      await noroshi.start()
      await expect.poll(() => noroshi.output).toContain(emailOf('rin'))
      expect(noroshi.output).not.toContain('/register?setup=')
      expect(await noroshi.terminate()).toBe(0)
      await expect(noroshi.start()).rejects.toThrow(/^it ended with 1: The demo needs an empty database.*\n$/)
      const later = new ServerProcess({ DATA_DIR: folder })
      await later.start()
      expect(later.output).not.toContain(DEMO_PASSWORD)
      expect(await later.terminate()).toBe(0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

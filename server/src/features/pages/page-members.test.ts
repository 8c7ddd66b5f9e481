import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import type { Caller } from '#/testing/caller.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { addPageMember, createPage } from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let creator: TestUser
let manager: TestUser
let aiko: TestUser
let zoe: TestUser
let pageId: string
beforeAll(async () => {
  noroshi = await startTestServer()
  creator = await noroshi.admin('Ito')
  ;[manager, aiko, zoe] = await noroshi.people('Mio', 'Aiko', 'Zoe')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ id: pageId } = await createPage(creator))
  await addPageMember(creator, pageId, manager, { canUpdate: true, canModerateUpdates: true, canModerateMembers: true })
})

const inPage = () => ({ params: { id: pageId } })
const requestAdd = (caller: Caller, ...members: unknown[]) =>
  caller.request(pageMemberRoutes.add, { ...inPage(), body: { members } })
const listMembers = async () => (await manager.fetch(pageMemberRoutes.list, inPage())).items
const ofMember = (memberId = '') => ({ params: { id: pageId, memberId } })

test('an added member gets canUpdate only and is listed by name after the creator', async () => {
  const { status, body } = await requestAdd(manager, zoe.id, { UserId: aiko.id }, zoe.id)
  expect(status).toBe(201)
  expect(body.items.map(({ user }) => user.firstName)).toEqual(['Ito', 'Aiko', 'Mio', 'Zoe'])
  expect(body.items.find(({ UserId }) => UserId === zoe.id)).toMatchObject({
    canUpdate: true,
    canModerateUpdates: false,
    canModerateMembers: false,
  })
  expect(await listMembers()).toEqual(body.items)
  expect((await noroshi.visitor.fetch(pageMemberRoutes.listPublic, inPage())).items).toEqual(body.items)
  expect(await zoe.fetch(pageMemberRoutes.mine, inPage())).toEqual(body.items[3])
  expect(await zoe.fetch(pageMemberRoutes.membership, inPage())).toEqual({ membership: body.items[3] })
})

test('a member who is added again keeps their flags, also with concurrent requests', async () => {
  await addPageMember(creator, pageId, zoe, { canUpdate: false, canModerateUpdates: true })
  const before = await listMembers()
  await Promise.all(Array.from({ length: 10 }, () => requestAdd(manager, zoe.id)))
  expect(await listMembers()).toEqual(before)
  await Promise.all(Array.from({ length: 10 }, () => requestAdd(manager, aiko.id)))
  expect((await listMembers()).filter(({ UserId }) => UserId === aiko.id)).toHaveLength(1)
})

test('no user is added if one of them is unknown or deactivated', async () => {
  const [deactivated] = await noroshi.people('Gone')
  await deactivateUser(noroshi, deactivated)
  for (const other of [deactivated.id, randomUUID()]) {
    const { status, body } = await requestAdd(manager, aiko.id, other)
    expect([status, body]).toMatchObject([404, { code: 'page.personNotFound' }])
  }
  expect(await listMembers()).toHaveLength(2)
})

test.each([
  ['no user', []],
  ['an invalid id', ['x']],
  ['a user without an id', [{}]],
  ['too many users', Array.from({ length: 501 }, () => randomUUID())],
])('adding %s gets 400', async (_, members) => {
  expect((await requestAdd(manager, ...members)).status).toBe(400)
})

test('an omitted flag is kept, and each change raises the version', async () => {
  const { body } = await requestAdd(manager, aiko.id)
  const member = body.items.find(({ UserId }) => UserId === aiko.id)
  const changed = await manager.fetch(pageMemberRoutes.change, { ...ofMember(member?.id), body: { canModerateUpdates: true } })
  expect(changed).toMatchObject({ canUpdate: true, canModerateUpdates: true, canModerateMembers: false })
  expect(changed.version).toBe((member?.version ?? 0) + 1)
  const invalid = await manager.request(pageMemberRoutes.change, { ...ofMember(member?.id), body: { canUpdate: 'yes' } })
  expect(invalid.status).toBe(400)
})

test('a removed user is no longer a member, and member ids of other pages get 404', async () => {
  const { body } = await requestAdd(manager, aiko.id)
  const memberId = body.items.find(({ UserId }) => UserId === aiko.id)?.id
  const { id: elsewhere } = await createPage(creator)
  const target = { params: { id: elsewhere, memberId: memberId ?? '' } }
  expect((await creator.request(pageMemberRoutes.remove, target)).body).toMatchObject({ code: 'page.memberNotFound' })
  expect((await creator.request(pageMemberRoutes.change, { ...target, body: {} })).body).toMatchObject({
    code: 'page.memberNotFound',
  })
  expect((await manager.request(pageMemberRoutes.remove, ofMember(memberId))).body).toEqual({ ok: true })
  expect((await manager.request(pageMemberRoutes.remove, ofMember(memberId))).status).toBe(404)
  expect((await aiko.request(pageMemberRoutes.mine, inPage())).body).toMatchObject({ code: 'page.memberNotFound' })
  expect(await aiko.fetch(pageMemberRoutes.membership, inPage())).toEqual({ membership: null })
})

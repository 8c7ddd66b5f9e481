import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import type { Caller } from '#/testing/caller.ts'
import { deactivates } from '#/testing/groups.ts'
import { employs, makesPage } from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let creator: Person
let manager: Person
let aiko: Person
let zoe: Person
let pageId: string
beforeAll(async () => {
  noroshi = await unit()
  creator = await noroshi.admin('Ito')
  ;[manager, aiko, zoe] = await noroshi.people('Mio', 'Aiko', 'Zoe')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ id: pageId } = await makesPage(creator))
  await employs(creator, pageId, manager, { canModerateMembers: true })
})

const inPage = () => ({ params: { id: pageId } })
const adds = (caller: Caller, ...members: unknown[]) => caller.asks(pageMemberRoutes.add, { ...inPage(), body: { members } })
const listed = async () => (await manager.gets(pageMemberRoutes.list, inPage())).items
const ofMember = (memberId = '') => ({ params: { id: pageId, memberId } })

test('whoever is added writes drafts and no more, and stands by name behind the creator', async () => {
  const { status, body } = await adds(manager, zoe.id, { UserId: aiko.id }, zoe.id)
  expect(status).toBe(201)
  expect(body.items.map(({ user }) => user.firstName)).toEqual(['Ito', 'Aiko', 'Mio', 'Zoe'])
  expect(body.items.find(({ UserId }) => UserId === zoe.id)).toMatchObject({
    canUpdate: true,
    canModerateUpdates: false,
    canModerateMembers: false,
  })
  expect(await listed()).toEqual(body.items)
  expect((await noroshi.visitor.gets(pageMemberRoutes.listPublic, inPage())).items).toEqual(body.items)
  expect(await zoe.gets(pageMemberRoutes.mine, inPage())).toEqual(body.items[3])
})

test('who is added again keeps their flags, also when many add them at once', async () => {
  await employs(creator, pageId, zoe, { canUpdate: false, canModerateUpdates: true })
  const before = await listed()
  await Promise.all(Array.from({ length: 10 }, () => adds(manager, zoe.id)))
  expect(await listed()).toEqual(before)
  await Promise.all(Array.from({ length: 10 }, () => adds(manager, aiko.id)))
  expect((await listed()).filter(({ UserId }) => UserId === aiko.id)).toHaveLength(1)
})

test('nobody is added together with somebody unknown or deactivated', async () => {
  const [gone] = await noroshi.people('Gone')
  await deactivates(noroshi, gone)
  for (const other of [gone.id, randomUUID()]) {
    const { status, body } = await adds(manager, aiko.id, other)
    expect([status, body]).toMatchObject([404, { code: 'page.personNotFound' }])
  }
  expect(await listed()).toHaveLength(2)
})

test.each([
  ['nobody', []],
  ['what is no id', ['x']],
  ['somebody without an id', [{}]],
  ['too many', Array.from({ length: 501 }, () => randomUUID())],
])('to add %s is refused', async (_, members) => {
  expect((await adds(manager, ...members)).status).toBe(400)
})

test('a flag that is not sent stays, and each change raises the version', async () => {
  const { body } = await adds(manager, aiko.id)
  const member = body.items.find(({ UserId }) => UserId === aiko.id)
  const changed = await manager.gets(pageMemberRoutes.change, { ...ofMember(member?.id), body: { canModerateUpdates: true } })
  expect(changed).toMatchObject({ canUpdate: true, canModerateUpdates: true, canModerateMembers: false })
  expect(changed.version).toBe((member?.version ?? 0) + 1)
  const wrong = await manager.asks(pageMemberRoutes.change, { ...ofMember(member?.id), body: { canUpdate: 'yes' } })
  expect(wrong.status).toBe(400)
})

test('who is removed is no member from then on; a member of another page is none of this one', async () => {
  const { body } = await adds(manager, aiko.id)
  const memberId = body.items.find(({ UserId }) => UserId === aiko.id)?.id
  const { id: elsewhere } = await makesPage(creator)
  const asked = { params: { id: elsewhere, memberId: memberId ?? '' } }
  expect((await creator.asks(pageMemberRoutes.remove, asked)).body).toMatchObject({ code: 'page.memberNotFound' })
  expect((await creator.asks(pageMemberRoutes.change, { ...asked, body: {} })).body).toMatchObject({
    code: 'page.memberNotFound',
  })
  expect((await manager.asks(pageMemberRoutes.remove, ofMember(memberId))).body).toEqual({ ok: true })
  expect((await manager.asks(pageMemberRoutes.remove, ofMember(memberId))).status).toBe(404)
  expect((await aiko.asks(pageMemberRoutes.mine, inPage())).body).toMatchObject({ code: 'page.memberNotFound' })
})

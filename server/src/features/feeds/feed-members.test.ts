import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import type { Caller } from '#/testing/caller.ts'
import { addFeedMember, createFeed } from '#/testing/scenes/feeds.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

let noroshi: TestServer
let admin: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Gen')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

describe('the members of a feed', () => {
  const createFeedWithMembers = async () => {
    const creator = await noroshi.admin('Ito')
    const [manager, member] = await noroshi.people('Mio', 'Zoe')
    const { id } = await createFeed(creator)
    const own = await addFeedMember(creator, id, manager, { canPost: true, canModerateMembers: true })
    const other = await addFeedMember(creator, id, member, { canUpdate: true })
    const { items } = await creator.fetch(feedMemberRoutes.list, { params: { id } })
    const requestChange = async (caller: Caller, memberId: string, body: object) => {
      const reply = await caller.request(feedMemberRoutes.change, { params: { id, memberId }, body })
      return reply.status === 200 ? 200 : [reply.status, 'code' in reply.body && reply.body.code]
    }
    const requestRemoval = async (caller: Caller, memberId: string) =>
      (await caller.request(feedMemberRoutes.remove, { params: { id, memberId } })).status
    return { creator, manager, creatorsId: items[0]?.id ?? '', own, other, requestChange, requestRemoval }
  }

  test('get from a manager only the flags that the manager has', async () => {
    const { manager, other, requestChange, requestRemoval } = await createFeedWithMembers()
    expect(await requestChange(manager, other.id, { canPost: true })).toBe(200)
    expect(await requestChange(manager, other.id, { canModerateMembers: true })).toBe(200)
    for (const flags of [{ canModeratePosts: true }, { canPost: false, canModeratePosts: true }])
      expect(await requestChange(manager, other.id, flags)).toEqual([403, 'feed.flagNotHeld'])
    // Sending a flag that the member already has is not a grant. A manager may remove any flag.
    expect(await requestChange(manager, other.id, { canUpdate: true })).toBe(200)
    expect(await requestChange(manager, other.id, { canUpdate: false })).toBe(200)
    expect(await requestChange(manager, other.id, { canUpdate: true })).toEqual([403, 'feed.flagNotHeld'])
    expect(await requestChange(admin, other.id, { canUpdate: true, canModeratePosts: true })).toBe(200)
    expect(await requestRemoval(manager, other.id)).toBe(200)
  })

  test('never change their own membership, unless they are an administrator', async () => {
    const { manager, own, requestChange, requestRemoval } = await createFeedWithMembers()
    expect(await requestChange(manager, own.id, { canPost: false })).toEqual([403, 'feed.notAllowed'])
    expect(await requestRemoval(manager, own.id)).toBe(403)
    await noroshi.db.updateTable('users').set({ is_admin: true }).where('id', '=', manager.id).execute()
    expect(await requestChange(manager, own.id, { canPost: false })).toBe(200)
    expect(await requestRemoval(manager, own.id)).toBe(200)
  })

  test('include the creator, whom an administrator may change or remove only while the creator is deactivated', async () => {
    const { creator, manager, creatorsId, requestChange, requestRemoval } = await createFeedWithMembers()
    for (const caller of [creator, manager, admin]) {
      expect(await requestChange(caller, creatorsId, { canUpdate: false })).toEqual([403, 'feed.notAllowed'])
      expect(await requestRemoval(caller, creatorsId)).toBe(403)
    }
    await deactivateUser(noroshi, creator)
    expect(await requestChange(manager, creatorsId, { canUpdate: false })).toEqual([403, 'feed.notAllowed'])
    expect(await requestRemoval(manager, creatorsId)).toBe(403)
    expect(await requestChange(admin, creatorsId, { canUpdate: false })).toBe(200)
    expect(await requestRemoval(admin, creatorsId)).toBe(200)
  })
})

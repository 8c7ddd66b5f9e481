import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ThreadSettingsChange } from '@noroshi/contract/messaging/thread-settings'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { addMembers, createGroup, fetchThread, leaveGroup, sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const change = (user: TestUser, id: string, body: ThreadSettingsChange) =>
  user.fetch(threadRoutes.changeSettings, { params: { id }, body })
const after = (milliseconds: number) => new Date(noroshi.deps.now().getTime() + milliseconds).toISOString()
const HOUR_MS = 3_600_000

test('a member changes one setting at a time, for themselves alone, and their other devices get it', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  await sendMessage(aiko, id)
  expect((await fetchThread(ben, id)).settings).toBeUndefined()
  const [phone, other] = [await ben.openSocket(), await aiko.openSocket()]
  const mutedUntil = after(HOUR_MS)
  const muted = await change(ben, id, { mutedUntil })
  expect(muted).toMatchObject({ mutedUntil, isPinned: false, archivedSeq: null, isMarkedUnread: false })
  expect(await phone.next('message-threads:settings')).toEqual({ messageThreadId: id, settings: muted })
  const pinned = await change(ben, id, { isPinned: true })
  expect(pinned).toMatchObject({ mutedUntil, isPinned: true })
  expect(pinned.version).toBeGreaterThan(muted.version)
  expect(await change(ben, id, { isMarkedUnread: true, mutedUntil: 'forever' })).toMatchObject({
    mutedUntil: 'forever',
    isPinned: true,
    isMarkedUnread: true,
  })
  expect(await change(ben, id, { isArchived: true, mutedUntil: null })).toMatchObject({ mutedUntil: null, archivedSeq: 1 })
  const settings = await change(ben, id, { isArchived: false, isPinned: false })
  expect(settings).toMatchObject({ mutedUntil: null, isPinned: false, archivedSeq: null, isMarkedUnread: true })
  expect((await fetchThread(ben, id)).settings).toEqual(settings)
  expect((await ben.fetch(threadRoutes.personal)).items[0]?.settings).toEqual(settings)
  await other.settle()
  expect([(await fetchThread(aiko, id)).settings, other.names()]).toEqual([undefined, []])
})

test.each([
  ['a mute that is over', () => ({ mutedUntil: after(-1000) })],
  ['a mute of more than a week', () => ({ mutedUntil: after(8 * 24 * HOUR_MS) })],
  ['a mute without a time', () => ({ mutedUntil: 'soon' })],
  ['a flag that is a text', () => ({ isPinned: 'yes' })],
])('%s gets 400', async (_name, body) => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const reply = await ben.request(threadRoutes.changeSettings, { params: { id }, body: body() as ThreadSettingsChange })
  expect([reply.status, (await fetchThread(ben, id)).settings]).toEqual([400, undefined])
})

test('the settings of a member end when they leave the group, and later ones have a higher version', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  await change(ben, id, { mutedUntil: 'forever' })
  const { version } = await change(ben, id, { isPinned: true })
  await leaveGroup(ben, id)
  expect((await ben.request(threadRoutes.changeSettings, { params: { id }, body: { isPinned: false } })).status).toBe(404)
  await addMembers(aiko, id, [ben])
  await ben.fetch(threadRoutes.answerInvitation, { params: { id }, body: { isAccepted: true } })
  expect((await fetchThread(ben, id)).settings).toBeUndefined()
  const again = await change(ben, id, { isMarkedUnread: true })
  expect(again).toMatchObject({ mutedUntil: null, isPinned: false })
  expect(again.version).toBeGreaterThan(version)
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { groupPictureRoutes } from '@noroshi/contract/messaging/group-picture.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { addMembers, createGroup, fetchThread, removeMember, startPersonalChat } from '#/testing/scenes/chats.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'

const { change, remove } = groupPictureRoutes

const upload = (person: TestUser, id: string, bytes: Uint8Array<ArrayBuffer>, name = 'us.png') =>
  person.request(change, { params: { id }, files: [{ field: 'picture', name, bytes }] })
const statusFor = async (person: Pick<TestUser, 'rawFetch'>, url: string) => (await person.rawFetch(url)).status
const countStoredFiles = async ({ deps }: TestServer) => {
  let count = 0
  for await (const _key of deps.storage.storedBefore(new Date(Date.now() + 60_000))) count += 1
  return count
}

test('a picture is a square in each reply and event of the group, and only its current members read it', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const { id, version } = await createGroup(aiko, [ben])
  const listening = await ben.openSocket()
  const { status, body } = await upload(aiko, id, await picture(900, 300, 'jpeg'))
  const url = body.group?.imageUrl ?? ''
  expect([status, body.members.length, body.version]).toEqual([200, 2, version + 1])
  expect(await listening.next('message-threads:updated')).toMatchObject({ id, group: { imageUrl: url } })
  const stored = await ben.rawFetch(url)
  expect(await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).toMatchObject({
    width: 512,
    height: 512,
    format: 'webp',
  })
  expect((await fetchThread(ben, id)).group?.imageUrl).toBe(url)
  expect((await ben.fetch(threadRoutes.groups)).items[0]?.group?.imageUrl).toBe(url)
  const call = await ben.fetch(callRoutes.startGroup, { body: { receiverUserIds: [aiko.id], MessageGroupId: id } })
  expect(call.messageGroup).toEqual({ name: 'Night Watch', imageUrl: url, MessageThreadId: id })

  expect([await statusFor(dora, url), await statusFor(noroshi.visitor, url)]).toEqual([404, 404])
  await addMembers(aiko, id, [chie])
  expect(await statusFor(chie, url)).toBe(200)
  await removeMember(aiko, id, chie)
  expect(await statusFor(chie, url)).toBe(404)
})

test('a replaced or removed picture gets 404, and its bytes are deleted', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  const first = (await upload(aiko, id, await picture(20, 20))).body.group?.imageUrl ?? ''
  const second = (await upload(aiko, id, await picture(30, 20))).body.group?.imageUrl ?? ''
  expect([await statusFor(ben, first), await statusFor(ben, second), await countStoredFiles(noroshi)]).toEqual([404, 200, 1])
  expect((await aiko.fetch(remove, { params: { id } })).group?.imageUrl).toBeNull()
  expect((await aiko.fetch(remove, { params: { id } })).group?.imageUrl).toBeNull()
  expect([await statusFor(ben, second), await countStoredFiles(noroshi)]).toEqual([404, 0])
})

test('a member without admin rights gets 403, others get 404, and no bytes are stored', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  const [group, personal] = [await createGroup(aiko, [ben]), await startPersonalChat(aiko, ben)]
  const bytes = await picture(20, 20)
  for (const [person, { id }, status, code] of [
    [ben, group, 403, 'thread.notAllowed'],
    [dora, group, 404, 'thread.notFound'],
    [aiko, personal, 404, 'thread.notFound'],
  ] as const) {
    expect(await upload(person, id, bytes)).toMatchObject({ status, body: { code } })
    expect(await person.request(remove, { params: { id } })).toMatchObject({ status, body: { code } })
  }
  expect([(await fetchThread(ben, group.id)).group?.imageUrl, await countStoredFiles(noroshi)]).toEqual([null, 0])
})

test('a file that is not a picture, two files and none are refused, and the old picture stays', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  const png = await picture(20, 20)
  const url = (await upload(aiko, id, png)).body.group?.imageUrl ?? ''
  const text = await upload(aiko, id, new TextEncoder().encode('no picture'), 'text.png')
  expect(text).toMatchObject({ status: 400, body: { code: 'file.notPicture' } })
  const files = ['a.png', 'b.png'].map((name) => ({ name, bytes: png }))
  expect(await aiko.request(change, { params: { id }, files })).toMatchObject({ status: 413, body: { code: 'file.tooMany' } })
  const none = await aiko.request(change, { params: { id }, form: {} })
  expect(none).toMatchObject({ status: 400, body: { code: 'file.missing' } })
  expect([await statusFor(ben, url), await countStoredFiles(noroshi)]).toEqual([200, 1])
})

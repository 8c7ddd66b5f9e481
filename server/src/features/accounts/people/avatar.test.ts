import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { withLostCommitReply } from '#/testing/hostile/lost-commit.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

const { changeAvatar, removeAvatar, search } = peopleRoutes

const uploadAvatar = async (person: TestUser, bytes: Uint8Array<ArrayBuffer>, name = 'me.png') =>
  person.request(changeAvatar, { params: { id: person.id }, files: [{ field: 'avatar', name, bytes }] })

const countFiles = async ({ deps }: TestServer) =>
  (await readdir(`${deps.config.dataDir}/files`, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length

test('an avatar becomes a square of 512 pixels that only signed-in users can read', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { status, body } = await uploadAvatar(aiko, await picture(900, 300, 'jpeg'), 'ferry "a".jpeg')
  expect(status).toBe(200)
  const url = body.avatarUrl ?? ''
  const response = await ben.rawFetch(url)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
    width: 512,
    height: 512,
    format: 'webp',
  })
  expect((await noroshi.visitor.rawFetch(url)).status).toBe(404)
  expect(await countFiles(noroshi)).toBe(1)
})

test('an avatar is kept if the reply of the commit is lost', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const bytes = await picture(20, 20)
  expect((await withLostCommitReply(/update "users"/, () => uploadAvatar(aiko, bytes))).status).toBe(503)
  const { avatarUrl } = await aiko.fetch(accountRoutes.me)
  expect((await aiko.rawFetch(avatarUrl ?? '')).status).toBe(200)
})

test('a new avatar is in events and replies that contain the user', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.openSocket()
  const { avatarUrl } = (await uploadAvatar(aiko, await picture(20, 20))).body
  expect(await listening.next('users:profile')).toMatchObject({ user: { id: aiko.id, avatarUrl }, version: 2 })

  await aiko.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await aiko.fetch(accountRoutes.shareLocation, { body: { latitude: 38, longitude: 140, accuracy: 5 } })
  const { id } = await aiko.fetch(alertRoutes.raise, { body: {} })
  await ben.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
  await aiko.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'here' } })
  expect(await listening.next('users:updated')).toMatchObject({ position: { avatarUrl } })
  expect(await listening.next('alert:new_alert')).toMatchObject({ raisedBy: { avatarUrl } })
  expect(await listening.next('messages:new_message')).toMatchObject({ sender: { avatarUrl } })
  expect((await ben.fetch(alertRoutes.get, { params: { id } })).raisedBy?.avatarUrl).toBe(avatarUrl)
  expect((await ben.fetch(alertRoutes.messages, { params: { id } })).items[0]?.sender.avatarUrl).toBe(avatarUrl)
  expect((await ben.fetch(accountRoutes.positions)).items[0]?.avatarUrl).toBe(avatarUrl)
  expect((await ben.fetch(search, { query: { name: 'aiko' } })).items[0]?.avatarUrl).toBe(avatarUrl)
  expect((await aiko.fetch(accountRoutes.me)).avatarUrl).toBe(avatarUrl)
})

test('a replaced or removed avatar gets 404, and its bytes are deleted', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const first = (await uploadAvatar(aiko, await picture(20, 20))).body.avatarUrl ?? ''
  const second = (await uploadAvatar(aiko, await picture(30, 20))).body.avatarUrl ?? ''
  expect(second).not.toBe(first)
  expect((await aiko.rawFetch(first)).status).toBe(404)
  expect(await countFiles(noroshi)).toBe(1)
  expect((await aiko.fetch(removeAvatar)).avatarUrl).toBeNull()
  expect((await aiko.fetch(removeAvatar)).avatarUrl).toBeNull()
  expect((await aiko.rawFetch(second)).status).toBe(404)
  expect(await countFiles(noroshi)).toBe(0)
})

test('a file that is not a picture, or a damaged one, is refused whatever its name, and no bytes are kept', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const encoder = new TextEncoder()
  const png = await picture(20, 20)
  for (const [name, bytes, expected, code] of [
    ['text.png', encoder.encode('no picture'), 400, 'file.notPicture'],
    ['drawing.svg', encoder.encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'file.notPicture'],
    ['half.png', png.slice(0, 40), 415, 'file.damaged'],
  ] as const) {
    const { status, body } = await uploadAvatar(aiko, bytes, name)
    expect({ status, ...body }, name).toMatchObject({ status: expected, code })
  }
  const two = { params: { id: aiko.id }, files: [1, 2].map((index) => ({ name: `${index}.png`, bytes: png })) }
  expect(await aiko.request(changeAvatar, two)).toMatchObject({ status: 413, body: { code: 'file.tooMany' } })
  expect(await aiko.request(changeAvatar, { params: { id: aiko.id }, form: {} })).toMatchObject({
    status: 400,
    body: { code: 'file.missing' },
  })
  expect((await ben.request(changeAvatar, { params: { id: aiko.id }, files: [{ name: 'a.png', bytes: png }] })).status).toBe(403)
  expect(await countFiles(noroshi)).toBe(0)
})

import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { losesCommitAnswer } from '#/testing/lost-commit.ts'
import { picture } from '#/testing/pictures.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

const { changeAvatar, removeAvatar, search } = peopleRoutes

const sends = async (person: Person, bytes: Uint8Array<ArrayBuffer>, name = 'me.png') =>
  person.asks(changeAvatar, { params: { id: person.id }, files: [{ field: 'avatar', name, bytes }] })

const filesKept = async ({ deps }: Unit) =>
  (await readdir(`${deps.config.dataDir}/files`, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length

test('a picture becomes a square of 512 pixels that signed-in people alone may see', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { status, body } = await sends(aiko, await picture(900, 300, 'jpeg'), 'ferry "a".jpeg')
  expect(status).toBe(200)
  const url = body.avatarUrl ?? ''
  const seen = await ben.fetch(url)
  expect(seen.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' })
  expect((await noroshi.visitor.fetch(url)).status).toBe(404)
  expect(await filesKept(noroshi)).toBe(1)
})

test('a picture whose answer was lost behind its commit is kept', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const bytes = await picture(20, 20)
  expect((await losesCommitAnswer(() => sends(aiko, bytes))).status).toBe(503)
  const { avatarUrl } = await aiko.gets(accountRoutes.me)
  expect((await aiko.fetch(avatarUrl ?? '')).status).toBe(200)
})

test('the picture stands wherever the person does, and every reader is told', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.listens()
  const { avatarUrl } = (await sends(aiko, await picture(20, 20))).body
  expect(await listening.next('users:profile')).toMatchObject({ user: { id: aiko.id, avatarUrl }, version: 2 })

  await aiko.gets(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await aiko.gets(accountRoutes.shareLocation, { body: { latitude: 38, longitude: 140, accuracy: 5 } })
  const { id } = await aiko.gets(alertRoutes.raise, { body: {} })
  await ben.gets(alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
  await aiko.gets(alertRoutes.sendMessage, { body: { alertId: id, text: 'here' } })
  expect(await listening.next('users:updated')).toMatchObject({ position: { avatarUrl } })
  expect(await listening.next('alert:new_alert')).toMatchObject({ raisedBy: { avatarUrl } })
  expect(await listening.next('messages:new_message')).toMatchObject({ sender: { avatarUrl } })
  expect((await ben.gets(alertRoutes.get, { params: { id } })).raisedBy?.avatarUrl).toBe(avatarUrl)
  expect((await ben.gets(alertRoutes.messages, { params: { id } })).items[0]?.sender.avatarUrl).toBe(avatarUrl)
  expect((await ben.gets(accountRoutes.positions)).items[0]?.avatarUrl).toBe(avatarUrl)
  expect((await ben.gets(search, { query: { name: 'aiko' } })).items[0]?.avatarUrl).toBe(avatarUrl)
  expect((await aiko.gets(accountRoutes.me)).avatarUrl).toBe(avatarUrl)
})

test('a new picture takes the place of the old one, and a removed one is gone, bytes and all', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const first = (await sends(aiko, await picture(20, 20))).body.avatarUrl ?? ''
  const second = (await sends(aiko, await picture(30, 20))).body.avatarUrl ?? ''
  expect(second).not.toBe(first)
  expect((await aiko.fetch(first)).status).toBe(404)
  expect(await filesKept(noroshi)).toBe(1)
  expect((await aiko.gets(removeAvatar)).avatarUrl).toBeNull()
  expect((await aiko.gets(removeAvatar)).avatarUrl).toBeNull()
  expect((await aiko.fetch(second)).status).toBe(404)
  expect(await filesKept(noroshi)).toBe(0)
})

test('only a picture is taken, whatever it is called; of what is refused nothing stays', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const words = new TextEncoder()
  const png = await picture(20, 20)
  for (const [name, bytes] of [
    ['words.png', words.encode('no picture')],
    ['drawing.svg', words.encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['half.png', png.slice(0, 40)],
  ] as const) {
    const { status, body } = await sends(aiko, bytes, name)
    expect({ status, ...body }, name).toMatchObject({ status: 400, code: 'file.notPicture' })
  }
  const two = { params: { id: aiko.id }, files: [1, 2].map((one) => ({ name: `${one}.png`, bytes: png })) }
  expect(await aiko.asks(changeAvatar, two)).toMatchObject({ status: 413, body: { code: 'file.tooMany' } })
  expect(await aiko.asks(changeAvatar, { params: { id: aiko.id }, form: {} })).toMatchObject({
    status: 400,
    body: { code: 'file.missing' },
  })
  expect((await ben.asks(changeAvatar, { params: { id: aiko.id }, files: [{ name: 'a.png', bytes: png }] })).status).toBe(403)
  expect(await filesKept(noroshi)).toBe(0)
})

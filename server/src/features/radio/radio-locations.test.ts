import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { removeMember, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { leaveRadio, openChannel, openRadioPage, startRadio } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer({}, { speech: new TestSpeech() })
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const HALL = { latitude: 38.26, longitude: 140.88, accuracy: 12 }

const share = (user: TestUser, messageThreadId: string) =>
  user.request(radioRoutes.shareLocation, { body: { messageThreadId, ...HALL } })
const locations = async (user: TestUser, id: string) => {
  const { status, body } = await user.request(radioRoutes.locations, { params: { id } })
  return status === 200 ? body.items.map((one) => [one.user.id, one.latitude, one.longitude, one.accuracy]) : status
}
const chooseSharing = (user: TestUser, mode: string) => user.fetch(accountRoutes.chooseSharing, { body: { mode } })

async function openPages() {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id, pages } = await openChannel([aiko, ben])
  return { aiko, ben, id, pages: { aiko: pages[0], ben: pages[1] } }
}

test('a member shares a location with the other members of the radio chat until leaving', async () => {
  const { aiko, ben, id, pages } = await openPages()
  expect((await share(aiko, id)).body).toEqual({ isShared: true })
  expect(await pages.ben.socket.next('asr-chat:location')).toMatchObject({ userId: aiko.id, location: HALL })
  expect(await locations(ben, id)).toEqual([[aiko.id, 38.26, 140.88, 12]])
  expect(await locations(aiko, id)).toEqual([])
  await leaveRadio(pages.aiko)
  expect(await pages.ben.socket.next('asr-chat:location')).toEqual({ messageThreadId: id, userId: aiko.id, location: null })
  expect(await locations(ben, id)).toEqual([])
})

test('a user who never shares the location does not share it in a radio chat, also after sharing before', async () => {
  const { aiko, ben, id, pages } = await openPages()
  await share(aiko, id)
  await chooseSharing(aiko, 'never')
  await pages.ben.socket.next('asr-chat:location')
  expect(await pages.ben.socket.next('asr-chat:location')).toEqual({ messageThreadId: id, userId: aiko.id, location: null })
  expect(await locations(ben, id)).toEqual([])
  expect(await noroshi.db.selectFrom('radio_locations').selectAll().where('thread_id', '=', id).execute()).toEqual([])
  expect((await share(aiko, id)).body).toEqual({ isShared: false })
  await chooseSharing(aiko, 'emergency')
  expect((await share(aiko, id)).body).toEqual({ isShared: true })
  expect(await locations(ben, id)).toHaveLength(1)
})

test('locations end with the radio chat', async () => {
  const { aiko, ben, id, pages } = await openPages()
  await share(aiko, id)
  for (const page of Object.values(pages)) await leaveRadio(page)
  expect([await locations(ben, id), (await share(ben, id)).status]).toEqual([409, 409])
  await startRadio(aiko, id)
  await openRadioPage(pages.ben.socket, id)
  expect(await locations(ben, id)).toEqual([])
  expect(await noroshi.db.selectFrom('radio_locations').selectAll().where('thread_id', '=', id).execute()).toEqual([])
})

test('a member of the group who is not in the radio chat gets 409, and a removed member 404', async () => {
  const { aiko, ben, id, pages } = await openPages()
  await share(aiko, id)
  await leaveRadio(pages.ben)
  expect([await locations(ben, id), (await share(ben, id)).status]).toEqual([409, 409])
  await removeMember(aiko, id, ben)
  expect([await locations(ben, id), (await share(ben, id)).status]).toEqual([404, 404])
})

test('the location of a removed member disappears from the maps of the others', async () => {
  const { aiko, ben, id, pages } = await openPages()
  await share(ben, id)
  expect(await pages.aiko.socket.next('asr-chat:location')).toMatchObject({ userId: ben.id, location: HALL })
  await removeMember(aiko, id, ben)
  expect(await pages.aiko.socket.next('asr-chat:location')).toEqual({ messageThreadId: id, userId: ben.id, location: null })
})

test('a user who was blocked during a personal radio chat reads no more locations', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  await startRadio(aiko, id)
  for (const user of [aiko, ben]) await openRadioPage(await user.openSocket(), id)
  await share(aiko, id)
  expect(await locations(ben, id)).toEqual([[aiko.id, 38.26, 140.88, 12]])
  await setAcceptance(aiko, id, false)
  expect([await locations(ben, id), (await share(ben, id)).status]).toEqual([403, 403])
})

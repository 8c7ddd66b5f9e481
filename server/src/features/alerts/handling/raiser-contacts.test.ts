import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { lastSeenSharingRoutes } from '@noroshi/contract/accounts/last-seen-sharing.http'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import { setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'

const LOCATION = { latitude: 38.2682, longitude: 140.8694, accuracy: 10 }
const share = (user: TestUser, isShared = true) => user.fetch(lastSeenSharingRoutes.set, { body: { isShared } })
const contacts = async (user: TestUser) => (await user.fetch(alertHandlingRoutes.raiserContacts, {})).items
const UNKNOWN = { seenAt: null, isOnline: false, locatedAt: null }

test('a reader sees when the raiser was last here and located, between users who share it', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const id = await raiseSos(aiko, LOCATION)
  expect(await contacts(ben)).toEqual([{ alertId: id, ...UNKNOWN }])
  for (const person of [aiko, ben]) await share(person)
  await aiko.fetch(accountRoutes.chooseSharing, { body: { mode: 'emergency' } })
  await aiko.fetch(accountRoutes.shareLocation, { body: LOCATION })
  const phone = await aiko.openSocket()
  await phone.send('users:seen', {})
  const [known] = await contacts(ben)
  expect(known).toMatchObject({ alertId: id, isOnline: true })
  for (const at of [known?.seenAt, known?.locatedAt]) expect(Date.parse(at ?? '')).toBeGreaterThan(0)
  // Chie does not share when she was last here.
  expect(await contacts(chie)).toEqual([{ alertId: id, ...UNKNOWN, locatedAt: known?.locatedAt }])
  // The raiser has no use for the own contact.
  expect(await contacts(aiko)).toEqual([])
})

test('a block, the end of sharing and a location that is not shared leave the contact unknown', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  for (const person of [aiko, ben]) await share(person)
  await aiko.fetch(accountRoutes.chooseSharing, { body: { mode: 'never' } })
  await aiko.fetch(accountRoutes.shareLocation, { body: LOCATION })
  const id = await raiseSos(aiko, LOCATION)
  const chat = await startPersonalChat(aiko, ben)
  expect((await contacts(ben))[0]?.seenAt).not.toBeNull()
  await setAcceptance(ben, chat.id, false)
  expect(await contacts(ben)).toEqual([{ alertId: id, ...UNKNOWN }])
  await setAcceptance(ben, chat.id, true)
  await share(aiko, false)
  expect(await contacts(ben)).toEqual([{ alertId: id, ...UNKNOWN }])
})

test('outsiders, resolved alerts and anonymous alerts have no contact', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, oda] = await noroshi.people('Aiko', 'Ben', 'Oda')
  await leaveAlertGroups(noroshi, oda)
  await raiseSos(noroshi.visitor)
  const id = await raiseSos(aiko)
  expect((await contacts(ben)).map(({ alertId }) => alertId)).toEqual([id])
  expect(await contacts(oda)).toEqual([])
  await resolveAlert(aiko, id)
  expect(await contacts(ben)).toEqual([])
})

import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { nameIn } from '@noroshi/contract/accounts/person-name'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { joinOpenAlertGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import { createAlertGroup, deactivateUser, leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694, accuracy: 12 }
const share = async (person: TestUser, location: object = SENDAI) =>
  (await person.fetch(accountRoutes.shareLocation, { body: location })).isShared
const chooseSharing = (person: TestUser, mode: string) => person.fetch(accountRoutes.chooseSharing, { body: { mode } })
const visibleUserIds = async (person: TestUser) => (await person.fetch(accountRoutes.positions)).items.map(({ id }) => id)
const raise = async (person: TestUser) => (await person.fetch(alertRoutes.raise, { body: {} })).id
const resolve = (person: TestUser, AlertId: string) => person.fetch(alertRoutes.resolve, { body: { AlertId } })

test('only the members of a user’s groups read an always shared location and receive its events', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  const admin = await noroshi.admin('Gen')
  await createAlertGroup(noroshi, [aiko, ben])
  const [fellow, outsider] = [await ben.openSocket(), await dora.openSocket()]
  expect(await chooseSharing(aiko, 'always')).toMatchObject({ locationSharing: 'always' })
  expect(await share(aiko)).toBe(true)

  const { items } = await ben.fetch(accountRoutes.positions)
  expect(items).toMatchObject([{ kind: 'user', id: aiko.id, name: 'Aiko', firstName: 'Aiko', lastName: '', ...SENDAI }])
  expect(await fellow.next('users:updated')).toEqual({ userId: aiko.id, position: items[0] })
  expect(await ben.fetch(alertRoutes.locations)).toEqual({ items })
  for (const other of [aiko, dora, admin]) expect(await visibleUserIds(other)).toEqual([])
  await outsider.settle()
  expect(outsider.names()).toEqual([])
})

test('a group member reads the newest location, until it is a day old', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await chooseSharing(aiko, 'always')
  await share(aiko)
  await share(aiko, { latitude: 35, longitude: 139, accuracy: null })
  expect((await ben.fetch(accountRoutes.positions)).items).toMatchObject([{ latitude: 35, longitude: 139, accuracy: null }])
  noroshi.clock.advance({ hours: 23, minutes: 59 })
  expect(await visibleUserIds(ben)).toEqual([aiko.id])
  noroshi.clock.advance({ minutes: 2 })
  expect(await visibleUserIds(ben)).toEqual([])
  expect((await ben.fetch(alertRoutes.locations)).items).toEqual([])
})

test.each([null, 'emergency'])('with %s as consent a location is shared only while an own SOS is active', async (mode) => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  if (mode !== null) await chooseSharing(aiko, mode)
  expect(await share(aiko)).toBe(false)
  await raise(ben)
  expect(await share(aiko)).toBe(false)
  expect(await visibleUserIds(ben)).toEqual([])

  const alertId = await raise(aiko)
  expect(await share(aiko)).toBe(true)
  expect(await visibleUserIds(chie)).toEqual([aiko.id])
  const listening = await chie.openSocket()
  await resolve(ben, alertId)

  expect(await listening.next('users:updated')).toEqual({ userId: aiko.id, position: null })
  expect(await visibleUserIds(chie)).toEqual([])
  expect(await share(aiko)).toBe(false)
  // A later SOS without a location does not show the old one again.
  noroshi.clock.advance({ minutes: 10 })
  await raise(aiko)
  expect(await visibleUserIds(chie)).toEqual([])
})

test('a location stays visible when one of two own SOS is resolved', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const first = await raise(aiko)
  noroshi.clock.advance({ minutes: 3 })
  await raise(aiko)
  await share(aiko)
  await resolve(ben, first)
  expect(await visibleUserIds(ben)).toEqual([aiko.id])
})

test('a user with the consent always continues sharing when their SOS is resolved', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await chooseSharing(aiko, 'always')
  const alertId = await raise(aiko)
  await share(aiko)
  await resolve(ben, alertId)
  expect(await visibleUserIds(ben)).toEqual([aiko.id])
})

test('a user who chooses never is removed from maps at once, and is not shown during an SOS', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.openSocket()
  await chooseSharing(aiko, 'always')
  await share(aiko)
  await listening.next('users:updated')
  await chooseSharing(aiko, 'never')

  expect(await listening.next('users:updated')).toEqual({ userId: aiko.id, position: null })
  expect(await visibleUserIds(ben)).toEqual([])
  await raise(aiko)
  expect(await share(aiko)).toBe(false)
  await chooseSharing(aiko, 'always')
  expect(await visibleUserIds(ben)).toEqual([])
})

test('a deactivated user and a user who left the group are on no map', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  for (const person of [aiko, chie]) {
    await chooseSharing(person, 'always')
    await share(person)
  }
  expect((await visibleUserIds(ben)).length).toBe(2)
  await deactivateUser(noroshi, aiko)
  await leaveAlertGroups(noroshi, chie)
  expect(await visibleUserIds(ben)).toEqual([])
})

test('a member of an alert’s audience reads only locations of their own groups', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const admin = await noroshi.admin('Gen')
  // Aiko is in both groups. Ben and Chie are in one group each: both get her alert and do not see each other.
  await createAlertGroup(noroshi, [ben])
  await createAlertGroup(noroshi, [chie])
  const groups = await noroshi.db.selectFrom('alert_groups').select('id').where('takes_new_users', '=', false).execute()
  await leaveAlertGroups(noroshi, aiko)
  await noroshi.db
    .insertInto('alert_group_members')
    .values(groups.map(({ id }) => ({ group_id: id, user_id: aiko.id })))
    .execute()
  for (const person of [aiko, ben, chie]) {
    await chooseSharing(person, 'always')
    await share(person)
  }
  const id = await raise(aiko)
  const memberIds = async (person: TestUser) =>
    (await person.fetch(alertRoutes.memberLocations, { params: { id } })).items.map((position) => position.id)

  expect(await memberIds(aiko)).toEqual([ben.id, chie.id])
  expect(await memberIds(ben)).toEqual([aiko.id])
  expect(await memberIds(chie)).toEqual([aiko.id])
  expect(await memberIds(admin)).toEqual([])
})

test('the cached map contains each change since the last request, for each viewer', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const visibleNames = async (person: TestUser) =>
    (await person.fetch(accountRoutes.positions)).items.map((person) => `${nameIn('en', person)} ${person.latitude}`)
  for (const person of [aiko, ben]) {
    await chooseSharing(person, 'always')
    await share(person, { ...SENDAI, latitude: 1 })
  }
  // All of them are in the same group. A viewer does not see themselves.
  expect(await visibleNames(chie)).toEqual(['Aiko 1', 'Ben 1'])
  expect(await visibleNames(aiko)).toEqual(['Ben 1'])
  expect(await visibleNames(chie)).toEqual(['Aiko 1', 'Ben 1'])

  noroshi.clock.advance({ minutes: 1 })
  await share(ben, { ...SENDAI, latitude: 2 })
  expect(await visibleNames(chie)).toEqual(['Aiko 1', 'Ben 2'])
  const { firstName: _was, ...contact } = await aiko.fetch(accountRoutes.me)
  const renamed = {
    ...contact,
    firstName: 'Zoe',
    lastName: 'Abe',
    gender: 'Female',
    phoneNumber: '+81 90-1234-5678',
    postalAreaCode: '',
  }
  await aiko.fetch(peopleRoutes.editProfile, { params: { id: aiko.id }, body: renamed })
  expect(await visibleNames(chie)).toEqual(['Zoe Abe 1', 'Ben 2'])
  expect(await visibleNames(aiko)).toEqual(['Ben 2'])
  await leaveAlertGroups(noroshi, chie)
  expect(await visibleNames(chie)).toEqual([])
  expect(await visibleNames(ben)).toEqual(['Zoe Abe 1'])
})

test('a map of several pieces contains all users except the viewer, also after changes', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const crowd = Array.from({ length: 400 }, (_, index) => ({ id: uuidv7(), first_name: `Ben ${String(index).padStart(3, '0')}` }))
  const rows = crowd.map((user) => ({
    ...user,
    email: `${user.id}@example.org`,
    password_hash: 'none',
    location_sharing: 'always',
  }))
  await noroshi.db.insertInto('users').values(rows).execute()
  for (const { id } of crowd) await joinOpenAlertGroups(noroshi.db, id)
  const locations = crowd.map(({ id }) => ({
    user_id: id,
    latitude: 38,
    longitude: 141,
    accuracy: null,
    at: noroshi.clock.now(),
  }))
  await noroshi.db.insertInto('user_positions').values(locations).execute()
  const [chie] = await noroshi.people('Chie')
  for (const person of [aiko, chie]) {
    await chooseSharing(person, 'always')
    await share(person, SENDAI)
  }
  const namesFor = async (person: TestUser) =>
    (await person.fetch(accountRoutes.positions)).items.map(({ firstName, latitude }) => `${firstName} ${latitude}`)
  const crowdNames = crowd.map(({ first_name }) => `${first_name} 38`)
  const [first, last] = [`Aiko ${SENDAI.latitude}`, `Chie ${SENDAI.latitude}`]
  // Aiko is in the first piece, Ben shares no location, and Chie is in the last piece.
  const all = () => Promise.all([aiko, ben, chie].map(namesFor))
  expect(await all()).toEqual([
    [...crowdNames, last],
    [first, ...crowdNames, last],
    [first, ...crowdNames],
  ])

  noroshi.clock.advance({ minutes: 1 })
  await noroshi.db
    .updateTable('user_positions')
    .set({ latitude: 39, at: noroshi.clock.now() })
    .where('user_id', '=', crowd[250]?.id ?? '')
    .execute()
  await noroshi.db
    .deleteFrom('user_positions')
    .where('user_id', '=', crowd[3]?.id ?? '')
    .execute()
  crowdNames[250] = crowdNames[250]?.replace(/38$/, '39') ?? ''
  crowdNames.splice(3, 1)

  expect(await all()).toEqual([
    [...crowdNames, last],
    [first, ...crowdNames, last],
    [first, ...crowdNames],
  ])
})

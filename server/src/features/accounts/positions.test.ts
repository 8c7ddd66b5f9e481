import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { joinOpenAlertGroups } from '#/features/alerts/alert-groups.service.ts'
import { alertGroup, deactivates, leavesGroups } from '#/testing/groups.ts'
import { type Person, unit } from '#/testing/unit.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694, accuracy: 12 }
const shares = async (person: Person, place: object = SENDAI) =>
  (await person.gets(accountRoutes.shareLocation, { body: place })).isShared
const chooses = (person: Person, mode: string) => person.gets(accountRoutes.chooseSharing, { body: { mode } })
const whoSees = async (person: Person) => (await person.gets(accountRoutes.positions)).items.map(({ id }) => id)
const raises = async (person: Person) => (await person.gets(alertRoutes.raise, { body: {} })).id
const resolves = (person: Person, AlertId: string) => person.gets(alertRoutes.resolve, { body: { AlertId } })

test('a position that is always shared is seen by the members of one’s groups, live and later, and by nobody else', async () => {
  await using noroshi = await unit()
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  const admin = await noroshi.admin('Gen')
  await alertGroup(noroshi, [aiko, ben])
  const [fellow, outsider] = [await ben.listens(), await dora.listens()]
  expect(await chooses(aiko, 'always')).toMatchObject({ locationSharing: 'always' })
  expect(await shares(aiko)).toBe(true)

  const { items } = await ben.gets(accountRoutes.positions)
  expect(items).toMatchObject([{ kind: 'user', id: aiko.id, name: 'Aiko', ...SENDAI }])
  expect(await fellow.next('users:updated')).toEqual({ userId: aiko.id, position: items[0] })
  expect(await ben.gets(alertRoutes.locations)).toEqual({ items })
  for (const other of [aiko, dora, admin]) expect(await whoSees(other)).toEqual([])
  await outsider.settles()
  expect(outsider.names()).toEqual([])
})

test('the newest position is shown, and one a day old no more', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await chooses(aiko, 'always')
  await shares(aiko)
  await shares(aiko, { latitude: 35, longitude: 139, accuracy: null })
  expect((await ben.gets(accountRoutes.positions)).items).toMatchObject([{ latitude: 35, longitude: 139, accuracy: null }])
  noroshi.clock.advance({ hours: 23, minutes: 59 })
  expect(await whoSees(ben)).toEqual([aiko.id])
  noroshi.clock.advance({ minutes: 2 })
  expect(await whoSees(ben)).toEqual([])
  expect((await ben.gets(alertRoutes.locations)).items).toEqual([])
})

test.each([null, 'emergency'])(
  'with %s as consent, a position is shared while an own SOS is active, and is gone with it',
  async (mode) => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    if (mode !== null) await chooses(aiko, mode)
    expect(await shares(aiko)).toBe(false)
    await raises(ben)
    expect(await shares(aiko)).toBe(false)
    expect(await whoSees(ben)).toEqual([])

    const alertId = await raises(aiko)
    expect(await shares(aiko)).toBe(true)
    expect(await whoSees(chie)).toEqual([aiko.id])
    const listening = await chie.listens()
    await resolves(ben, alertId)

    expect(await listening.next('users:updated')).toEqual({ userId: aiko.id, position: null })
    expect(await whoSees(chie)).toEqual([])
    expect(await shares(aiko)).toBe(false)
    // A later SOS without a place does not bring the old one back.
    noroshi.clock.advance({ minutes: 10 })
    await raises(aiko)
    expect(await whoSees(chie)).toEqual([])
  },
)

test('with another SOS still active, a position stays when one is resolved', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const first = await raises(aiko)
  noroshi.clock.advance({ minutes: 3 })
  await raises(aiko)
  await shares(aiko)
  await resolves(ben, first)
  expect(await whoSees(ben)).toEqual([aiko.id])
})

test('who always shares goes on sharing when an SOS is resolved', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await chooses(aiko, 'always')
  const alertId = await raises(aiko)
  await shares(aiko)
  await resolves(ben, alertId)
  expect(await whoSees(ben)).toEqual([aiko.id])
})

test('a person who says never is gone at once, and stays so in an SOS', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.listens()
  await chooses(aiko, 'always')
  await shares(aiko)
  await listening.next('users:updated')
  await chooses(aiko, 'never')

  expect(await listening.next('users:updated')).toEqual({ userId: aiko.id, position: null })
  expect(await whoSees(ben)).toEqual([])
  await raises(aiko)
  expect(await shares(aiko)).toBe(false)
  await chooses(aiko, 'always')
  expect(await whoSees(ben)).toEqual([])
})

test('a deactivated person, and one who left the group, are on nobody’s map', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  for (const person of [aiko, chie]) {
    await chooses(person, 'always')
    await shares(person)
  }
  expect((await whoSees(ben)).length).toBe(2)
  await deactivates(noroshi, aiko)
  await leavesGroups(noroshi, chie)
  expect(await whoSees(ben)).toEqual([])
})

test('the audience of an alert sees the positions of its own groups’ people alone', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const admin = await noroshi.admin('Gen')
  // Aiko is in both groups, Ben and Chie are in one each: both get her alert, and share nothing with one another.
  await alertGroup(noroshi, [ben])
  await alertGroup(noroshi, [chie])
  const groups = await noroshi.db.selectFrom('alert_groups').select('id').where('takes_new_users', '=', false).execute()
  await leavesGroups(noroshi, aiko)
  await noroshi.db
    .insertInto('alert_group_members')
    .values(groups.map(({ id }) => ({ group_id: id, user_id: aiko.id })))
    .execute()
  for (const person of [aiko, ben, chie]) {
    await chooses(person, 'always')
    await shares(person)
  }
  const id = await raises(aiko)
  const around = async (person: Person) =>
    (await person.gets(alertRoutes.memberLocations, { params: { id } })).items.map((position) => position.id)

  expect(await around(aiko)).toEqual([ben.id, chie.id])
  expect(await around(ben)).toEqual([aiko.id])
  expect(await around(chie)).toEqual([aiko.id])
  expect(await around(admin)).toEqual([])
})

test('the map follows every change between two looks, whoever looked before', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const shown = async (person: Person) =>
    (await person.gets(accountRoutes.positions)).items.map(({ name, latitude }) => `${name} ${latitude}`)
  for (const person of [aiko, ben]) {
    await chooses(person, 'always')
    await shares(person, { ...SENDAI, latitude: 1 })
  }
  // All of them are in the same group: each but oneself.
  expect(await shown(chie)).toEqual(['Aiko 1', 'Ben 1'])
  expect(await shown(aiko)).toEqual(['Ben 1'])
  expect(await shown(chie)).toEqual(['Aiko 1', 'Ben 1'])

  noroshi.clock.advance({ minutes: 1 })
  await shares(ben, { ...SENDAI, latitude: 2 })
  expect(await shown(chie)).toEqual(['Aiko 1', 'Ben 2'])
  const { firstName: _was, ...contact } = await aiko.gets(accountRoutes.me)
  const renamed = {
    ...contact,
    firstName: 'Zoe',
    lastName: 'Abe',
    gender: 'Female',
    phoneNumber: '+81 90-1234-5678',
    postalAreaCode: '',
  }
  await aiko.gets(peopleRoutes.editProfile, { params: { id: aiko.id }, body: renamed })
  expect(await shown(chie)).toEqual(['Zoe Abe 1', 'Ben 2'])
  expect(await shown(aiko)).toEqual(['Ben 2'])
  await leavesGroups(noroshi, chie)
  expect(await shown(chie)).toEqual([])
  expect(await shown(ben)).toEqual(['Zoe Abe 1'])
})

test('a map of hundreds, made of pieces, is whole for everybody but oneself, also when one moves, comes or goes', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const crowd = Array.from({ length: 400 }, (_, place) => ({ id: uuidv7(), first_name: `Ben ${String(place).padStart(3, '0')}` }))
  const rows = crowd.map((one) => ({ ...one, email: `${one.id}@example.org`, password_hash: 'none', location_sharing: 'always' }))
  await noroshi.db.insertInto('users').values(rows).execute()
  for (const { id } of crowd) await joinOpenAlertGroups(noroshi.db, id)
  const places = crowd.map(({ id }) => ({ user_id: id, latitude: 38, longitude: 141, accuracy: null, at: noroshi.clock.now() }))
  await noroshi.db.insertInto('user_positions').values(places).execute()
  const [chie] = await noroshi.people('Chie')
  for (const person of [aiko, chie]) {
    await chooses(person, 'always')
    await shares(person, SENDAI)
  }
  const namesFor = async (person: Person) =>
    (await person.gets(accountRoutes.positions)).items.map(({ name, latitude }) => `${name} ${latitude}`)
  const here = crowd.map(({ first_name }) => `${first_name} 38`)
  const [first, last] = [`Aiko ${SENDAI.latitude}`, `Chie ${SENDAI.latitude}`]
  // The first of all, one of nobody's pieces, and one who is alone in the last piece but for few.
  const all = () => Promise.all([aiko, ben, chie].map(namesFor))
  expect(await all()).toEqual([
    [...here, last],
    [first, ...here, last],
    [first, ...here],
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
  here[250] = here[250]?.replace(/38$/, '39') ?? ''
  here.splice(3, 1)

  expect(await all()).toEqual([
    [...here, last],
    [first, ...here, last],
    [first, ...here],
  ])
})

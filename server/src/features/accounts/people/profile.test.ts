import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { LANGUAGES } from '@noroshi/contract/i18n'
import type { MessageKey } from '@noroshi/contract/messages'
import { textIn } from '@noroshi/contract/texts'
import { createAlertGroup, deactivateUser } from '#/testing/scenes/groups.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

const { profile, editProfile } = peopleRoutes
const form = {
  firstName: '愛子',
  lastName: '森',
  nameReading: 'もり あいこ',
  gender: 'Female',
  phoneNumber: '+81 90-1234-5678',
  addressLineOne: '国分町 3-7-1',
  addressLineTwo: '',
  city: '仙台市',
  state: '宮城県',
  postalAreaCode: '９８０－０８１１',
  country: '日本',
}
const edit = (person: TestUser, change: object = {}) =>
  person.fetch(editProfile, { params: { id: person.id }, body: { ...form, ...change } })

test('a user edits their profile, and others read only the public fields', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  expect(await aiko.fetch(accountRoutes.me)).toMatchObject({ gender: null, phoneNumber: '', postalAreaCode: null })
  const me = await edit(aiko)
  expect(me).toMatchObject({ ...form, fullName: '愛子 森', phoneNumber: '819012345678', postalAreaCode: 9_800_811 })
  expect(await aiko.fetch(accountRoutes.me)).toEqual(me)

  const { nameReading: _, ...earlier } = form
  expect(await aiko.fetch(editProfile, { params: { id: aiko.id }, body: earlier })).toMatchObject({ nameReading: 'もり あいこ' })

  const {
    nameReading: _reading,
    gender: _gender,
    isAdmin: _isAdmin,
    needsSecondFactor: _needsSecondFactor,
    isRestricted: _isRestricted,
    language: _language,
    locationSharing: _sharing,
    quietHours: _quiet,
    sharesLastSeen: _shares,
    audienceCount: _count,
    ...publicProfile
  } = me
  expect(await ben.fetch(profile, { params: { id: aiko.id } })).toEqual(publicProfile)
  expect((await noroshi.visitor.request(profile, { params: { id: aiko.id } })).status).toBe(401)
})

test('a user gets 403 when editing the profile of another user, and 404 for a deactivated user', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const admin = await noroshi.admin('Gen')
  await deactivateUser(noroshi, chie)
  for (const other of [ben, admin])
    expect(await other.request(editProfile, { params: { id: aiko.id }, body: form })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  const unknown = '019a0000-0000-7000-8000-00000000ffff'
  const read = (id: string) => ben.request(profile, { params: { id } })
  expect(await read(chie.id)).toMatchObject({ status: 404, body: { code: 'user.inactive' } })
  expect(await read(unknown)).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
  for (const id of [chie.id, unknown])
    expect(await ben.request(editProfile, { params: { id }, body: form })).toMatchObject({
      status: 404,
      body: { code: 'user.notFound' },
    })
})

test('an edit with an email or isAdmin does not change them', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const { email } = await aiko.fetch(accountRoutes.me)
  expect(await edit(aiko, { email: 'other@example.org', isAdmin: true })).toMatchObject({ email, isAdmin: false })
})

describe('the profile form', () => {
  let noroshi: TestServer
  let aiko: TestUser
  beforeAll(async () => {
    noroshi = await startTestServer()
    ;[aiko] = await noroshi.people('Aiko')
  })
  afterAll(() => noroshi[Symbol.asyncDispose]())

  test.each<[rule: string, change: object, path: string, key: MessageKey, limit?: object]>([
    ['a first name', { firstName: ' ' }, 'firstName', 'accounts.firstNameRequired'],
    ['a last name', { lastName: undefined }, 'lastName', 'accounts.lastNameRequired'],
    ['a gender', { gender: undefined }, 'gender', 'accounts.genderRequired'],
    ['one of the genders', { gender: 'x' }, 'gender', 'accounts.genderRequired'],
    ['a phone number that is one', { phoneNumber: '12' }, 'phoneNumber', 'accounts.phoneInvalid'],
    ['a postal code that is a number', { postalAreaCode: 'abc' }, 'postalAreaCode', 'accounts.postalNumber'],
    ['an address of 200 characters', { addressLineOne: 'a'.repeat(201) }, 'addressLineOne', 'common.tooLong', { max: 200 }],
    ['a city of 100 characters', { city: 'a'.repeat(101) }, 'city', 'common.tooLong', { max: 100 }],
    ['text that can be stored', { country: 'a\u0000' }, 'country', 'common.unstorable'],
  ])('a form without %s gets 400 with a message in both languages', async (_, change, path, key, limits = {}) => {
    for (const language of LANGUAGES) {
      const headers = { 'accept-language': language }
      const { status, body } = await aiko.request(editProfile, { params: { id: aiko.id }, body: { ...form, ...change }, headers })
      expect(status).toBe(400)
      expect(body).toMatchObject({ issues: [{ path, message: textIn(language, key, { ...limits }) }] })
    }
  })

  test('a calling code without a number is stored as empty, and an empty postal code as null', async () => {
    expect(await edit(aiko, { phoneNumber: '+81', postalAreaCode: '' })).toMatchObject({ phoneNumber: '', postalAreaCode: null })
  })
})

test('only the user and their alert groups receive an event for a new name', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  await createAlertGroup(noroshi, [dora])
  const [own, fellow, outsider] = [await aiko.openSocket(), await ben.openSocket(), await dora.openSocket()]
  await edit(aiko)
  const event = await fellow.next('users:profile')
  expect(event).toMatchObject({ user: { id: aiko.id, fullName: '愛子 森' }, version: 2 })
  expect(await own.next('users:profile')).toEqual(event)
  await edit(aiko, { city: '石巻市' })
  await Promise.all([fellow.settle(), outsider.settle()])
  expect(fellow.names()).toEqual(['users:profile'])
  expect(outsider.names()).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { fill, LANGUAGES } from '@noroshi/contract/i18n'
import { messages, type MessageKey } from '@noroshi/contract/messages'
import { alertGroup, deactivates } from '#/testing/groups.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

const { profile, editProfile } = peopleRoutes
const form = {
  firstName: '愛子',
  lastName: '森',
  gender: 'Female',
  phoneNumber: '+81 90-1234-5678',
  addressLineOne: '国分町 3-7-1',
  addressLineTwo: '',
  city: '仙台市',
  state: '宮城県',
  postalAreaCode: '９８０－０８１１',
  country: '日本',
}
const edits = (person: Person, change: object = {}) =>
  person.gets(editProfile, { params: { id: person.id }, body: { ...form, ...change } })

test('a person fills in their profile, and others see what its screen shows and no more', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  expect(await aiko.gets(accountRoutes.me)).toMatchObject({ gender: null, phoneNumber: '', postalAreaCode: null })
  const me = await edits(aiko)
  expect(me).toMatchObject({ ...form, fullName: '愛子 森', phoneNumber: '819012345678', postalAreaCode: 9_800_811 })
  expect(await aiko.gets(accountRoutes.me)).toEqual(me)

  const {
    gender: _gender,
    isAdmin: _isAdmin,
    language: _language,
    locationSharing: _sharing,
    audienceCount: _count,
    ...shown
  } = me
  expect(await ben.gets(profile, { params: { id: aiko.id } })).toEqual(shown)
  expect((await noroshi.visitor.asks(profile, { params: { id: aiko.id } })).status).toBe(401)
})

test('nobody edits the profile of another, and none is there of a deactivated person', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const admin = await noroshi.admin('Gen')
  await deactivates(noroshi, chie)
  for (const other of [ben, admin])
    expect(await other.asks(editProfile, { params: { id: aiko.id }, body: form })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  for (const id of [chie.id, '019a0000-0000-7000-8000-00000000ffff'])
    for (const answer of [
      await ben.asks(profile, { params: { id } }),
      await ben.asks(editProfile, { params: { id }, body: form }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'user.notFound' } })
})

test('the email stays what it is, whatever is sent beside the form', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const { email } = await aiko.gets(accountRoutes.me)
  expect(await edits(aiko, { email: 'other@example.org', isAdmin: true })).toMatchObject({ email, isAdmin: false })
})

describe('the form of the profile', () => {
  let noroshi: Unit
  let aiko: Person
  beforeAll(async () => {
    noroshi = await unit()
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
    ['words that can be kept', { country: 'a\u0000' }, 'country', 'common.unstorable'],
  ])('needs %s, and says so in both languages', async (_, change, path, key, limits = {}) => {
    for (const language of LANGUAGES) {
      const headers = { 'accept-language': language }
      const { status, body } = await aiko.asks(editProfile, { params: { id: aiko.id }, body: { ...form, ...change }, headers })
      expect(status).toBe(400)
      expect(body).toMatchObject({ issues: [{ path, message: fill(messages[key][language], { ...limits }) }] })
    }
  })

  test('takes a calling code alone for no number, and an empty postal code for none', async () => {
    expect(await edits(aiko, { phoneNumber: '+81', postalAreaCode: '' })).toMatchObject({ phoneNumber: '', postalAreaCode: null })
  })
})

test('a new name is told to the person and to their alert groups, and to nobody else', async () => {
  await using noroshi = await unit()
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  await alertGroup(noroshi, [dora])
  const [own, fellow, outsider] = [await aiko.listens(), await ben.listens(), await dora.listens()]
  await edits(aiko)
  const told = await fellow.next('users:profile')
  expect(told).toMatchObject({ user: { id: aiko.id, fullName: '愛子 森' }, version: 2 })
  expect(await own.next('users:profile')).toEqual(told)
  await edits(aiko, { city: '石巻市' })
  await Promise.all([fellow.settles(), outsider.settles()])
  expect(fellow.names()).toEqual(['users:profile'])
  expect(outsider.names()).toEqual([])
})

import { expect, test } from 'vitest'
import { type SetupItem, setupRoutes } from '@noroshi/contract/accounts/setup.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'

const settings = { name: 'Noroshi', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true } as const

const doneItems = async (admin: Caller): Promise<SetupItem[]> =>
  (await admin.fetch(setupRoutes.read)).items.filter(({ isDone }) => isDone).map(({ item }) => item)

test('an administrator completes the items of a new server one by one', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  expect(await admin.fetch(setupRoutes.read)).toEqual({
    items: [
      { item: 'unitName', isDone: false },
      { item: 'people', isDone: false },
      { item: 'alertGroups', isDone: false },
      { item: 'map', isDone: false },
    ],
    isDismissed: false,
  })
  await admin.fetch(unitRoutes.changeSettings, { body: { ...settings, sosCountsDown: false } })
  expect(await doneItems(admin)).toEqual([]) // the name is still the product's
  await admin.fetch(unitRoutes.changeSettings, { body: { ...settings, name: 'Wakaba hall' } })
  expect(await doneItems(admin)).toEqual(['unitName'])
  await admin.fetch(unitRoutes.invite, { body: { label: '', expiresInDays: 7, maxUses: 1 } })
  expect(await doneItems(admin)).toEqual(['unitName', 'people'])
  const group = { name: 'Night watch', isAnonymous: false, takesNewUsers: false }
  const { id } = await admin.fetch(alertGroupRoutes.create, { body: group })
  expect(await doneItems(admin)).toEqual(['unitName', 'people', 'alertGroups'])
  await admin.fetch(alertGroupRoutes.remove, { params: { id } })
  expect(await doneItems(admin)).toEqual(['unitName', 'people'])
})

test('a registered user completes the item for people, and a tile server the item for the map', async () => {
  await using noroshi = await startTestServer({ TILE_URL: 'https://tiles.example.org/{z}/{x}/{y}.png' })
  const admin = await noroshi.admin('Gen')
  expect(await doneItems(admin)).toEqual(['map'])
  await noroshi.people('Aiko')
  expect(await doneItems(admin)).toEqual(['people', 'map'])
})

test('a confirmation or dismissal by one administrator applies to all administrators', async () => {
  await using noroshi = await startTestServer()
  const [gen, mei] = [await noroshi.admin('Gen'), await noroshi.admin('Mei')]
  await Promise.all([
    gen.fetch(setupRoutes.change, { body: { confirmed: ['map'] } }),
    mei.fetch(setupRoutes.change, { body: { confirmed: ['alertGroups'] } }),
  ])
  expect(await doneItems(gen)).toEqual(['alertGroups', 'map'])
  expect(await mei.fetch(setupRoutes.change, { body: { isDismissed: true } })).toMatchObject({ isDismissed: true })
  expect(await gen.fetch(setupRoutes.read)).toMatchObject({ isDismissed: true })
  expect(await doneItems(gen)).toEqual(['alertGroups', 'map'])
  expect(await gen.fetch(setupRoutes.change, { body: { isDismissed: false } })).toMatchObject({ isDismissed: false })
})

test('an unknown item or a wrong type gets 400 and stores nothing', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  for (const body of [{ confirmed: ['everything'] }, { isDismissed: 'yes' }, { confirmed: 'map' }])
    expect(await admin.request(setupRoutes.change, { body: body as never })).toMatchObject({ status: 400 })
  expect(await admin.fetch(setupRoutes.read)).toMatchObject({ isDismissed: false })
  expect(await doneItems(admin)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { type SetupItem, setupRoutes, SetupStep } from '@noroshi/contract/setup/setup.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'

const settings = { name: 'Noroshi', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true } as const

/** The items of a page from before the guide. */
const doneItems = async (admin: Caller): Promise<SetupItem[]> =>
  (await admin.fetch(setupRoutes.read)).items.filter(({ isDone }) => isDone).map(({ item }) => item)

const guideOf = async (admin: Caller) => {
  const { guide } = await admin.fetch(setupRoutes.read)
  if (guide === undefined) throw new Error('the server has no guide')
  return guide
}
const stepsWith = async (admin: Caller, state: string): Promise<SetupStep[]> =>
  (await guideOf(admin)).steps.filter((one) => one.state === state).map(({ step }) => step)

test('a page from before the guide sees an administrator complete its items one by one', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  expect(await admin.fetch(setupRoutes.read)).toMatchObject({
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

test('a new server has all steps open in their order, and what it cannot know is unknown', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const { steps, facts } = await guideOf(admin)
  expect(steps.map(({ step }) => step)).toEqual(SetupStep.options)
  expect(steps.filter(({ state }) => state !== 'open')).toEqual([{ step: 'devices', state: 'unknown' }])
  expect(facts).toMatchObject({
    name: 'Noroshi',
    location: null,
    language: null,
    members: 1,
    readyMembers: 0,
    reportedMembers: 0,
    administrators: 1,
    hasGroup: false,
    hasPost: false,
    backup: { isOn: false, isComplete: null },
    drill: null,
    readyPage: { link: '/ready' },
  })
})

test('an administrator sets name, location and language, which do not change other settings, and maps begin there', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await admin.fetch(unitRoutes.changeSettings, { body: { ...settings, registration: 'invitation' } })
  await admin.fetch(setupRoutes.change, { body: { unit: { name: 'Wakaba hall' } } })
  const location = { latitude: 38.26, longitude: 140.87 }
  await admin.fetch(setupRoutes.change, { body: { unit: { location } } })
  await admin.fetch(setupRoutes.change, { body: { unit: { language: 'ja' } } })
  expect(await stepsWith(admin, 'done')).toEqual(['unitName', 'location', 'language'])
  const stored = await admin.fetch(unitRoutes.settings)
  expect(stored).toMatchObject({ name: 'Wakaba hall', registration: 'invitation', location, language: 'ja' })
  expect(await noroshi.visitor.fetch(accountRoutes.unit)).toMatchObject({ name: 'Wakaba hall', location })
  // A page from before the guide sends neither location nor language.
  await admin.fetch(unitRoutes.changeSettings, { body: { ...settings, name: 'Wakaba' } })
  expect(await admin.fetch(unitRoutes.settings)).toMatchObject({ name: 'Wakaba', location, language: 'ja' })
  for (const unit of [{ name: ' ' }, { location: { latitude: 91, longitude: 0 } }, { language: 'xx' }])
    expect(await admin.request(setupRoutes.change, { body: { unit: unit as never } })).toMatchObject({ status: 400 })
})

test('people, a second administrator and a confirmation complete their steps', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await noroshi.people('Aiko')
  expect(await stepsWith(admin, 'done')).toEqual(['people'])
  await noroshi.admin('Mei')
  expect(await stepsWith(admin, 'done')).toEqual(['people', 'administrators'])
  await admin.fetch(setupRoutes.change, { body: { confirmed: ['map', 'devices'] } })
  expect(await stepsWith(admin, 'confirmed')).toEqual(['map', 'devices'])
})

test('one press creates a group with the administrator and a feed with a post, marked as examples, and only once', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await admin.fetch(setupRoutes.change, { body: { unit: { language: 'ja' } } })
  const clientId = randomUUID()
  await admin.fetch(setupRoutes.createExample, { body: { clientId } })
  await admin.fetch(setupRoutes.createExample, { body: { clientId } })
  await admin.fetch(setupRoutes.createExample, { body: { clientId: randomUUID() } })
  expect(await stepsWith(admin, 'done')).toContain('groupAndFeed')
  const [everyone, group, ...others] = (await admin.fetch(alertGroupRoutes.list)).items
  expect([everyone?.isBuiltIn, others]).toEqual([true, []])
  expect(group).toMatchObject({ name: '夜間当番（例）', memberCount: 1 })
  const { items: feeds } = await admin.fetch(feedRoutes.list)
  expect(feeds).toMatchObject([{ name: 'お知らせ（例）' }])
  const posts = await admin.fetch(postRoutes.list, { params: { id: feeds[0]?.id ?? '' } })
  expect(posts.posts).toMatchObject([{ textContent: expect.stringMatching(/^例：/) as string, isApproved: true }])
  const actions = (await admin.fetch(auditRoutes.list)).items.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['alertGroup.created', 'feed.created']))
})

test('an example does not repeat what exists, and the guide names what is missing', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const group = { name: 'Night watch', isAnonymous: false, takesNewUsers: false }
  await admin.fetch(alertGroupRoutes.create, { body: group })
  expect((await guideOf(admin)).facts).toMatchObject({ hasGroup: true, hasGroupMember: false, hasFeed: false, hasPost: false })
  await admin.fetch(setupRoutes.createExample, { body: { clientId: randomUUID() } })
  expect((await admin.fetch(alertGroupRoutes.list)).items).toHaveLength(2)
  expect((await guideOf(admin)).facts).toMatchObject({ hasGroupMember: false, hasFeed: true, hasPost: true })
  expect(await stepsWith(admin, 'done')).not.toContain('groupAndFeed')
  // An administrator of a version before the guide has confirmed the groups.
  await admin.fetch(setupRoutes.change, { body: { confirmed: ['alertGroups'] } })
  expect(await stepsWith(admin, 'done')).toContain('groupAndFeed')
})

test('the backup is done after a complete one that was restored as a test', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const stateOfBackup = async () => (await guideOf(admin)).steps.find(({ step }) => step === 'backup')?.state
  const at = noroshi.clock.now()
  const addRun = (rehearsal: string | null, outcome: string) => {
    noroshi.clock.advance({ minutes: 1 })
    const [started_at, ended_at] = [noroshi.clock.now(), noroshi.clock.now()]
    const run = { id: randomUUID(), kind: 'scheduled', target: '/x', name: 'x', started_at, ended_at, outcome, rehearsal }
    return noroshi.db.insertInto('backup_runs').values(run).execute()
  }
  await addRun('rehearsed', 'complete')
  expect(await stateOfBackup(), 'it is off').toBe('open')
  await noroshi.db
    .insertInto('settings')
    .values({ key: 'backup', value: JSON.stringify({ isOn: true, target: 'folder', folder: '/x', disk: '' }), updated_at: at })
    .execute()
  expect(await stateOfBackup()).toBe('done')
  await addRun('verified', 'complete')
  expect(await stateOfBackup(), 'whether it can be restored is not known').toBe('unknown')
  await addRun(null, 'failed')
  expect(await stateOfBackup()).toBe('open')
})

test('home shows the guide no more once all steps are done, also when one opens again, until an administrator shows it', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const allButName = SetupStep.options.filter((step) => step !== 'unitName')
  expect(await admin.fetch(setupRoutes.change, { body: { confirmed: allButName } })).toMatchObject({ isDismissed: false })
  expect(await admin.fetch(setupRoutes.change, { body: { unit: { name: 'Wakaba' } } })).toMatchObject({ isDismissed: true })
  await admin.fetch(setupRoutes.change, { body: { unit: { name: 'Noroshi' } } })
  expect(await stepsWith(admin, 'open')).toEqual(['unitName'])
  expect(await admin.fetch(setupRoutes.read)).toMatchObject({ isDismissed: true })
  await admin.fetch(setupRoutes.change, { body: { isDismissed: false } })
  expect(await admin.fetch(setupRoutes.read)).toMatchObject({ isDismissed: false })
})

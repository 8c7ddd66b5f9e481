import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { setupRoutes } from '@noroshi/contract/setup/setup.http'
import { storeLastAlarms } from '#/features/devices/devices.service.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const admins = (noroshi: TestServer) => Promise.all(['Gen', 'Mei', 'Ken', 'Rin', 'Jun', 'Nao'].map((name) => noroshi.admin(name)))

test('administrators who change different settings at the same time lose none of them', async () => {
  await using noroshi = await startTestServer()
  const [gen, mei, ken, rin] = await admins(noroshi)
  const location = { latitude: 38.26, longitude: 140.87 }
  for (let round = 0; round < 5; round++) {
    const name = `Hall ${round}`
    const language = round % 2 === 0 ? 'ja' : 'en'
    await Promise.all([
      gen?.fetch(setupRoutes.change, { body: { unit: { name } } }),
      mei?.fetch(setupRoutes.change, { body: { unit: { language } } }),
      ken?.fetch(setupRoutes.change, { body: { unit: { location: { ...location, latitude: round } } } }),
      rin?.fetch(setupRoutes.change, { body: { confirmed: ['map'] } }),
    ])
    expect(await gen?.fetch(unitRoutes.settings)).toMatchObject({ name, language, location: { ...location, latitude: round } })
  }
})

test('administrators who create the example at the same time create one group and one feed with one post', async () => {
  await using noroshi = await startTestServer()
  const all = await admins(noroshi)
  const replies = await Promise.all(
    all.map((admin) => admin.request(setupRoutes.createExample, { body: { clientId: randomUUID() } })),
  )
  expect(replies.map(({ status }) => status)).toContain(200)
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const [admin] = all
  const { items: groups } = (await admin?.fetch(alertGroupRoutes.list)) ?? { items: [] }
  expect(groups.filter(({ isBuiltIn }) => !isBuiltIn)).toMatchObject([{ memberCount: 1 }])
  expect((await admin?.fetch(feedRoutes.list))?.items).toHaveLength(1)
  expect(await noroshi.db.selectFrom('posts').select('id').execute()).toHaveLength(1)
  // Nothing keeps a later press waiting.
  expect(await admin?.request(setupRoutes.createExample, { body: { clientId: randomUUID() } })).toMatchObject({ status: 200 })
})

test('administrators who send the steps at the same time send each member one message', async () => {
  await using noroshi = await startTestServer()
  const people = await noroshi.people('Ben', 'Chie', 'Dora')
  const all = await admins(noroshi)
  const [admin] = all
  const groupId = await createAlertGroup(noroshi, people)
  const drill = await admin?.fetch(drillRoutes.start, { body: { groupIds: [groupId] } })
  noroshi.clock.advance({ minutes: 6 })
  await storeLastAlarms(noroshi.deps)
  const body = { alertId: drill?.id ?? '', address: 'http://192.168.1.5:3000/ready' }
  const replies = await Promise.all(all.map((one) => one.fetch(setupRoutes.sendSteps, { body })))
  expect(replies.map(({ sent }) => sent).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 3])
  for (const person of people) {
    const { items: threads } = await person.fetch(threadRoutes.personal)
    const texts = await Promise.all(
      threads.map(async ({ id }) => (await person.fetch(messageRoutes.list, { params: { id } })).items.length),
    )
    expect(texts).toEqual([1])
  }
  const { items } = (await admin?.fetch(auditRoutes.list)) ?? { items: [] }
  expect(items.filter(({ action }) => action === 'setup.stepsSent')).toHaveLength(1)
})

test('a killed process keeps the others from the example for a minute', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const value = JSON.stringify({ id: randomUUID(), at: noroshi.clock.now().getTime() })
  await noroshi.db.insertInto('settings').values({ key: 'setupExample', value, updated_at: noroshi.clock.now() }).execute()
  const press = async () => (await admin.request(setupRoutes.createExample, { body: { clientId: randomUUID() } })).status
  expect(await press()).toBe(409)
  noroshi.clock.advance({ seconds: 61 })
  expect(await press()).toBe(200)
})

test('members and visitors who send every request of the guide many times at once change nothing', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const admin = await noroshi.admin('Gen')
  const before = await admin.fetch(setupRoutes.read)
  for (const [caller, status] of [
    [ben, 403],
    [noroshi.visitor, 401],
  ] as const) {
    const sends = [
      () => caller.request(setupRoutes.read),
      () =>
        caller.request(setupRoutes.change, { body: { confirmed: ['map', 'drill'], isDismissed: true, unit: { name: 'Mine' } } }),
      () => caller.request(setupRoutes.createExample, { body: { clientId: randomUUID() } }),
      () => caller.request(setupRoutes.sendSteps, { body: { alertId: randomUUID(), address: 'http://192.0.2.1/ready' } }),
    ]
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => sends)
        .flat()
        .map((send) => send()),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]))
  }
  expect(await admin.fetch(setupRoutes.read)).toEqual(before)
  expect((await admin.fetch(auditRoutes.list)).items).toEqual([])
})

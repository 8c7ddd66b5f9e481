import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { setupRoutes } from '@noroshi/contract/setup/setup.http'
import { storeLastAlarms } from '#/features/devices/devices.service.ts'
import { sendMessage, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'

const address = 'http://192.168.1.5:3000/ready'
const { read, sendSteps } = setupRoutes

const drillOf = async (admin: TestUser) => (await admin.fetch(read)).guide?.facts.drill
const stateOf = async (admin: TestUser) => (await admin.fetch(read)).guide?.steps.find(({ step }) => step === 'drill')?.state
const acknowledge = (user: TestUser, id: string) => user.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'seen' } })

/** A drill of three users, of whom only Ben was reached, whose outcome is final. */
async function startDrilled() {
  const noroshi = await startTestServer()
  const [ben, chie, dora] = await noroshi.people('Ben', 'Chie', 'Dora')
  const kenji = await noroshi.admin('Kenji')
  const groupId = await createAlertGroup(noroshi, [ben, chie, dora])
  const { id } = await kenji.fetch(drillRoutes.start, { body: { groupIds: [groupId] } })
  await acknowledge(ben, id)
  const end = async () => {
    noroshi.clock.advance({ minutes: 5, seconds: 1 })
    await storeLastAlarms(noroshi.deps)
  }
  return { noroshi, ben, chie, dora, kenji, groupId, id, end }
}

const textsFor = async (user: TestUser) => {
  const [thread] = (await user.fetch(threadRoutes.personal)).items
  if (thread === undefined) return null
  const { items } = await user.fetch(messageRoutes.list, { params: { id: thread.id } })
  return items.map(({ text }) => text)
}

test('an administrator follows a drill, sees whom it did not reach, and sends them the steps in their language once', async () => {
  const { noroshi, ben, chie, dora, kenji, id, end } = await startDrilled()
  await using _ = noroshi
  await dora.fetch(accountRoutes.changeLanguage, { body: { language: 'ja' } })
  expect(await drillOf(kenji)).toMatchObject({ alertId: id, isRunning: true, alarmed: 3, reached: 1, missed: [] })
  const body = { alertId: id, address }
  expect(await kenji.request(sendSteps, { body })).toMatchObject({ status: 409, body: { code: 'setup.drillRunning' } })
  expect(await stateOf(kenji)).toBe('open')

  await end()
  expect(await drillOf(kenji)).toMatchObject({
    isRunning: false,
    alarmed: 3,
    reached: 1,
    endedEarlyAt: null,
    missed: [{ id: chie.id }, { id: dora.id }],
    stepsSentAt: null,
  })
  expect(await stateOf(kenji)).toBe('open')
  expect(await kenji.fetch(sendSteps, { body })).toMatchObject({ sent: 2, failed: 0 })
  expect(await kenji.fetch(sendSteps, { body })).toMatchObject({ sent: 0, failed: 0 })
  expect(await textsFor(chie)).toEqual([expect.stringContaining(`Please open ${address} on it`)])
  expect(await textsFor(dora)).toEqual([expect.stringContaining('訓練のアラームがあなたの端末で鳴りませんでした')])
  expect(await textsFor(ben)).toBeNull()
  expect(await stateOf(kenji)).toBe('done')
  const audit = await kenji.fetch(auditRoutes.list)
  expect(audit.items[0]).toMatchObject({ action: 'setup.stepsSent', targetId: id })
})

test('the result of a drill stays after its deletion and a later alarm, which takes those whom it reached from the list', async () => {
  const { noroshi, chie, dora, kenji, id, end } = await startDrilled()
  await using _ = noroshi
  await end()
  await noroshi.db.deleteFrom('alerts').where('id', '=', id).execute()
  const sos = await dora.fetch(alertRoutes.raise, { body: {} })
  await acknowledge(chie, sos.id)
  await end()
  expect(await drillOf(kenji)).toMatchObject({ alertId: id, alarmed: 3, reached: 1, missed: [{ id: dora.id }] })
})

test('a drill that a user holds alone has no result, and one that rang for all is done', async () => {
  const { noroshi, ben, chie, dora, kenji, groupId, end } = await startDrilled()
  await using _ = noroshi
  await end()
  const before = await drillOf(kenji)
  await kenji.fetch(drillRoutes.start, { body: {} })
  expect(await drillOf(kenji)).toEqual(before)
  const { id } = await kenji.fetch(drillRoutes.start, { body: { groupIds: [groupId] } })
  for (const user of [ben, chie, dora]) await acknowledge(user, id)
  await kenji.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  await storeLastAlarms(noroshi.deps)
  expect(await drillOf(kenji)).toMatchObject({
    alertId: id,
    isRunning: false,
    alarmed: 3,
    reached: 3,
    missed: [],
    endedEarlyAt: expect.any(String) as string,
  })
  expect(await stateOf(kenji)).toBe('done')
})

test('a user who blocked the administrator gets no message and counts as failed', async () => {
  const { noroshi, chie, kenji, id, end } = await startDrilled()
  await using _ = noroshi
  await end()
  const thread = await startPersonalChat(kenji, chie)
  await sendMessage(kenji, thread.id, 'hello')
  await setAcceptance(chie, thread.id, false)
  expect(await kenji.fetch(sendSteps, { body: { alertId: id, address } })).toMatchObject({ sent: 1, failed: 1 })
  expect(await textsFor(chie)).toEqual(['hello'])
})

test('a member, a visitor, another drill and a wrong address are refused', async () => {
  const { noroshi, ben, chie, kenji, id, end } = await startDrilled()
  await using _ = noroshi
  await end()
  const body = { alertId: id, address }
  expect(await ben.request(sendSteps, { body })).toMatchObject({ status: 403 })
  expect(await noroshi.visitor.request(sendSteps, { body })).toMatchObject({ status: 401 })
  const other = { ...body, alertId: randomUUID() }
  expect(await kenji.request(sendSteps, { body: other })).toMatchObject({ status: 409, body: { code: 'setup.otherDrill' } })
  for (const wrong of ['/ready', 'javascript:alert(1)', `http://x/${'a'.repeat(400)}`])
    expect(await kenji.request(sendSteps, { body: { ...body, address: wrong } })).toMatchObject({ status: 400 })
  expect(await textsFor(chie)).toBeNull()
})

import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { BYTES_PER_MB, DAILY_FILES_MB_MIN, MESSAGE_MAX, NEW_ACCOUNTS_PER_ADDRESS } from '@noroshi/contract/limits'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Caller } from '#/testing/caller.ts'
import { SharedDatabase } from '#/testing/shared-database.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'

const { send, upload } = messageRoutes
const HOUR = 3_600_000
const settings = { name: 'Hall', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true } as const

/** Limits below those that an administrator can set, so that a flood is short. A new account has the same ones. */
const LOW = { dailyFilesMb: 2, dailyTexts: 20 }
const setLimits = async ({ db, deps }: Pick<TestServer, 'db' | 'deps'>, limits: typeof LOW) => {
  await db
    .insertInto('settings')
    .values({ key: 'unit', value: JSON.stringify(limits) })
    .execute()
  deps.dailyUsage.forgetLimits()
}

async function chatOf(user: Caller, other: { readonly id: string }): Promise<string> {
  const { id } = await user.fetch(threadRoutes.startPersonal, { body: { recipient: other.id } })
  return id
}

const sendText = (session: Caller, messageThreadId: string, text = 'Hello') =>
  session.request(send, { body: { messageThreadId, text, messageType: 'normalChat', clientId: randomUUID() } })

const sendFile = (session: Caller, messageThreadId: string, bytes: number) =>
  session.request(upload, {
    form: { messageThreadId, messageType: 'normalChat' },
    files: [{ name: 'noise.bin', bytes: new Uint8Array(randomBytes(bytes)) }],
  })

/** Moves a user's registration into the past, after the counts of the process have been dropped. */
async function makeEstablished({ db, deps }: TestServer, user: TestUser): Promise<void> {
  await db
    .updateTable('users')
    .set({ created_at: new Date(deps.now().getTime() - 48 * HOUR) })
    .where('id', '=', user.id)
    .execute()
  deps.dailyUsage.forget(user.id)
}

test('a user who floods texts from many sessions is stopped at the limit, and no other user is', async () => {
  await using noroshi = await startTestServer()
  const [mallory, ben, chie] = await noroshi.people('Mallory', 'Ben', 'Chie')
  await setLimits(noroshi, LOW)
  const thread = await chatOf(mallory, ben)
  const sessions = await Promise.all(Array.from({ length: 8 }, () => noroshi.anotherSession(mallory)))
  const flood = await Promise.all(Array.from({ length: 50 }, (_, index) => sendText(sessions[index % 8] ?? mallory, thread)))
  const accepted = flood.filter(({ status }) => status === 200 || status === 201)
  const refused = flood.filter(({ status }) => status === 507)
  // The chat itself counts as one.
  expect([accepted.length, refused.length]).toEqual([19, 31])
  const rows = await noroshi.db.selectFrom('messages').select('id').where('sender_id', '=', mallory.id).execute()
  expect(rows).toHaveLength(accepted.length)

  for (const [language, pattern] of [
    ['en', /20 messages.* within \d+ h/],
    ['ja', /20件.*\d+時間以内/],
  ] as const) {
    const { body } = await mallory.request(send, {
      body: { messageThreadId: thread, text: 'More', messageType: 'normalChat' },
      headers: { 'accept-language': language },
    })
    expect(body).toMatchObject({ code: 'budget.texts', message: expect.stringMatching(pattern) as string })
  }
  expect((await sendText(chie, await chatOf(chie, ben))).status).toBeLessThan(300)
  // An SOS, its text and its chat are never refused by this limit.
  const sos = await mallory.request(alertRoutes.raise, { body: { textContent: 'Help' } })
  expect(sos.status).toBe(201)
  expect((await mallory.request(alertRoutes.sendMessage, { body: { alertId: sos.body.id, text: 'Here' } })).status).toBeLessThan(
    300,
  )
})

test('files count in bytes: parallel uploads of one user stop at the limit, and those of an alert have their own', async () => {
  await using noroshi = await startTestServer()
  const [mallory, ben] = await noroshi.people('Mallory', 'Ben')
  await setLimits(noroshi, LOW)
  const thread = await chatOf(mallory, ben)
  const size = BYTES_PER_MB / 3
  const uploads = await Promise.all(Array.from({ length: 10 }, () => sendFile(mallory, thread, size)))
  const accepted = uploads.filter(({ status }) => status < 300).length
  expect(accepted).toBeLessThanOrEqual(6)
  for (const { status, body } of uploads) if (status >= 300) expect(body).toMatchObject({ code: 'budget.files' })
  for (let left = 6 - accepted; left > 0; left--) expect((await sendFile(mallory, thread, size)).status).toBeLessThan(300)
  expect(await sendFile(mallory, thread, size)).toMatchObject({ status: 507, body: { code: 'budget.files' } })
  const { id } = await mallory.fetch(alertRoutes.raise, { body: {} })
  const files = [{ name: 'road.bin', bytes: new Uint8Array(randomBytes(size)) }]
  expect((await mallory.request(alertRoutes.upload, { form: { alertId: id }, files })).status).toBeLessThan(300)
  expect((await sendFile(ben, await chatOf(ben, mallory), size)).status).toBeLessThan(300)
})

test('a text that is invalid or refused for another reason does not count', async () => {
  await using noroshi = await startTestServer()
  const [mallory, ben] = await noroshi.people('Mallory', 'Ben')
  const thread = await chatOf(mallory, ben)
  for (let index = 0; index < 3; index++) expect((await sendText(mallory, thread, 'x'.repeat(MESSAGE_MAX + 1))).status).toBe(400)
  expect((await sendText(mallory, randomUUID())).status).toBe(404)
  await noroshi.deps.dailyUsage.write()
  expect(await usageRows(noroshi, mallory)).toEqual([{ kind: 'everyday', texts: 1 }])
})

test('an administrator sees who sends the most, lifts the limit of one user, and changes it for all', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [mallory, ben] = await noroshi.people('Mallory', 'Ben')
  await setLimits(noroshi, LOW)
  const thread = await chatOf(mallory, ben)
  await Promise.all(Array.from({ length: 20 }, () => sendText(mallory, thread)))
  expect((await sendText(mallory, thread)).status).toBe(507)
  const { items, dailyTexts } = await admin.fetch(adminUserRoutes.senders)
  expect(dailyTexts).toBe(20)
  expect(items[0]).toMatchObject({ user: { id: mallory.id, hasDailyLimit: true }, texts: 20, filesBytes: 0 })

  const params = { params: { id: mallory.id } }
  expect(await admin.fetch(adminUserRoutes.liftLimit, params)).toMatchObject({ hasDailyLimit: false })
  expect((await sendText(mallory, thread)).status).toBeLessThan(300)
  expect(await admin.fetch(adminUserRoutes.applyLimit, params)).toMatchObject({ hasDailyLimit: true })
  expect((await sendText(mallory, thread)).status).toBe(507)
  await admin.fetch(unitRoutes.changeSettings, { body: { ...settings, limitsDailyUse: false } })
  expect((await sendText(mallory, thread)).status).toBeLessThan(300)
  const tooLow = { ...settings, dailyFilesMb: DAILY_FILES_MB_MIN - 1 }
  expect(await admin.request(unitRoutes.changeSettings, { body: tooLow })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'dailyFilesMb', message: `At least ${DAILY_FILES_MB_MIN}` }] },
  })
})

test('a new account has a tenth of the limits until it is a day old, and the next day counts from zero', async () => {
  await using noroshi = await startTestServer()
  const { dailyUsage } = noroshi.deps
  const [newcomer, ben] = await noroshi.people('Newcomer', 'Ben')
  await setLimits(noroshi, { ...LOW, dailyTexts: 2100 })
  await makeNew(noroshi, newcomer)
  const thread = await chatOf(newcomer, ben)
  const sender = { userId: newcomer.id, source: null }
  for (let count = 1; count < 210; count++) await dailyUsage.takeText(sender, 'everyday', 100)
  expect(await sendText(newcomer, thread)).toMatchObject({ status: 507, body: { code: 'budget.texts' } })
  // Alerts, calls and the radio have the limit of other accounts.
  for (let count = 0; count < 2100; count++) await dailyUsage.takeText(sender, 'emergency', 100)
  await expect(dailyUsage.takeText(sender, 'emergency', 100)).rejects.toMatchObject({ code: 'budget.texts' })
  await makeEstablished(noroshi, newcomer)
  expect((await sendText(newcomer, thread)).status).toBeLessThan(300)
  await noroshi.deps.dailyUsage.write()
  expect(await usageRows(noroshi, newcomer)).toEqual([
    { kind: 'emergency', texts: 2100 },
    { kind: 'everyday', texts: 211 },
  ])
  noroshi.clock.advance({ hours: 24 })
  expect((await sendText(newcomer, thread)).status).toBeLessThan(300)
  await noroshi.deps.dailyUsage.write()
  expect(await usageRows(noroshi, newcomer)).toEqual([
    { kind: 'emergency', texts: 2100 },
    { kind: 'everyday', texts: 211 },
    { kind: 'everyday', texts: 1 },
  ])
})

test('new accounts of one network address share a limit, which an established member does not have; alerts have their own', async () => {
  await using noroshi = await startTestServer()
  const { dailyUsage } = noroshi.deps
  const [first, second, ben] = await noroshi.people('First', 'Second', 'Ben')
  for (const user of [first, second]) await makeNew(noroshi, user)
  const source = '192.168.7.7'
  const ofNew = 100 * BYTES_PER_MB
  await dailyUsage.assertFilesLeft({ userId: first.id, source }, 'everyday')
  await dailyUsage.addFiles({ userId: first.id, source }, 'everyday', ofNew * NEW_ACCOUNTS_PER_ADDRESS)
  await expect(dailyUsage.assertFilesLeft({ userId: second.id, source }, 'everyday')).rejects.toMatchObject({
    code: 'budget.network',
  })
  await expect(dailyUsage.assertFilesLeft({ userId: second.id, source: '192.168.7.8' }, 'everyday')).resolves.toEqual({
    isNew: true,
  })
  await expect(dailyUsage.assertFilesLeft({ userId: ben.id, source }, 'everyday')).resolves.toEqual({ isNew: false })
  const alert = { userId: second.id, source }
  await expect(dailyUsage.assertFilesLeft(alert, 'emergency')).resolves.toEqual({ isNew: true })
  await dailyUsage.addFiles({ userId: first.id, source }, 'emergency', 10 * ofNew * NEW_ACCOUNTS_PER_ADDRESS)
  await expect(dailyUsage.assertFilesLeft(alert, 'emergency')).rejects.toMatchObject({ code: 'budget.network' })
})

test('an upload that stalls for minutes counts when it goes on', async () => {
  await using noroshi = await startTestServer()
  const { dailyUsage } = noroshi.deps
  const [mallory] = await noroshi.people('Mallory')
  const sender = { userId: mallory.id, source: null }
  await dailyUsage.assertFilesLeft(sender, 'everyday')
  const release = dailyUsage.holdFor(mallory.id)
  noroshi.clock.advance({ seconds: 90 })
  await dailyUsage.write()
  dailyUsage.addArriving(sender, 'everyday', BYTES_PER_MB)
  expect(() => dailyUsage.addArriving(sender, 'everyday', 1000 * BYTES_PER_MB)).toThrow(/budget.files/)
  dailyUsage.addArriving(sender, 'everyday', -1001 * BYTES_PER_MB)
  release()
  await expect(dailyUsage.assertFilesLeft(sender, 'everyday')).resolves.toEqual({ isNew: false })
})

test('several servers share the counts of a user, and a restart keeps them', async () => {
  await using shared = await SharedDatabase.create()
  const [one, other] = [await shared.startServer(), await shared.startServer()]
  const [mallory, ben] = [await shared.createUser('Mallory'), await shared.createUser('Ben')]
  await setLimits({ db: shared.databases.db, deps: one.deps }, LOW)
  const thread = await chatOf(mallory.on(one), ben)
  const accepted = async (server: typeof one, count: number) =>
    (await Promise.all(Array.from({ length: count }, () => sendText(mallory.on(server), thread)))).filter(
      ({ status }) => status < 300,
    ).length
  expect(await accepted(one, 12)).toBe(12)
  await one.deps.dailyUsage.write()
  expect(await accepted(other, 12)).toBe(7)
  await other.close()
  const restarted = await shared.startServer()
  expect(await accepted(restarted, 1)).toBe(0)
  shared.clock.advance({ seconds: 6 })
  expect(await accepted(one, 1)).toBe(0)
})

/** Makes a user's account as old as the server's clock. */
async function makeNew({ db, deps }: TestServer, user: TestUser): Promise<void> {
  await db.updateTable('users').set({ created_at: deps.now() }).where('id', '=', user.id).execute()
  deps.dailyUsage.forget(user.id)
}

const usageRows = ({ db }: TestServer, { id }: TestUser) =>
  db.selectFrom('user_usage').select(['kind', 'texts']).where('user_id', '=', id).orderBy('day').orderBy('kind').execute()

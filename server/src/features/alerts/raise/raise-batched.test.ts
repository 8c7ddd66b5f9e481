import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { withLostCommitReply } from '#/testing/hostile/lost-commit.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

const { raise, get } = alertRoutes
const DEVICES = 40

const raiseSos = (noroshi: TestServer, body: Record<string, unknown> = {}) =>
  noroshi.visitor.request(raise, { body: { clientId: randomUUID(), ...body } })
const idsOf = (payloads: readonly unknown[]) => payloads.map((payload) => (payload as { id: string }).id) // alerts
const alertsIn = async (noroshi: TestServer) =>
  (await noroshi.db.selectFrom('alerts').select('id').orderBy('id').execute()).map(({ id }) => id)

test('each of many concurrent visitors raises their own alert, which is emitted and readable by its token', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  const locationOf = (device: number) => ({ latitude: String(device), longitude: '140' })
  const answers = await Promise.all(
    Array.from({ length: DEVICES }, (_, device) => raiseSos(noroshi, { ...locationOf(device), textContent: `device ${device}` })),
  )

  for (const [device, { status, body }] of answers.entries()) {
    expect({ status, body }).toMatchObject({ status: 201, body: { isExisting: false, recipientCount: 1 } })
    const alert = await noroshi.visitor.fetch(get, { params: { id: body.id }, alertToken: body.alertToken })
    expect(alert).toMatchObject({ textContent: `device ${device}`, latitude: device, raisedBy: null })
    expect(alert.alertMessageThread).toEqual(body.alertMessageThread)
  }
  await listening.settle()
  const emitted = idsOf(listening.payloadsOf('alert:new_alert'))
  expect(emitted.toSorted()).toEqual(answers.map(({ body }) => body.id).toSorted())
  expect(await alertsIn(noroshi)).toEqual(emitted.toSorted())
})

test('an SOS whose insert fails gets 500 without an event, and the others of the batch are raised', async () => {
  await using noroshi = await startTestServer()
  noroshi.expectsInLog(/no commit/)
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.text_content = 'wrong' THEN RAISE EXCEPTION 'no commit'; END IF;
      RETURN NULL; END $$`.execute(noroshi.db)
  await sql`CREATE CONSTRAINT TRIGGER refuses AFTER INSERT ON alerts DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(noroshi.db)
  const texts = Array.from({ length: DEVICES }, (_, device) => (device === 7 ? 'wrong' : 'help'))
  const answers = await Promise.all(texts.map((textContent) => raiseSos(noroshi, { textContent })))

  expect(answers.map(({ status }) => status)).toEqual(texts.map((word) => (word === 'wrong' ? 500 : 201)))
  await listening.settle()
  const raised = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
  expect(idsOf(listening.payloadsOf('alert:new_alert')).toSorted()).toEqual(raised.toSorted())
  expect(await alertsIn(noroshi)).toEqual(raised.toSorted())
})

test('concurrent SOS with the same clientId, with and without a session, raise one alert', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko', 'Ben')
  for (let round = 0; round < 10; round += 1) {
    noroshi.clock.advance({ minutes: 3 })
    const body = { clientId: randomUUID() }
    const senders = [noroshi.visitor, aiko, noroshi.visitor, aiko, noroshi.visitor]
    const answers = await Promise.all(senders.map((sender) => sender.request(raise, { body })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1)
  }
})

test('an SOS whose commit reply was lost is emitted, and its repetition gets the same alert', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  const clientId = randomUUID()
  expect((await withLostCommitReply(/alert_audience/, () => raiseSos(noroshi, { clientId }))).status).toBe(503)
  const { status, body } = await raiseSos(noroshi, { clientId })
  expect({ status, body }).toMatchObject({ status: 200, body: { isExisting: true } })
  expect((await listening.next('alert:new_alert')).id).toBe(body.id)
})

test('a blocked SOS gets 503 and does not block the SOS of other visitors', { timeout: 30_000 }, async () => {
  await using noroshi = await startTestServer()
  await noroshi.people('Ben')
  const [clientId, threadId] = [randomUUID(), randomUUID()]
  await noroshi.db.transaction().execute(async (tx) => {
    // An SOS with the same clientId in a transaction that does not end.
    await sql`INSERT INTO threads (id, kind) VALUES (${threadId}, 'alert')`.execute(tx)
    await sql`INSERT INTO alerts (id, thread_id, client_id, recipient_count) VALUES (${randomUUID()}, ${threadId}, ${clientId}, 1)`.execute(
      tx,
    )
    const stuck = raiseSos(noroshi, { clientId })
    const others = await Promise.all(Array.from({ length: 5 }, () => raiseSos(noroshi)))
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await stuck).status).toBe(503)
  })
  expect((await raiseSos(noroshi, { clientId })).status).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { losesCommitAnswer } from '#/testing/lost-commit.ts'
import { type Unit, unit } from '#/testing/unit.ts'

const { raise, get } = alertRoutes
const DEVICES = 40

const raises = (noroshi: Unit, body: Record<string, unknown> = {}) =>
  noroshi.visitor.asks(raise, { body: { clientId: randomUUID(), ...body } })
const idsOf = (payloads: readonly unknown[]) => payloads.map((payload) => (payload as { id: string }).id) // alerts
const alertsIn = async (noroshi: Unit) =>
  (await noroshi.db.selectFrom('alerts').select('id').orderBy('id').execute()).map(({ id }) => id)

test('of many strangers at the same time each raises an alert of their own, which is told, listed and opened by its token', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.listens()
  const place = (device: number) => ({ latitude: String(device), longitude: '140' })
  const answers = await Promise.all(
    Array.from({ length: DEVICES }, (_, device) => raises(noroshi, { ...place(device), textContent: `device ${device}` })),
  )

  for (const [device, { status, body }] of answers.entries()) {
    expect({ status, body }).toMatchObject({ status: 201, body: { isExisting: false, recipientCount: 1 } })
    const alert = await noroshi.visitor.gets(get, { params: { id: body.id }, alertToken: body.alertToken })
    expect(alert).toMatchObject({ textContent: `device ${device}`, latitude: device, raisedBy: null })
    expect(alert.alertMessageThread).toEqual(body.alertMessageThread)
  }
  await listening.settles()
  const told = idsOf(listening.payloadsOf('alert:new_alert'))
  expect(told.toSorted()).toEqual(answers.map(({ body }) => body.id).toSorted())
  expect(await alertsIn(noroshi)).toEqual(told.toSorted())
})

test('one whose commit fails takes no other down, and nothing of it is told', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.listens()
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.text_content = 'wrong' THEN RAISE EXCEPTION 'no commit'; END IF;
      RETURN NULL; END $$`.execute(noroshi.db)
  await sql`CREATE CONSTRAINT TRIGGER refuses AFTER INSERT ON alerts DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(noroshi.db)
  const words = Array.from({ length: DEVICES }, (_, device) => (device === 7 ? 'wrong' : 'help'))
  const answers = await Promise.all(words.map((textContent) => raises(noroshi, { textContent })))

  expect(answers.map(({ status }) => status)).toEqual(words.map((word) => (word === 'wrong' ? 500 : 201)))
  await listening.settles()
  const raised = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
  expect(idsOf(listening.payloadsOf('alert:new_alert')).toSorted()).toEqual(raised.toSorted())
  expect(await alertsIn(noroshi)).toEqual(raised.toSorted())
})

test('the same clientId from many at once, with and without a session, raises one alert', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko', 'Ben')
  for (let round = 0; round < 10; round += 1) {
    noroshi.clock.advance({ minutes: 3 })
    const body = { clientId: randomUUID() }
    const senders = [noroshi.visitor, aiko, noroshi.visitor, aiko, noroshi.visitor]
    const answers = await Promise.all(senders.map((sender) => sender.asks(raise, { body })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1)
  }
})

test('an SOS whose answer was lost with its connection is told all the same, and is there when it is repeated', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.listens()
  const clientId = randomUUID()
  expect((await losesCommitAnswer(() => raises(noroshi, { clientId }), /alert_audience/)).status).toBe(503)
  const { status, body } = await raises(noroshi, { clientId })
  expect({ status, body }).toMatchObject({ status: 200, body: { isExisting: true } })
  expect((await listening.next('alert:new_alert')).id).toBe(body.id)
})

test('a statement that hangs holds no other stranger up, and ends', { timeout: 30_000 }, async () => {
  await using noroshi = await unit()
  await noroshi.people('Ben')
  const [clientId, threadId] = [randomUUID(), randomUUID()]
  await noroshi.db.transaction().execute(async (tx) => {
    // The same device's SOS, by a connection that never says how it ended.
    await sql`INSERT INTO threads (id, kind) VALUES (${threadId}, 'alert')`.execute(tx)
    await sql`INSERT INTO alerts (id, thread_id, client_id, recipient_count) VALUES (${randomUUID()}, ${threadId}, ${clientId}, 1)`.execute(
      tx,
    )
    const stuck = raises(noroshi, { clientId })
    const others = await Promise.all(Array.from({ length: 5 }, () => raises(noroshi)))
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await stuck).status).toBe(503)
  })
  expect((await raises(noroshi, { clientId })).status).toBe(200)
})

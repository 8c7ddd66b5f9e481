import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { Caller } from '#/testing/caller.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'
import { answerAlert, ledgerOf, acknowledge, rowsIn } from '#/testing/scenes/ledger.ts'
import { raiseSos } from '#/testing/scenes/alert-requests.ts'
import { longTest } from '#/testing/long-test.ts'

describe('the ledger of an alert', () => {
  test('a member’s delivery, view and answer are recorded once each', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const id = await raiseSos(aiko)
    expect(await ledgerOf(ben, id)).toEqual({
      counts: { recipients: 2, delivered: 0, seen: 0, responding: 0, cannotHelp: 0 },
      countsVersion: 0,
      items: [],
      notReached: [expect.objectContaining({ id: ben.id }), expect.objectContaining({ id: chie.id })],
    })
    const phone = await ben.openSocket()
    expect(await acknowledge(phone, id)).toEqual({ ok: true })
    const [delivered] = (await ledgerOf(chie, id)).items
    expect(delivered).toMatchObject({ user: { id: ben.id }, seenAt: null, answer: null, answeredAt: null })

    noroshi.clock.advance({ minutes: 1 })
    await answerAlert(ben, id, 'seen')
    noroshi.clock.advance({ minutes: 1 })
    expect(await acknowledge(phone, id)).toEqual({ ok: true })
    await answerAlert(ben, id, 'seen')
    const [seen] = (await ledgerOf(aiko, id)).items
    expect(seen?.deliveredAt).toBe(delivered?.deliveredAt)
    expect(Date.parse(seen?.seenAt ?? '')).toBeGreaterThan(Date.parse(seen?.deliveredAt ?? ''))

    expect((await answerAlert(ben, id, 'responding')).body).toMatchObject({
      viewer: { answer: 'responding', seenAt: seen?.seenAt },
    })
    await answerAlert(ben, id, 'seen')
    const { counts, items } = await ledgerOf(aiko, id)
    expect(items).toMatchObject([{ seenAt: seen?.seenAt, deliveredAt: seen?.deliveredAt, answer: 'responding' }])
    expect(counts).toEqual({ recipients: 2, delivered: 1, seen: 1, responding: 1, cannotHelp: 0 })
  })

  test('the ledger lists the active users of the audience whom the alert did not reach, and no others', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dai, emi] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dai', 'Emi')
    await createAlertGroup(noroshi, [aiko, ben, chie, dai])
    const id = await raiseSos(aiko)
    const namesFor = async (reader: TestUser) => (await ledgerOf(reader, id)).notReached.map(({ firstName }) => firstName)
    expect(await namesFor(aiko)).toEqual(['Ben', 'Chie', 'Dai'])
    expect(await namesFor(ben)).toEqual(['Ben', 'Chie', 'Dai'])
    await acknowledge(await ben.openSocket(), id)
    await answerAlert(chie, id, 'cannotHelp')
    expect(await namesFor(aiko)).toEqual(['Dai'])
    await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', dai.id).execute()
    expect(await namesFor(aiko)).toEqual([])
    expect((await emi.request(alertRoutes.ledger, { params: { id } })).status).toBe(404)

    await noroshi.db.updateTable('users').set({ is_admin: true }).where('id', '=', emi.id).execute()
    await noroshi.db.updateTable('alerts').set({ is_muted: true }).where('id', '=', id).execute()
    expect(await namesFor(aiko)).toEqual(['Emi']) // a muted alert reaches the administrators
  })

  test('a device repeats an answer whose reply was lost, and the time of the answer stays', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    const answeredAt = async (answer: string) => {
      noroshi.clock.advance({ minutes: 1 })
      expect((await answerAlert(ben, id, answer)).status).toBe(200)
      return (await ledgerOf(aiko, id)).items[0]?.answeredAt
    }
    const first = await answeredAt('responding')
    expect(first).toEqual(expect.any(String))
    expect(await answeredAt('responding')).toBe(first)
    expect(await answeredAt('seen')).toBe(first)
    expect(await answeredAt('cannotHelp')).not.toBe(first)
  })

  test('an answer that waited on an offline phone does not replace a later one of another device', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    const phone = new Caller(noroshi.url, await createSession(noroshi.db, ben.id, 'phone', noroshi.clock.now()))
    const answerLate = async (answer: string, ageMs: number) =>
      (await phone.fetch(alertRoutes.answer, { params: { id }, body: { answer, ageMs } })).viewer.answer
    expect(await answerLate('cannotHelp', 600_000)).toBe('cannotHelp')
    await answerAlert(ben, id, 'responding')
    expect(await answerLate('cannotHelp', 300_000)).toBe('responding')
    expect((await ledgerOf(aiko, id)).items).toMatchObject([{ answer: 'responding' }])
    noroshi.clock.advance({ minutes: 10 })
    expect(await answerLate('cannotHelp', 300_000)).toBe('cannotHelp')
    // Its own earlier answer arrived late.
    expect(await answerLate('responding', 480_000)).toBe('responding')
    expect((await phone.request(alertRoutes.answer, { params: { id }, body: { answer: 'seen', ageMs: -1 } })).status).toBe(400)
  })

  test('an answer also counts as delivered and seen, and a member can change it until the resolution', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    await answerAlert(ben, id, 'responding')
    noroshi.clock.advance({ minutes: 1 })
    await answerAlert(ben, id, 'cannotHelp')
    const { counts, items } = await ledgerOf(aiko, id)
    expect(counts).toMatchObject({ delivered: 1, seen: 1, responding: 0, cannotHelp: 1 })
    expect(Date.parse(items[0]?.answeredAt ?? '')).toBeGreaterThan(Date.parse(items[0]?.seenAt ?? ''))

    await aiko.fetch(alertRoutes.resolve, { body: { AlertId: id } })
    expect(await answerAlert(ben, id, 'responding')).toMatchObject({ status: 409, body: { code: 'alert.alreadyResolved' } })
    expect((await answerAlert(ben, id, 'seen')).status).toBe(200)
    expect((await ledgerOf(aiko, id)).items).toEqual(items)
  })

  test('a member gets 409 for an answer during a concurrent resolution', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raiseSos(aiko)
    const late = await noroshi.db.transaction().execute(async (resolving) => {
      const resolution = { resolved_at: noroshi.clock.now(), resolved_by: aiko.id }
      await resolving.updateTable('alerts').set(resolution).where('id', '=', id).execute()
      const answer = answerAlert(ben, id, 'responding')
      await Promise.race([answer, sleep(500)])
      return { answer }
    })
    expect(await late.answer).toMatchObject({ status: 409, body: { code: 'alert.alreadyResolved' } })
    expect(await rowsIn(noroshi)).toEqual([])
  })

  test('a reader gets responding users first, then cannot help, seen and delivered', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora, emi, fuji] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora', 'Emi', 'Fuji')
    const id = await raiseSos(aiko)
    await acknowledge(await ben.openSocket(), id)
    await answerAlert(chie, id, 'seen')
    await answerAlert(dora, id, 'cannotHelp')
    await answerAlert(emi, id, 'responding')
    noroshi.clock.advance({ seconds: 5 })
    await answerAlert(fuji, id, 'responding')
    expect((await ledgerOf(aiko, id)).items.map(({ user }) => user.firstName)).toEqual(['Emi', 'Fuji', 'Dora', 'Chie', 'Ben'])
  })

  test('the raiser, an administrator and an outsider add no rows', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const admin = await noroshi.admin('Gen')
    await createAlertGroup(noroshi, [aiko, ben])
    const id = await raiseSos(aiko)
    for (const person of [aiko, dora, admin]) expect(await acknowledge(await person.openSocket(), id)).toEqual({ ok: true })
    expect((await answerAlert(aiko, id, 'responding')).status).toBe(403)
    expect((await answerAlert(admin, id, 'seen')).status).toBe(403)
    expect((await answerAlert(dora, id, 'seen')).status).toBe(404)
    expect(await rowsIn(noroshi)).toEqual([])
    expect((await ledgerOf(admin, id)).items).toEqual([])
  })

  test('concurrent deliveries are recorded only for alerts that reach the user', async () => {
    await using noroshi = await startTestServer()
    const [aiko, dora] = await noroshi.people('Aiko', 'Dora')
    // `as`: as many as names
    const crowd = (await noroshi.people(...Array.from({ length: 20 }, (_, index) => `Person${index}`))) as TestUser[]
    await createAlertGroup(noroshi, [aiko, ...crowd])
    await createAlertGroup(noroshi, [dora, crowd[0] ?? dora])
    const id = await raiseSos(aiko)
    const foreign = await raiseSos(dora)
    const sockets = await Promise.all(crowd.map((person) => person.openSocket()))
    const acks = await Promise.all(sockets.flatMap((socket) => [acknowledge(socket, id, foreign, id), acknowledge(socket, id)]))
    expect(acks.every(({ ok }) => ok)).toBe(true)
    expect((await ledgerOf(aiko, id)).counts.delivered).toBe(19)
    // One user moved from the first to the second group. Each user has one row, for the alert of their group.
    expect(await rowsIn(noroshi)).toHaveLength(20)
  })
})

longTest('users answer and acknowledge many alerts concurrently without a deadlock', async () => {
  await using noroshi = await startTestServer()
  const names = Array.from({ length: 8 }, (_, index) => `Person${index}`)
  const crowd = (await noroshi.people(...names)) as TestUser[] // as many as names
  const alertIds = await Promise.all(
    Array.from({ length: 40 }, async () => (await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })).id),
  )
  const sockets = await Promise.all(crowd.map((person) => person.openSocket()))
  const answering = crowd.map(async (person, index) => {
    const statuses: number[] = []
    // Each user in another order, so that answers and batches lock different rows.
    for (const id of [...alertIds.slice(index * 5), ...alertIds.slice(0, index * 5)])
      statuses.push((await answerAlert(person, id, 'responding')).status)
    return statuses
  })
  const acknowledging = sockets.map(async (phone) => {
    const acks: boolean[] = []
    for (let round = 0; round < 5; round++) {
      const ids = round % 2 === 0 ? alertIds : alertIds.toReversed()
      acks.push((await acknowledge(phone, ...ids)).ok)
    }
    return acks
  })
  expect((await Promise.all(answering)).flat().filter((status) => status !== 200)).toEqual([])
  expect((await Promise.all(acknowledging)).flat()).not.toContain(false)
})

test('only the other devices of a user receive the user’s answer', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const [tablet, other] = [await ben.openSocket(), await chie.openSocket()]
  const id = await raiseSos(aiko)
  const { body } = await answerAlert(ben, id, 'seen')
  expect(await tablet.next('alert:answered')).toEqual({ alertId: id, seenAt: body.viewer.seenAt, answer: null, version: 1 })
  await answerAlert(ben, id, 'responding')
  const answered = { alertId: id, seenAt: body.viewer.seenAt, answer: 'responding', version: 2 }
  expect(await tablet.next('alert:answered')).toEqual(answered)
  await other.settle()
  expect(other.names()).not.toContain('alert:answered')
})

test('a phone that acknowledges faster than batches are written stays connected and gets all replies', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  const phone = await ben.openSocket()
  const replies = await Promise.all(Array.from({ length: 250 }, () => phone.send('alert:delivered', { alertIds: [id] })))
  expect(new Set(replies.map(({ ok }) => ok))).toEqual(new Set([true]))
  expect(phone.socket.connected).toBe(true)
})

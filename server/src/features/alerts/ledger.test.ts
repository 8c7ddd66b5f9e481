import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertGroup } from '#/testing/groups.ts'
import type { Listener } from '#/testing/listener.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

const raises = async (person: Person) => (await person.gets(alertRoutes.raise, { body: {} })).id
const answers = (person: Person, id: string, answer: string) =>
  person.asks(alertRoutes.answer, { params: { id }, body: { answer } })
const ledgerOf = (person: Person, id: string) => person.gets(alertRoutes.ledger, { params: { id } })
const delivers = (listening: Listener, ...alertIds: string[]) => listening.asks('alert:delivered', { alertIds })
const rowsIn = ({ db }: Unit) => db.selectFrom('alert_ledger').selectAll().execute()

/** The counts as they are told last; those on the way before are let pass. */
async function countsUntil(listening: Listener, wanted: object) {
  for (;;) {
    const told = await listening.next('alert:ledger')
    if (
      Object.entries(wanted).every(([name, count]) =>
        Object.entries(told.counts).some(([key, value]) => key === name && value === count),
      )
    )
      return told
  }
}

describe('the ledger of an alert', () => {
  test('notes who got it, who saw it and who answers; each step once and for good', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const id = await raises(aiko)
    expect(await ledgerOf(ben, id)).toEqual({
      counts: { recipients: 2, delivered: 0, seen: 0, responding: 0, cannotHelp: 0 },
      items: [],
    })
    const phone = await ben.listens()
    expect(await delivers(phone, id)).toEqual({ ok: true })
    const [delivered] = (await ledgerOf(chie, id)).items
    expect(delivered).toMatchObject({ user: { id: ben.id }, seenAt: null, answer: null, answeredAt: null })

    noroshi.clock.advance({ minutes: 1 })
    await answers(ben, id, 'seen')
    noroshi.clock.advance({ minutes: 1 })
    expect(await delivers(phone, id)).toEqual({ ok: true })
    await answers(ben, id, 'seen')
    const [seen] = (await ledgerOf(aiko, id)).items
    expect(seen?.deliveredAt).toBe(delivered?.deliveredAt)
    expect(Date.parse(seen?.seenAt ?? '')).toBeGreaterThan(Date.parse(seen?.deliveredAt ?? ''))

    expect((await answers(ben, id, 'responding')).body).toMatchObject({ viewer: { answer: 'responding', seenAt: seen?.seenAt } })
    await answers(ben, id, 'seen')
    const { counts, items } = await ledgerOf(aiko, id)
    expect(items).toMatchObject([{ seenAt: seen?.seenAt, deliveredAt: seen?.deliveredAt, answer: 'responding' }])
    expect(counts).toEqual({ recipients: 2, delivered: 1, seen: 1, responding: 1, cannotHelp: 0 })
  })

  test('takes an answer as delivered and seen, and another answer until the resolution', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raises(aiko)
    await answers(ben, id, 'responding')
    noroshi.clock.advance({ minutes: 1 })
    await answers(ben, id, 'cannotHelp')
    const { counts, items } = await ledgerOf(aiko, id)
    expect(counts).toMatchObject({ delivered: 1, seen: 1, responding: 0, cannotHelp: 1 })
    expect(Date.parse(items[0]?.answeredAt ?? '')).toBeGreaterThan(Date.parse(items[0]?.seenAt ?? ''))

    await aiko.gets(alertRoutes.resolve, { body: { AlertId: id } })
    expect(await answers(ben, id, 'responding')).toMatchObject({ status: 409, body: { code: 'alert.alreadyResolved' } })
    expect((await answers(ben, id, 'seen')).status).toBe(200)
    expect((await ledgerOf(aiko, id)).items).toEqual(items)
  })

  test('takes no answer that a resolution overtook', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raises(aiko)
    const late = await noroshi.db.transaction().execute(async (resolving) => {
      const resolution = { resolved_at: noroshi.clock.now(), resolved_by: aiko.id }
      await resolving.updateTable('alerts').set(resolution).where('id', '=', id).execute()
      const answer = answers(ben, id, 'responding')
      await Promise.race([answer, sleep(500)])
      return { answer }
    })
    expect(await late.answer).toMatchObject({ status: 409, body: { code: 'alert.alreadyResolved' } })
    expect(await rowsIn(noroshi)).toEqual([])
  })

  test('shows those who go first, then who cannot, then who saw it, then who got it', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, dora, emi, fuji] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora', 'Emi', 'Fuji')
    const id = await raises(aiko)
    await delivers(await ben.listens(), id)
    await answers(chie, id, 'seen')
    await answers(dora, id, 'cannotHelp')
    await answers(emi, id, 'responding')
    noroshi.clock.advance({ seconds: 5 })
    await answers(fuji, id, 'responding')
    expect((await ledgerOf(aiko, id)).items.map(({ user }) => user.firstName)).toEqual(['Emi', 'Fuji', 'Dora', 'Chie', 'Ben'])
  })

  test('is no place for the raiser, for administrators who look, nor for outsiders', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const admin = await noroshi.admin('Gen')
    await alertGroup(noroshi, [aiko, ben])
    const id = await raises(aiko)
    for (const person of [aiko, dora, admin]) expect(await delivers(await person.listens(), id)).toEqual({ ok: true })
    expect((await answers(aiko, id, 'responding')).status).toBe(403)
    expect((await answers(admin, id, 'seen')).status).toBe(403)
    expect((await answers(dora, id, 'seen')).status).toBe(404)
    expect(await rowsIn(noroshi)).toEqual([])
    expect((await ledgerOf(admin, id)).items).toEqual([])
  })

  test('takes many acknowledgements at once, of all that are one’s own', async () => {
    await using noroshi = await unit()
    const [aiko, dora] = await noroshi.people('Aiko', 'Dora')
    const crowd = (await noroshi.people(...Array.from({ length: 20 }, (_, place) => `Person${place}`))) as Person[] // as many as names
    await alertGroup(noroshi, [aiko, ...crowd])
    await alertGroup(noroshi, [dora, crowd[0] ?? dora])
    const id = await raises(aiko)
    const foreign = await raises(dora)
    const sockets = await Promise.all(crowd.map((person) => person.listens()))
    const acks = await Promise.all(sockets.flatMap((one) => [delivers(one, id, foreign, id), delivers(one, id)]))
    expect(acks.every(({ ok }) => ok)).toBe(true)
    expect((await ledgerOf(aiko, id)).counts.delivered).toBe(19)
    // One left the first group for the second: nothing of the first is noted for that one, nor of the second for the others.
    expect(await rowsIn(noroshi)).toHaveLength(20)
  })
})

test('many answer many alerts while their phones acknowledge them, and nobody waits for another in a circle', async () => {
  await using noroshi = await unit()
  const names = Array.from({ length: 8 }, (_, place) => `Person${place}`)
  const crowd = (await noroshi.people(...names)) as Person[] // as many as names
  const alertIds = await Promise.all(
    Array.from({ length: 40 }, async () => (await noroshi.visitor.gets(alertRoutes.raise, { body: {} })).id),
  )
  const sockets = await Promise.all(crowd.map((person) => person.listens()))
  const answering = crowd.map(async (person, place) => {
    const statuses: number[] = []
    // Each in an order of its own, so that answers and batches meet on different rows.
    for (const id of [...alertIds.slice(place * 5), ...alertIds.slice(0, place * 5)])
      statuses.push((await answers(person, id, 'responding')).status)
    return statuses
  })
  const acknowledging = sockets.map(async (phone) => {
    const acks: boolean[] = []
    for (let round = 0; round < 5; round++) {
      const ids = round % 2 === 0 ? alertIds : alertIds.toReversed()
      acks.push((await delivers(phone, ...ids)).ok)
    }
    return acks
  })
  expect((await Promise.all(answering)).flat().filter((status) => status !== 200)).toEqual([])
  expect((await Promise.all(acknowledging)).flat()).not.toContain(false)
})

describe('the counts', () => {
  test('are told to everyone who may read the alert, and say at last what the ledger says', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    await alertGroup(noroshi, [aiko, ben, chie])
    const [raiser, reader, outsider] = await Promise.all([aiko.listens(), chie.listens(), dora.listens()])
    const id = await raises(aiko)
    await delivers(await ben.listens(), id)
    await answers(ben, id, 'responding')
    await answers(chie, id, 'cannotHelp')

    for (const listening of [raiser, reader]) {
      const told = await countsUntil(listening, { responding: 1, cannotHelp: 1 })
      expect(told).toMatchObject({ alertId: id, responders: [{ id: ben.id }] })
      expect(told.counts).toEqual((await ledgerOf(aiko, id)).counts)
    }
    await outsider.settles()
    expect(outsider.names()).toEqual([])
  })

  test('are told once for many who answer at the same time', async () => {
    await using noroshi = await unit()
    const [aiko] = await noroshi.people('Aiko')
    const crowd = (await noroshi.people(...Array.from({ length: 15 }, (_, place) => `Person${place}`))) as Person[] // as many as names
    const listening = await aiko.listens()
    const id = await raises(aiko)
    const began = Date.now()
    await Promise.all(crowd.map((person) => answers(person, id, 'responding')))
    const { version, responders } = await countsUntil(listening, { responding: 15 })
    // At most once a second, however long this machine took.
    expect(version).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / 1000) + 1)
    expect(responders).toHaveLength(10)
    const versions = listening.heard.flatMap(({ name, payload }) =>
      name === 'alert:ledger' ? [(payload as { version: number }).version] : [],
    ) // an alert:ledger
    expect(versions).toEqual(versions.map((_, place) => place + 1))
  })

  test('are told before the server ends, all of them, also after a flood', async () => {
    const noroshi = await unit()
    const [ben] = await noroshi.people('Ben')
    const listening = await ben.listens()
    const raised = await Promise.all(Array.from({ length: 60 }, () => noroshi.visitor.gets(alertRoutes.raise, { body: {} })))
    await delivers(listening, ...raised.map(({ id }) => id))
    await noroshi.app.close()
    const told = await noroshi.db.selectFrom('events').select('payload').where('name', '=', 'alert:ledger').execute()
    const delivered = told.map(({ payload }) => payload as { alertId: string; counts: { delivered: number } }) // as it is announced
    expect(new Set(delivered.filter(({ counts }) => counts.delivered === 1).map(({ alertId }) => alertId)).size).toBe(60)
    await noroshi[Symbol.asyncDispose]()
  })

  test('are told before the server ends, so that who returns catches up', async () => {
    const noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const id = await raises(aiko)
    await answers(ben, id, 'seen')
    await answers(ben, id, 'responding')
    await noroshi.app.close()
    const told = await noroshi.db
      .selectFrom('events')
      .select('payload')
      .where('name', '=', 'alert:ledger')
      .orderBy('id')
      .execute()
    expect(told.at(-1)?.payload).toMatchObject({ alertId: id, counts: { responding: 1 } })
    await noroshi[Symbol.asyncDispose]()
  })
})

test('an answer on one device quiets the person’s others, and nobody else’s', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const [tablet, other] = [await ben.listens(), await chie.listens()]
  const id = await raises(aiko)
  const { body } = await answers(ben, id, 'seen')
  expect(await tablet.next('alert:answered')).toEqual({ alertId: id, seenAt: body.viewer.seenAt, answer: null })
  await answers(ben, id, 'responding')
  expect(await tablet.next('alert:answered')).toEqual({ alertId: id, seenAt: body.viewer.seenAt, answer: 'responding' })
  await other.settles()
  expect(other.names()).not.toContain('alert:answered')
})

test('a phone that acknowledges faster than batches are written is neither closed nor held up', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const { id } = await noroshi.visitor.gets(alertRoutes.raise, { body: {} })
  const phone = await ben.listens()
  const answers = await Promise.all(Array.from({ length: 250 }, () => phone.asks('alert:delivered', { alertIds: [id] })))
  expect(new Set(answers.map(({ ok }) => ok))).toEqual(new Set([true]))
  expect(phone.socket.connected).toBe(true)
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { alertGroup, deactivates, joinsGroup, leavesGroups } from '#/testing/groups.ts'
import type { Caller } from '#/testing/caller.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

const { raise, get, list, resolve, reopen, upload, groupMembers } = alertRoutes
const raises = async (caller: Caller, body: object = {}) => (await caller.gets(raise, { body })).id
const resolves = (caller: Caller, AlertId: string) => caller.asks(resolve, { body: { AlertId } })
const reopens = (caller: Caller, id: string) => caller.asks(reopen, { params: { id } })
const statusFor = async (caller: Caller, id: string) => (await caller.asks(get, { params: { id } })).status
const idsFor = async (caller: Caller, query: Record<string, string> = {}) =>
  (await caller.gets(list, { query })).items.map(({ id }) => id)
/** Alerts minutes apart, so that none joins the one before. */
async function raisesMany(noroshi: Unit, person: Person, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let raised = 0; raised < count; raised += 1) {
    noroshi.clock.advance({ minutes: 3 })
    ids.push(await raises(person, { textContent: `number ${raised}` }))
  }
  return ids
}

describe('the list', () => {
  test('shows one’s audience’s and one’s own alerts, newest first, all or active or resolved', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const [first = '', second = '', third = ''] = await raisesMany(noroshi, aiko, 3)
    const own = await raises(ben)
    await resolves(ben, second)

    expect(await idsFor(ben)).toEqual([own, third, second, first])
    expect(await idsFor(ben, { status: 'all' })).toEqual([own, third, second, first])
    expect(await idsFor(ben, { status: 'active' })).toEqual([own, third, first])
    expect(await idsFor(ben, { status: 'resolved' })).toEqual([second])
    const { items } = await aiko.gets(list)
    expect(items.map(({ viewer }) => viewer.isRaiser)).toEqual([false, true, true, true])
    expect(items[2]).toMatchObject({ id: second, resolvedBy: { id: ben.id }, textContent: 'number 1' })
  })

  test('goes on where a page ends, without a gap or a double', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const raised = await raisesMany(noroshi, aiko, 53)
    const first = await ben.gets(list, { query: { status: 'active' } })
    expect(first.items).toHaveLength(50)
    const late = await raises(ben)
    const second = await ben.gets(list, { query: { status: 'active', cursor: first.nextCursor ?? '' } })
    expect(second).toMatchObject({ nextCursor: null })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(raised.toReversed())
    expect(await idsFor(ben)).toContain(late)
  })
})

describe('an alert reaches', () => {
  test('the members of every group of its raiser, and nobody else', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    await alertGroup(noroshi, [aiko, ben])
    await joinsGroup(noroshi, await alertGroup(noroshi, [chie]), aiko)
    const [inFirst, inSecond, outside] = await Promise.all([ben.listens(), chie.listens(), dora.listens()])

    expect((await aiko.gets(accountRoutes.me)).audienceCount).toBe(2)
    const { id, recipientCount } = await aiko.gets(raise, { body: {} })
    expect(recipientCount).toBe(2)
    for (const listening of [inFirst, inSecond]) expect((await listening.next('alert:new_alert')).id).toBe(id)
    await outside.settles()
    expect(outside.names()).toEqual([])
    expect(await statusFor(dora, id)).toBe(404)
    expect(await idsFor(dora)).toEqual([])
    expect((await ben.gets(groupMembers)).items.map((person) => person.id)).toEqual([aiko.id])
    expect((await aiko.gets(groupMembers)).items.map((person) => person.id)).toEqual([ben.id, chie.id])
    expect((await aiko.gets(groupMembers, { query: { cursor: ben.id } })).items.map((person) => person.id)).toEqual([chie.id])
  })

  test('when anonymous, the groups that take anonymous alerts', async () => {
    await using noroshi = await unit()
    const [ben, chie] = await noroshi.people('Ben', 'Chie')
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
    await alertGroup(noroshi, [ben], true)
    const { id, recipientCount } = await noroshi.visitor.gets(raise, { body: {} })
    expect(recipientCount).toBe(1)
    expect(await statusFor(ben, id)).toBe(200)
    expect(await statusFor(chie, id)).toBe(404)
  })

  test('everybody who is active when nobody else is in its groups', async () => {
    await using noroshi = await unit()
    const [aiko, ben, gone] = await noroshi.people('Aiko', 'Ben', 'Emi')
    await deactivates(noroshi, gone)
    await alertGroup(noroshi, [aiko])
    const listening = await ben.listens()
    const { id, recipientCount } = await aiko.gets(raise, { body: {} })
    expect(recipientCount).toBe(1)
    expect((await listening.next('alert:new_alert')).id).toBe(id)
    expect(await statusFor(ben, id)).toBe(200)
    expect((await ben.gets(get, { params: { id } })).viewer.inAudience).toBe(true)
  })

  test('everybody when there is no group for anonymous alerts, and nobody when there is nobody', async () => {
    await using noroshi = await unit()
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
    expect((await noroshi.visitor.gets(raise, { body: {} })).recipientCount).toBe(0)
    const [ben] = await noroshi.people('Ben')
    const { id, recipientCount } = await noroshi.visitor.gets(raise, { body: {} })
    expect(recipientCount).toBe(1)
    expect(await statusFor(ben, id)).toBe(200)
  })

  test('who joins its group later, and no longer who left', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const group = await alertGroup(noroshi, [aiko, ben])
    const { cursor } = await chie.gets(eventRoutes.since)
    const id = await raises(aiko)
    expect(await statusFor(chie, id)).toBe(404)

    await joinsGroup(noroshi, group, chie)
    await leavesGroups(noroshi, ben)
    expect(await statusFor(chie, id)).toBe(200)
    expect(await idsFor(chie)).toEqual([id])
    expect((await chie.gets(eventRoutes.since, { query: { since: cursor } })).events).toMatchObject([{ name: 'alert:new_alert' }])
    expect(await statusFor(ben, id)).toBe(404)
    expect(await idsFor(ben)).toEqual([])
    expect((await ben.gets(eventRoutes.since, { query: { since: cursor } })).events).toEqual([])
    expect((await resolves(ben, id)).status).toBe(404)
    expect((await resolves(chie, id)).status).toBe(200)
  })

  test('an administrator’s eyes, but alarms them as a member alone', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const admin = await noroshi.admin('Gen')
    await alertGroup(noroshi, [aiko, ben])
    const listening = await admin.listens()
    const { id, recipientCount } = await aiko.gets(raise, { body: {} })
    expect(recipientCount).toBe(1)
    await listening.settles()
    expect(listening.names()).toEqual([])

    expect((await admin.gets(get, { params: { id } })).viewer).toMatchObject({ inAudience: false, isRaiser: false })
    expect(await idsFor(admin)).toEqual([])
    expect(await resolves(admin, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await listening.asks('alert:join_alert_page', { alertId: id })).toEqual({ ok: true })
    await resolves(ben, id)
    expect((await listening.next('alert:resolved')).id).toBe(id)
  })
})

describe('a resolution', () => {
  test('is anybody’s of the audience and the raiser’s; everybody sees whose', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const listening = await chie.listens()
    const id = await raises(aiko)
    const answer = await resolves(ben, id)
    expect(answer).toMatchObject({ status: 200, body: { resolvedBy: { id: ben.id, fullName: 'Ben' } } })

    const told = await listening.next('alert:resolved')
    const { viewer: _mine, ...read } = await chie.gets(get, { params: { id } })
    expect(read).toEqual(told)
    expect(Date.parse(told.resolvedAt ?? '')).toBeLessThanOrEqual(noroshi.clock.now().getTime())
    noroshi.clock.advance({ minutes: 3 })
    const own = await raises(aiko)
    expect((await resolves(aiko, own)).status).toBe(200)
  })

  test('happens once, however many say so at once', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const id = await raises(aiko)
    const answers = await Promise.all([aiko, ben, chie, ben].map((person) => resolves(person, id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'alert.alreadyResolved' })
    expect((await ben.gets(get, { params: { id } })).version).toBe(2)
  })

  test('is taken back by the raiser or an administrator within a day', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const admin = await noroshi.admin('Gen')
    await alertGroup(noroshi, [aiko, ben])
    const id = await raises(aiko)
    expect(await reopens(aiko, id)).toMatchObject({ status: 409, body: { code: 'alert.notResolved' } })
    await resolves(ben, id)
    expect(await reopens(ben, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })

    const listening = await ben.listens()
    noroshi.clock.advance({ hours: 23, minutes: 59 })
    expect(await reopens(aiko, id)).toMatchObject({ status: 200, body: { resolvedAt: null, resolvedBy: null } })
    expect(await listening.next('alert:existing_alert')).toMatchObject({ id, resolvedAt: null })
    await resolves(ben, id)
    expect((await reopens(admin, id)).status).toBe(200)
    await resolves(ben, id)
    noroshi.clock.advance({ hours: 24, minutes: 1 })
    for (const person of [aiko, admin])
      expect(await reopens(person, id)).toMatchObject({
        status: 409,
        body: { code: 'alert.tooLateToReopen', message: 'An alert can be reopened within 24 hours of its resolution' },
      })
  })

  test('of an anonymous alert is taken back by an administrator alone', async () => {
    await using noroshi = await unit()
    const [ben] = await noroshi.people('Ben')
    const admin = await noroshi.admin('Gen')
    const { id, alertToken } = await noroshi.visitor.gets(raise, { body: {} })
    await resolves(ben, id)
    expect((await reopens(ben, id)).status).toBe(403)
    expect((await noroshi.visitor.asks(reopen, { params: { id }, alertToken })).status).toBe(401)
    expect((await reopens(admin, id)).status).toBe(200)
  })

  test('lets the next SOS of the same raiser be a new one', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const clientId = randomUUID()
    const id = await raises(aiko, { clientId })
    await resolves(ben, id)
    expect(await raises(aiko)).not.toBe(id)
    // The very same SOS, sent again by a device that did not hear the answer, is still that one, and changes nothing.
    expect(await aiko.gets(raise, { body: { clientId, textContent: 'late' } })).toMatchObject({ id, isExisting: true })
    expect(await ben.gets(get, { params: { id } })).toMatchObject({ textContent: '', resolvedBy: { id: ben.id } })
  })
})

test('an SOS pressed many times at once is one alert, with the words of all', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.listens()
  const words = ['fire', 'two of us', 'third floor', 'hurry']
  const raised = await Promise.all(words.map((textContent) => aiko.gets(raise, { body: { textContent } })))
  expect(new Set(raised.map(({ id }) => id)).size).toBe(1)
  const { textContent } = await ben.gets(get, { params: { id: raised[0]?.id ?? '' } })
  expect(textContent.split('\n').toSorted()).toEqual(words.toSorted())
  await listening.settles()
  expect(listening.names().filter((name) => name === 'alert:new_alert')).toHaveLength(1)
})

test('no number of SOS from one address is too many', async () => {
  await using noroshi = await unit()
  const answers = await Promise.all(Array.from({ length: 150 }, () => noroshi.visitor.asks(raise, { body: {} })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
})

describe('the map of the home', () => {
  test('shows the active alerts of one’s audience that have a place', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    await alertGroup(noroshi, [aiko, ben])
    await raises(aiko, { latitude: '38', longitude: '140', accuracy: 30 })
    noroshi.clock.advance({ minutes: 3 })
    await raises(aiko)
    noroshi.clock.advance({ minutes: 3 })
    await resolves(ben, await raises(aiko, { latitude: '1', longitude: '1' }))

    const { items } = await ben.gets(alertRoutes.locations)
    expect(items).toMatchObject([{ kind: 'alert', name: 'Aiko', latitude: 38, longitude: 140, accuracy: 30 }])
    expect((await dora.gets(alertRoutes.locations)).items).toEqual([])
  })
})

test('words that were said are not said twice, and of an SOS’s the newest that fit are kept', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const id = await raises(aiko, { textContent: 'fire' })
  const adds = (textContent: string) => aiko.gets(upload, { form: { alertId: id, textContent } })
  await adds('two\nof us')
  expect((await adds('two\nof us')).textContent).toBe('fire\ntwo\nof us')
  expect((await adds('us!')).textContent).toBe('fire\ntwo\nof us\nus!')
  for (const count of [3000, 2500]) await raises(aiko, { textContent: '🔥'.repeat(count) })
  const { textContent } = await aiko.gets(get, { params: { id } })
  expect(textContent).toBe(`${'🔥'.repeat(2499)}\n${'🔥'.repeat(2500)}`)
})

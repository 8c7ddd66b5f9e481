import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { ATTACKER, from, PROXY, raiseFrom, SHELTER, sourceOf, startMuted } from '#/testing/scenes/alert-sources.ts'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'
import { repeatDueAlarms } from '../reach/repeats.service.ts'

const { raise, get, list, ledger, answer, resolve, reopen, upload, messages, sendMessage } = alertRoutes
const { muted, release } = anonymousAlertRoutes

test('an SOS of a muted source is accepted, reaches administrators only, and its raiser sees how many', async () => {
  const { noroshi, ben, kenji } = await startMuted()
  await using _ = noroshi
  const [member, admin] = [await ben.openSocket(), await kenji.openSocket()]
  const { body, status } = await noroshi.visitor.request(raise, { body: { textContent: 'fire' }, headers: from(ATTACKER) })
  expect({ status, body }).toMatchObject({ status: 201, body: { recipientCount: 1, isExisting: false } })
  expect(await admin.next('alert:new_alert')).toMatchObject({ id: body.id, textContent: 'fire', isMuted: true })
  await member.settle()
  expect(member.names()).not.toContain('alert:new_alert')

  const params = { id: body.id }
  for (const route of [get, messages] as const) expect((await ben.request(route, { params })).status).toBe(404)
  expect((await ben.request(ledger, { params })).status).toBe(404)
  expect((await ben.request(answer, { params, body: { answer: 'seen' } })).status).toBe(404)
  expect((await ben.request(sendMessage, { body: { alertId: body.id, text: 'hello' } })).status).toBe(404)
  expect((await ben.fetch(list)).items.map(({ id }) => id)).not.toContain(body.id)
  expect((await kenji.fetch(list)).items.map(({ id }) => id)).toContain(body.id)
  expect((await kenji.fetch(get, { params })).viewer.inAudience).toBe(true)
  expect(await admin.send('alert:delivered', { alertIds: [body.id] })).toEqual({ ok: true })
  expect(await member.send('alert:delivered', { alertIds: [body.id] })).toEqual({ ok: true }) // it is ignored
  await kenji.fetch(answer, { params, body: { answer: 'responding' } })
  const opened = await noroshi.visitor.fetch(get, { params, alertToken: body.alertToken })
  expect(opened).toMatchObject({ isMuted: true, counts: { recipients: 1, delivered: 1, responding: 1 } })
  expect((await kenji.fetch(muted)).items).toMatchObject([
    { id: body.id, text: 'fire', isActive: true, sourceId: sourceOf(noroshi, ATTACKER) },
  ])
})

test('a member who catches up does not receive the events of a muted alert, and an administrator does', async () => {
  const { noroshi, ben, kenji } = await startMuted()
  await using _ = noroshi
  const { cursor: since } = await ben.fetch(eventRoutes.since)
  const { id } = await raiseFrom(noroshi, ATTACKER)
  const namesOf = async (user: TestUser) =>
    (await user.fetch(eventRoutes.since, { query: { since } })).events.map(({ name }) => name)
  expect(await namesOf(ben)).toEqual([])
  expect(await namesOf(kenji)).toEqual(['alert:new_alert'])

  await noroshi.db.updateTable('users').set({ is_admin: false }).where('id', '=', kenji.id).execute()
  expect(await namesOf(kenji)).toEqual([])
  expect((await kenji.request(get, { params: { id } })).status).toBe(404)
})

test('a member who catches up receives no alert that was dismissed, and only the end of one that was resolved with others', async () => {
  await using noroshi = await startTestServer(PROXY)
  const [ben] = await noroshi.people('Ben')
  const kenji = await noroshi.admin('Kenji')
  const { cursor: since } = await ben.fetch(eventRoutes.since)
  const kept = await raiseFrom(noroshi, SHELTER)
  const spam = await raiseFrom(noroshi, ATTACKER)
  await noroshi.visitor.fetch(upload, { form: { alertId: spam.id, textContent: 'upstairs' }, alertToken: spam.alertToken })
  await ben.fetch(resolve, { body: { AlertId: spam.id } })
  await kenji.fetch(reopen, { params: { id: spam.id } })
  noroshi.clock.advance({ seconds: 1 })
  const states = ['alert:new_alert', 'alert:existing_alert', 'alert:resolved', 'alert:existing_alert']
  const eventsOf = async (user: Caller, alertToken?: string) => {
    const { events } = await user.fetch(eventRoutes.since, { query: { since }, alertToken })
    return events.flatMap(({ name, payload }) => (states.includes(name) ? [[name, (payload as { id: string }).id]] : [])) // alerts
  }
  const raised = ['alert:new_alert', kept.id]
  expect(await eventsOf(ben)).toEqual([raised, ...states.map((name) => [name, spam.id])])

  const end = (action: 'resolve' | 'dismiss') =>
    kenji.fetch(anonymousAlertRoutes.resolve, { body: { sourceId: sourceOf(noroshi, ATTACKER), action } })
  await end('resolve')
  for (const user of [ben, kenji]) expect(await eventsOf(user)).toEqual([raised, ['alert:resolved', spam.id]])
  await kenji.fetch(reopen, { params: { id: spam.id } })
  await end('dismiss')
  expect(await eventsOf(ben)).toEqual([raised])
  const missed = await ben.fetch(eventRoutes.since, { query: { since } })
  expect(missed.events.map(({ name }) => name)).toContain('alert:list_changed')
  expect(JSON.stringify(missed)).not.toContain('upstairs')
  expect(await eventsOf(noroshi.visitor, kept.alertToken)).toEqual([raised])
  await kenji.fetch(release, { params: { id: spam.id } })
  expect((await eventsOf(ben)).slice(-1)).toEqual([['alert:new_alert', spam.id]])
})

test('the holder of the token of a muted alert catches up its events', async () => {
  const { noroshi, ben } = await startMuted()
  await using _ = noroshi
  const { cursor } = await ben.fetch(eventRoutes.since)
  const { id, alertToken } = await raiseFrom(noroshi, ATTACKER)
  const { events } = await noroshi.visitor.fetch(eventRoutes.since, { query: { since: cursor }, alertToken })
  expect(events).toMatchObject([{ name: 'alert:new_alert', payload: { id } }])
})

test('the alarm of a muted alert repeats for administrators only', async () => {
  const { noroshi, ben, kenji, before } = await startMuted()
  await using _ = noroshi
  await ben.fetch(resolve, { body: { AlertId: before.id } })
  const { id } = await raiseFrom(noroshi, ATTACKER)
  const [member, admin] = [await ben.openSocket(), await kenji.openSocket()]
  noroshi.clock.advance({ minutes: 2 })
  await repeatDueAlarms(noroshi.deps)
  expect(await admin.next('alert:repeat')).toEqual({ alertIds: [id] })
  await member.settle()
  expect(member.names()).toEqual([])
})

test('a released alert alarms everyone once, also those who read another alert, and repeats from then on', async () => {
  const { noroshi, ben, kenji, before } = await startMuted()
  await using _ = noroshi
  await ben.fetch(resolve, { body: { AlertId: before.id } }) // its alarm must not repeat
  const { id, alertToken } = await raiseFrom(noroshi, ATTACKER)
  noroshi.clock.advance({ minutes: 30 })
  await repeatDueAlarms(noroshi.deps)
  const [member, device] = [await ben.openSocket(), await noroshi.openSocket({ alertTokens: [alertToken ?? ''] })]
  expect(await kenji.fetch(release, { params: { id } })).toEqual({ recipientCount: 2 })
  const alarm = await member.next('alert:new_alert')
  expect(alarm).toMatchObject({ id, counts: { recipients: 2 }, resolvedAt: null })
  expect(alarm.isMuted).toBeUndefined()
  expect(await member.next('alert:repeat')).toEqual({ alertIds: [id] })
  expect(await device.next('alert:new_alert')).toEqual(alarm)
  const { viewer, ...read } = await ben.fetch(get, { params: { id } })
  expect(read).toEqual(alarm)
  expect(viewer.inAudience).toBe(true)
  expect((await kenji.fetch(muted)).items).toEqual([])

  const countRepeats = async () => {
    await repeatDueAlarms(noroshi.deps)
    await member.settle()
    return member.payloadsOf('alert:repeat').filter((payload) => JSON.stringify(payload).includes(id)).length
  }
  expect(await countRepeats()).toBe(1)
  noroshi.clock.advance({ minutes: 2, seconds: 5 })
  expect(await countRepeats()).toBe(2)
  expect(await kenji.request(release, { params: { id } })).toMatchObject({ status: 409, body: { code: 'alert.notMuted' } })
  expect((await kenji.request(release, { params: { id: randomUUID() } })).status).toBe(404)
  expect((await kenji.request(release, { params: { id: 'x' } })).status).toBe(400)
})

test('a new administrator receives muted alerts at once, and a former one no longer', async () => {
  const { noroshi, ben, kenji } = await startMuted()
  await using _ = noroshi
  const listening = await ben.openSocket()
  await kenji.fetch(adminUserRoutes.makeAdmin, { params: { id: ben.id } })
  const { id, recipientCount } = await raiseFrom(noroshi, ATTACKER)
  expect(recipientCount).toBe(2)
  expect(await listening.next('alert:new_alert')).toMatchObject({ id })
  await kenji.fetch(adminUserRoutes.removeAdmin, { params: { id: ben.id } })
  await raiseFrom(noroshi, ATTACKER)
  await listening.settle()
  expect(listening.payloadsOf('alert:new_alert')).toHaveLength(1)
  expect((await ben.fetch(accountRoutes.me)).isAdmin).toBe(false)
})

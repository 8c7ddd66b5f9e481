import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { idsFor, raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import type { Caller } from '#/testing/caller.ts'
import { createAlertGroup, deactivateUser, joinAlertGroup, leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { startTestServer } from '#/testing/test-server.ts'

const { raise, get, groupMembers } = alertRoutes
const statusFor = async (caller: Caller, id: string) => (await caller.request(get, { params: { id } })).status

describe('the audience of an alert', () => {
  test('an alert reaches only the members of its raiser’s groups', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
    await createAlertGroup(noroshi, [aiko, ben])
    await joinAlertGroup(noroshi, await createAlertGroup(noroshi, [chie]), aiko)
    const [inFirst, inSecond, outside] = await Promise.all([ben.openSocket(), chie.openSocket(), dora.openSocket()])

    expect((await aiko.fetch(accountRoutes.me)).audienceCount).toBe(2)
    const { id, recipientCount } = await aiko.fetch(raise, { body: {} })
    expect(recipientCount).toBe(2)
    for (const listening of [inFirst, inSecond]) expect((await listening.next('alert:new_alert')).id).toBe(id)
    await outside.settle()
    expect(outside.names()).toEqual([])
    expect(await statusFor(dora, id)).toBe(404)
    expect(await idsFor(dora)).toEqual([])
    expect((await ben.fetch(groupMembers)).items.map((person) => person.id)).toEqual([aiko.id])
    expect((await aiko.fetch(groupMembers)).items.map((person) => person.id)).toEqual([ben.id, chie.id])
    expect((await aiko.fetch(groupMembers, { query: { cursor: ben.id } })).items.map((person) => person.id)).toEqual([chie.id])
  })

  test('an anonymous alert reaches only the groups for anonymous alerts', async () => {
    await using noroshi = await startTestServer()
    const [ben, chie] = await noroshi.people('Ben', 'Chie')
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
    await createAlertGroup(noroshi, [ben], true)
    const { id, recipientCount } = await noroshi.visitor.fetch(raise, { body: {} })
    expect(recipientCount).toBe(1)
    expect(await statusFor(ben, id)).toBe(200)
    expect(await statusFor(chie, id)).toBe(404)
  })

  test('an alert whose groups have no other member reaches all active users', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, gone] = await noroshi.people('Aiko', 'Ben', 'Emi')
    await deactivateUser(noroshi, gone)
    await createAlertGroup(noroshi, [aiko])
    const listening = await ben.openSocket()
    const { id, recipientCount } = await aiko.fetch(raise, { body: {} })
    expect(recipientCount).toBe(1)
    expect((await listening.next('alert:new_alert')).id).toBe(id)
    expect(await statusFor(ben, id)).toBe(200)
    expect((await ben.fetch(get, { params: { id } })).viewer.inAudience).toBe(true)
  })

  test('an anonymous alert without a group for it reaches all active users', async () => {
    await using noroshi = await startTestServer()
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
    expect((await noroshi.visitor.fetch(raise, { body: {} })).recipientCount).toBe(0)
    const [ben] = await noroshi.people('Ben')
    const { id, recipientCount } = await noroshi.visitor.fetch(raise, { body: {} })
    expect(recipientCount).toBe(1)
    expect(await statusFor(ben, id)).toBe(200)
  })

  test('a user who joins the group later reads the alert, and a user who left gets 404', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const group = await createAlertGroup(noroshi, [aiko, ben])
    const { cursor } = await chie.fetch(eventRoutes.since)
    const id = await raiseSos(aiko)
    expect(await statusFor(chie, id)).toBe(404)

    await joinAlertGroup(noroshi, group, chie)
    await leaveAlertGroups(noroshi, ben)
    expect(await statusFor(chie, id)).toBe(200)
    expect(await idsFor(chie)).toEqual([id])
    expect((await chie.fetch(eventRoutes.since, { query: { since: cursor } })).events).toMatchObject([
      { name: 'alert:new_alert' },
    ])
    expect(await statusFor(ben, id)).toBe(404)
    expect(await idsFor(ben)).toEqual([])
    expect((await ben.fetch(eventRoutes.since, { query: { since: cursor } })).events).toEqual([])
    expect((await resolveAlert(ben, id)).status).toBe(404)
    expect((await resolveAlert(chie, id)).status).toBe(200)
  })

  test('an administrator outside the audience reads an alert without being alarmed', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const admin = await noroshi.admin('Gen')
    await createAlertGroup(noroshi, [aiko, ben])
    const listening = await admin.openSocket()
    const { id, recipientCount } = await aiko.fetch(raise, { body: {} })
    expect(recipientCount).toBe(1)
    await listening.settle()
    expect(listening.names()).toEqual([])

    expect((await admin.fetch(get, { params: { id } })).viewer).toMatchObject({ inAudience: false, isRaiser: false })
    expect(await idsFor(admin)).toEqual([])
    expect(await resolveAlert(admin, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await listening.send('alert:join_alert_page', { alertId: id })).toEqual({ ok: true })
    await resolveAlert(ben, id)
    expect((await listening.next('alert:resolved')).id).toBe(id)
  })
})

test('an administrator who loses the right while a page of an alert opens gets no event of it', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [gen, hana] = [await noroshi.admin('Gen'), await noroshi.admin('Hana')]
  await createAlertGroup(noroshi, [aiko, ben])
  const listening = await gen.openSocket()
  await listening.settle()
  const { id } = await aiko.fetch(raise, { body: {} })
  const opened: Promise<unknown>[] = []
  await noroshi.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE alerts IN ACCESS EXCLUSIVE MODE`.execute(tx)
    opened.push(listening.send('alert:join_alert_page', { alertId: id }))
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
      expect(rows).not.toEqual([])
    }, 10_000)
    await hana.fetch(adminUserRoutes.removeAdmin, { params: { id: gen.id } })
  })
  expect(await opened[0]).toEqual({ ok: false, code: 'alert.notFound' })
  await resolveAlert(ben, id)
  await listening.settle()
  expect(listening.names()).not.toContain('alert:resolved')
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { allRoutes } from '@noroshi/contract/routes'
import { turnOnSecondFactor } from '#/testing/scenes/second-factors.ts'

import { registerUser, signIn } from '#/testing/scenes/registered-user.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { createWorld } from '#/testing/scenes/world.ts'
import { nameOf, validRequest } from '#/testing/access/valid-requests.ts'

const settings = { name: 'Noroshi', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true }
const makeAdmin = (noroshi: TestServer, id: string) =>
  noroshi.db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute()

/** Starts a server whose administrator Ken requires a second factor, with an administrator who has none. */
async function startRequiring(noroshi: TestServer) {
  const [ken, rin] = [await registerUser(noroshi, 'ken'), await registerUser(noroshi, 'rin')]
  for (const { id } of [ken, rin]) await makeAdmin(noroshi, id)
  await turnOnSecondFactor(noroshi, ken)
  const change = (requiresSecondFactor: boolean) =>
    ken.session.fetch(unitRoutes.changeSettings, { body: { ...settings, requiresSecondFactor } })
  await change(true)
  const restricted = noroshi.as((await signIn(noroshi, rin.email, rin.password)).body.accessToken)
  return { ken, rin, restricted, change }
}

test('only an administrator who has a second factor may require it', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const body = { ...settings, requiresSecondFactor: true }
  expect(await gen.request(unitRoutes.changeSettings, { body })).toMatchObject({
    status: 409,
    body: { code: 'secondFactor.setUpFirst', issues: [{ path: 'requiresSecondFactor' }] },
  })
  expect(await gen.fetch(unitRoutes.settings)).toMatchObject({ requiresSecondFactor: false })
})

test('an administrator without one loses the rights at once and everything but alerts at the next sign-in, until it is set up', async () => {
  await using noroshi = await startTestServer()
  const { rin, restricted, change } = await startRequiring(noroshi)
  // The session from before continues as that of a member.
  expect(await rin.session.fetch(accountRoutes.me)).toMatchObject({
    isAdmin: false,
    needsSecondFactor: true,
    isRestricted: false,
  })
  expect((await rin.session.request(adminUserRoutes.list)).status).toBe(403)
  expect((await rin.session.request(accountRoutes.positions)).status).toBe(200)

  expect(await restricted.fetch(accountRoutes.me)).toMatchObject({ isAdmin: false, needsSecondFactor: true, isRestricted: true })
  expect(await restricted.request(accountRoutes.positions)).toMatchObject({
    status: 403,
    body: { code: 'secondFactor.required' },
  })
  const { id } = await restricted.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })
  expect(await restricted.fetch(alertRoutes.get, { params: { id } })).toMatchObject({ raisedBy: { id: rin.id } })

  await turnOnSecondFactor(noroshi, { ...rin, session: restricted })
  expect(await restricted.fetch(accountRoutes.me)).toMatchObject({ isAdmin: true, needsSecondFactor: false, isRestricted: false })
  expect((await restricted.request(adminUserRoutes.list)).status).toBe(200)
  expect((await rin.session.request(accountRoutes.me)).status).toBe(401)
  await change(false)
})

test('a session is no longer restricted when the requirement or the administrator role ends', async () => {
  await using noroshi = await startTestServer()
  const { ken, rin, restricted, change } = await startRequiring(noroshi)
  await ken.session.fetch(adminUserRoutes.removeAdmin, { params: { id: rin.id } })
  expect(await restricted.fetch(accountRoutes.me)).toMatchObject({
    isRestricted: false,
    needsSecondFactor: false,
    isAdmin: false,
  })
  await makeAdmin(noroshi, rin.id)
  const again = noroshi.as((await signIn(noroshi, rin.email, rin.password)).body.accessToken)
  expect(await again.fetch(accountRoutes.me)).toMatchObject({ isRestricted: true })
  await change(false)
  expect(await again.fetch(accountRoutes.me)).toMatchObject({ isRestricted: false, isAdmin: true })
})

test('a sign-in during the end of the requirement is not restricted, also when it is required again', async () => {
  await using noroshi = await startTestServer()
  const { rin, change } = await startRequiring(noroshi)
  const { signingIn } = await noroshi.db.transaction().execute(async (tx) => {
    // The sign-in has read the requirement and waits for the row of the user.
    await tx.selectFrom('users').select('id').where('id', '=', rin.id).forUpdate().execute()
    const waiting = signIn(noroshi, rin.email, rin.password)
    const isWaiting = async () => {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
      return rows[0]?.count
    }
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(1)
    await change(false)
    return { signingIn: waiting }
  })
  const session = noroshi.as((await signingIn).body.accessToken)
  expect(await session.fetch(accountRoutes.me)).toMatchObject({ isRestricted: false, isAdmin: true })
  await change(true)
  expect(await session.fetch(accountRoutes.me)).toMatchObject({ isRestricted: false, isAdmin: false, needsSecondFactor: true })
})

test('a page of a version before the requirement, which does not send it, leaves it on', async () => {
  await using noroshi = await startTestServer()
  const { ken } = await startRequiring(noroshi)
  const changed = await ken.session.fetch(unitRoutes.changeSettings, { body: { ...settings, name: 'Hall' } })
  expect(changed).toMatchObject({ ...settings, name: 'Hall', requiresSecondFactor: true })
  expect(await ken.session.fetch(unitRoutes.settings)).toEqual(changed)
})

test('members are not asked for a second factor', async () => {
  await using noroshi = await startTestServer()
  await startRequiring(noroshi)
  const { session } = await registerUser(noroshi, 'mio')
  expect(await session.fetch(accountRoutes.me)).toMatchObject({ isRestricted: false, needsSecondFactor: false })
})

test('a restricted session gets 403 on each route that needs a session and does not allow it, and is a visitor on the others', async () => {
  await using world = await createWorld()
  const { noroshi } = world
  const { restricted } = await startRequiring(noroshi)
  const refused: string[] = []
  const allowed: string[] = []
  for (const route of allRoutes) {
    if (route.access !== 'member' && route.access !== 'admin') continue
    if (route === accountRoutes.logout) continue
    const { status, body } = (await restricted.request(route, validRequest(route, world, 'outsider'))) as {
      status: number
      body: object
    }
    if ('code' in body && body.code === 'secondFactor.required') {
      expect(status).toBe(403)
      refused.push(nameOf(route))
    } else allowed.push(nameOf(route))
  }
  expect(allowed.toSorted()).toEqual(
    [
      'GET /auth/me',
      'PUT /users/language',
      'PUT /users/me/location',
      'GET /users/me/second-factor',
      'POST /users/me/second-factor',
      'PUT /users/me/second-factor/confirm',
      'GET /alerts',
      'GET /alerts/locations',
      'GET /alerts/raiser-contacts',
      'PUT /alerts/markAsResolved',
      'PUT /alerts/:id/reopen',
      'PUT /alerts/:id/answer',
      'PUT /alerts/:id/handling',
      'GET /alerts/:id/assignees',
      'GET /alerts/:id/notes',
      'POST /alerts/:id/notes',
      'GET /alerts/:id/ledger',
      'POST /alerts/message',
      'GET /alerts/:id/members/location',
      'GET /alert-group/user/members',
      'PUT /devices/report',
      'GET /push/key',
      'PUT /push/subscription',
      'DELETE /push/subscription',
      'PUT /push/alerts/:id/shown',
      'GET /alarm-app',
      'PUT /alarm-app',
      'DELETE /alarm-app',
      'POST /alarm-app/test',
      'GET /roll-calls',
      'GET /roll-calls/:id',
      'PUT /roll-calls/:id/seen',
      'PUT /roll-calls/:id/answer',
    ].toSorted(),
  )
  expect(refused.length).toBeGreaterThan(100)
  // Signed-in users may read this page, visitors may not.
  const params = { id: world.pageId }
  expect((await world.actors.outsider.caller.request(pageRoutes.get, { params })).status).toBe(200)
  expect((await restricted.request(pageRoutes.get, { params })).status).toBe(404)
  for (const url of [world.messageMediaUrl, world.postMediaUrl, world.documentUrl])
    expect((await restricted.rawFetch(url)).status).toBe(404)
}, 60_000)

test('a socket of a restricted session receives alerts and no messages, and its commands are refused', async () => {
  await using noroshi = await startTestServer()
  const { ken, rin, restricted } = await startRequiring(noroshi)
  const [aiko] = await noroshi.people('Aiko')
  const { id: threadId } = await aiko.fetch(threadRoutes.startPersonal, { body: { recipient: rin.id } })
  const [free, socket] = [
    await noroshi.openSocket({ token: rin.session.token ?? '' }),
    await noroshi.openSocket({ token: restricted.token ?? '' }),
  ]
  const received: string[] = []
  socket.socket.onAny((name: string) => received.push(name))
  const { cursor } = await restricted.fetch(eventRoutes.since)
  await aiko.fetch(messageRoutes.send, { body: { messageThreadId: threadId, text: 'meet me' } })
  await free.next('messages:new_message')
  const { id } = await aiko.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })
  expect(await socket.next('alert:new_alert')).toMatchObject({ id })
  expect(received.filter((name) => name.startsWith('message'))).toEqual([])
  // Public facts are no secret.
  await ken.session.fetch(unitRoutes.changeSettings, { body: { ...settings, requiresSecondFactor: true, name: 'Hall' } })
  expect(await socket.next('unit:changed')).toEqual({})
  expect(await socket.send('message-threads:join', { messageThreadId: threadId })).toEqual({
    ok: false,
    code: 'secondFactor.required',
  })
  expect(await socket.send('alert:join_alert_page', { alertId: id })).toEqual({ ok: true })

  const missed = await restricted.fetch(eventRoutes.since, { query: { since: cursor } })
  const names = missed.events.map(({ name }) => name)
  expect(names).toContain('alert:new_alert')
  expect(names.filter((name) => name.startsWith('message'))).toEqual([])
  const all = await rin.session.fetch(eventRoutes.since, { query: { since: cursor } })
  expect(all.events.map(({ name }) => name)).toContain('messages:new_message')
})

test('a restricted socket is disconnected when the restriction ends', async () => {
  await using noroshi = await startTestServer()
  const { rin, restricted } = await startRequiring(noroshi)
  const socket = await noroshi.openSocket({ token: restricted.token ?? '' })
  const disconnected = new Promise((resolve) => socket.socket.once('disconnect', resolve))
  await turnOnSecondFactor(noroshi, { ...rin, session: restricted })
  await disconnected
})

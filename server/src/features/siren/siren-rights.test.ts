import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientCommands, type CommandName } from '@noroshi/contract/realtime'
import { allRoutes } from '@noroshi/contract/routes'
import { sirenRoutes } from '@noroshi/contract/siren/siren.http'
import { connectScreen } from '#/testing/scenes/siren-screens.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { nameOf, validRequest } from '#/testing/access/valid-requests.ts'
import { insertWorld, type World } from '#/testing/scenes/world.ts'

describe('rights of a screen', () => {
  let world: World
  beforeAll(async () => {
    world = await insertWorld(await startTestServer())
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('a screen gets the replies of an anonymous visitor on all other routes', async () => {
    const groups = await world.noroshi.db.selectFrom('alert_groups').select('id').execute()
    const own = await connectScreen(
      world.noroshi,
      world.actors.admin.caller,
      groups.map(({ id }) => id),
    )
    const others = allRoutes.filter(({ access, method }) => access !== 'screen' && (access !== 'public' || method === 'GET'))
    expect(others.length).toBeGreaterThan(100)
    for (const route of others) {
      const request = validRequest(route, world, 'visitor')
      const [asScreen, asVisitor] = [await own.request(route, request), await world.noroshi.visitor.request(route, request)]
      expect([nameOf(route), asScreen.status]).toEqual([nameOf(route), asVisitor.status])
    }
    expect((await own.request(sirenRoutes.state)).status).toBe(200)
    expect((await own.rawFetch(world.mediaUrl)).status).toBe(404)
  })

  test('a socket of a screen gets "unauthorized" for each command', async () => {
    const own = await connectScreen(world.noroshi, world.actors.admin.caller, [
      (await world.noroshi.db.selectFrom('alert_groups').select('id').executeTakeFirstOrThrow()).id,
    ])
    const socket = await own.openSocket()
    const names = Object.keys(clientCommands) as CommandName[] // Object.keys returns strings
    for (const name of ['users:join_room', 'alert:join_alert_page', 'page:join', 'feed:join'] as const) {
      expect(names).toContain(name)
      const payload = { userId: world.memberId, alertId: world.alertId, pageId: world.pageId, feedId: world.feedId }
      expect([name, await socket.send(name, payload)]).toEqual([name, { ok: false, code: 'unauthorized' }])
    }
  })

  test('session tokens and unknown tokens do not identify a screen, and a screen handshake ignores a session', async () => {
    const { audience, admin: gen } = world.actors
    for (const { caller } of [audience, gen]) {
      expect((await caller.request(sirenRoutes.state)).status).toBe(401)
      const socket = world.noroshi.openSocket({ screenToken: caller.token ?? '' })
      await expect(socket).rejects.toThrow('unauthorized')
    }
    const own = await connectScreen(world.noroshi, gen.caller, [
      (await world.noroshi.db.selectFrom('alert_groups').select('id').executeTakeFirstOrThrow()).id,
    ])
    const both = await world.noroshi.openSocket({ screenToken: own.token ?? '', token: audience.caller.token ?? '' })
    expect(await both.send('users:join_room', { userId: audience.id })).toEqual({ ok: false, code: 'unauthorized' })
  })
})

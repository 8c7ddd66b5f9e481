import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertHandlingRoutes, type HandlingChange } from '@noroshi/contract/alerts/handling.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import type { Caller } from '#/testing/caller.ts'
import { SharedDatabase, type SharingServer } from '#/testing/shared-database.ts'

// Two commanders decide about the same alerts at two servers.

let shared: SharedDatabase
let first: SharingServer
let second: SharingServer
beforeAll(async () => {
  shared = await SharedDatabase.create()
  first = await shared.startServer()
  second = await shared.startServer()
})
afterAll(() => shared[Symbol.asyncDispose]())

const handle = (caller: Caller, id: string, body: HandlingChange) =>
  caller.request(alertHandlingRoutes.change, { params: { id }, body })

test('assignments, states and kinds of two commanders converge on every device', async () => {
  const [aiko, ben, chie] = [await shared.createUser('Aiko'), await shared.createUser('Ben'), await shared.createUser('Chie')]
  const { id } = await aiko.on(first).fetch(alertRoutes.raise, { body: {} })
  const sockets = [await first.openSocket(ben.token), await second.openSocket(chie.token)]
  const [atFirst, atSecond] = [ben.on(first), chie.on(second)]
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => [
      handle(atFirst, id, { assignee: { userId: ben.id }, reportedStage: index % 2 ? 'onTheWay' : 'attended' }),
      handle(atSecond, id, { assignee: { userId: chie.id }, reportedStage: index % 2 ? 'arrived' : 'attended' }),
    ]).flat(),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const { handling } = await atFirst.fetch(alertRoutes.get, { params: { id } })
  expect(await atSecond.fetch(alertRoutes.get, { params: { id } })).toMatchObject({ handling })
  for (const socket of sockets)
    await vi.waitFor(() => {
      const events = socket.payloadsOf('alert:handled') as EventPayload<'alert:handled'>[]
      const newest = events.toSorted((a, b) => b.handling.version - a.handling.version)[0]
      expect(newest?.handling).toEqual(handling)
    }, 10_000)
  for (const socket of sockets) socket.close()
})

test('two commanders who mark two alerts as duplicates of each other leave one mark, all answers and an undo', async () => {
  const [aiko, dora, ben, chie] = [
    await shared.createUser('Aiko'),
    await shared.createUser('Dora'),
    await shared.createUser('Ben'),
    await shared.createUser('Chie'),
  ]
  const { id: one } = await aiko.on(first).fetch(alertRoutes.raise, { body: {} })
  const { id: two } = await dora.on(second).fetch(alertRoutes.raise, { body: {} })
  const [atFirst, atSecond] = [ben.on(first), chie.on(second)]
  const answer = (caller: Caller, id: string) =>
    caller.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
  const [marked, refused] = (
    await Promise.all([
      handle(atFirst, one, { duplicateOf: two }),
      handle(atSecond, two, { duplicateOf: one }),
      answer(atFirst, two),
      answer(atSecond, one),
    ])
  )
    .slice(0, 2)
    .toSorted((a, b) => Number('status' in a && a.status) - Number('status' in b && b.status))
  expect(marked).toMatchObject({ status: 200 })
  expect(refused).toMatchObject({ status: 409, body: { code: 'alert.duplicateChain' } })
  for (const id of [one, two])
    for (const caller of [atFirst, atSecond])
      expect(await caller.fetch(alertRoutes.get, { params: { id } })).toMatchObject({
        counts: { responding: 1 },
        resolvedAt: null,
      })
  await handle(atFirst, one, { duplicateOf: null })
  await handle(atSecond, two, { duplicateOf: null })
  for (const id of [one, two]) {
    const { counts, handling } = await atFirst.fetch(alertRoutes.get, { params: { id } })
    expect([counts.responding, handling?.duplicateOf ?? null]).toEqual([1, null])
  }
})

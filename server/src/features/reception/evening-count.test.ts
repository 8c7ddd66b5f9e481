import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import type { Caller } from '#/testing/caller.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'

const HOURS = 24

/** Returns the names of those who are here and were not seen since. */
async function unseen(desk: Caller, placeId: string, since: Date): Promise<string[]> {
  const query = { filter: 'inside', unseenSince: since.toISOString() } as const
  return (await desk.fetch(receptionRoutes.register, { params: { placeId }, query })).items.map(({ name }) => name)
}
const confirm = (caller: Caller, placeId: string, personIds: string[]) =>
  caller.request(receptionRoutes.confirm, { params: { placeId }, body: { personIds } })

test('the evening count lists who is inside and was not seen since, until the person is confirmed or has left', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const [stays, leaves, home, gone] = [guest({ name: 'A' }), guest({ name: 'B' }), guest({ name: 'C' }), guest({ name: 'D' })]
  await receive(desk, placeId, [stays, leaves, gone])
  await receive(desk, placeId, [home], { mode: 'elsewhere' })
  await desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [gone.id] } })
  noroshi.clock.advance({ hours: HOURS })
  const since = noroshi.clock.now()
  await receive(desk, placeId, [guest({ name: 'E' })])
  expect(await unseen(desk, placeId, since)).toEqual(['A', 'B'])
  const [first, again] = [await confirm(desk, placeId, [stays.id]), await confirm(desk, placeId, [stays.id])]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(first.body.people?.[0]?.stay.seenAt).toBeDefined()
  await desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [leaves.id] } })
  expect(await unseen(desk, placeId, since)).toEqual([])
  noroshi.clock.advance({ hours: HOURS })
  expect(await unseen(desk, placeId, noroshi.clock.now())).toEqual(['A', 'E'])
})

test('a confirmation changes no headcount, and a departure at the count ends the interval then', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const [stays, leaves] = [guest({ name: 'A' }), guest({ name: 'B' })]
  await receive(desk, placeId, [stays, leaves])
  noroshi.clock.advance({ hours: 5 })
  await confirm(desk, placeId, [stays.id])
  await desk.fetch(receptionRoutes.leave, { params: { placeId }, body: { personIds: [leaves.id] } })
  // Those who left meanwhile stay as they are.
  expect((await confirm(desk, placeId, [leaves.id])).body.people?.[0]?.stay.leftAt).not.toBeNull()
  const { now, hours } = await desk.fetch(receptionRoutes.headcount, { params: { placeId }, query: { hours: '4' } })
  expect([now.inside.people, ...hours.slice(1).map(({ inside }) => inside.people)]).toEqual([1, 2, 2, 2])
})

test('only the staff of the shelter confirms, people of its register only, and each confirmation is an audit entry', async () => {
  const { noroshi, desk, placeId, gen, aiko } = await startShelter()
  await using _server = noroshi
  const person = guest({ name: 'A' })
  await receive(desk, placeId, [person])
  expect((await confirm(aiko, placeId, [person.id])).body).toMatchObject({ code: 'shelter.notFound' })
  expect((await confirm(desk, placeId, [randomUUID()])).body).toMatchObject({ code: 'reception.personNotFound' })
  expect((await confirm(desk, placeId, [])).status).toBe(400)
  expect((await confirm(desk, placeId, [person.id])).status).toBe(200)
  const { items } = await gen.fetch(auditRoutes.list)
  expect(items[0]).toMatchObject({ action: 'register.confirmed', details: { people: 1 } })
})

test('a merged person is confirmed by each of the two rows', async () => {
  const { noroshi, desk, placeId } = await startShelter()
  await using _server = noroshi
  const [first, second] = [guest({ name: 'A' }), guest({ name: 'A' })]
  await receive(desk, placeId, [first, second])
  const body = { personId: first.id, otherId: second.id, decision: 'same' } as const
  await desk.fetch(receptionRoutes.decide, { params: { placeId }, body })
  noroshi.clock.advance({ hours: HOURS })
  const since = noroshi.clock.now()
  expect(await unseen(desk, placeId, since)).toEqual(['A'])
  await confirm(desk, placeId, [second.id])
  expect(await unseen(desk, placeId, since)).toEqual([])
})

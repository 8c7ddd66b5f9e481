import { expect, test } from 'vitest'
import { startTestServer } from '#/testing/test-server.ts'
import { IdGenerator, newId, readHighestId, timeOfId } from './ids.ts'

const inOrder = (ids: readonly string[]) => expect(ids.toSorted()).toEqual(ids)

test('each id is above the previous one when the clock goes forward or back', () => {
  const ids = new IdGenerator()
  const clock = [1000, 1000, 5000, 4000, -60_000, 5000, 6000]
  const generated = clock.map((milliseconds) => ids.next(milliseconds))
  inOrder(generated)
  expect(new Set(generated).size).toBe(generated.length)
  expect(generated.map(timeOfId)).toEqual([1000, 1000, 5000, 5000, 5000, 5000, 6000])
  for (const id of generated) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('two generators with different clocks keep one order when each passes its ids to the other', () => {
  const [ahead, behind] = [new IdGenerator(), new IdGenerator()]
  const generated: string[] = []
  for (let round = 0; round < 50; round++) {
    generated.push(ahead.next(3_600_000 + round))
    behind.raiseAbove(generated.at(-1) ?? '')
    generated.push(behind.next(round), behind.next(round))
    ahead.raiseAbove(generated.at(-1) ?? '')
  }
  inOrder(generated)
})

test('after readHighestId new ids are above the stored ids of all tables', async () => {
  await using noroshi = await startTestServer()
  const future = new IdGenerator().next(Date.now() + 3_600_000)
  const filler = { text_content: '', recipient_count: 0 }
  await noroshi.db.insertInto('threads').values({ id: newId(), kind: 'alert' }).execute()
  const { id: thread_id } = await noroshi.db.selectFrom('threads').select('id').executeTakeFirstOrThrow()
  await noroshi.db
    .insertInto('alerts')
    .values({ id: future, thread_id, ...filler })
    .execute()
  expect(newId() < future).toBe(true)
  expect(await readHighestId(noroshi.db)).toBe(future)
  expect(newId() > future).toBe(true)
})

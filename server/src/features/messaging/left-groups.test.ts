import { expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { keepHouseOnce } from '#/housekeeping.ts'
import { leaves, makesGroup, reads, says } from '#/testing/chats.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

const NOTE = { field: 'messageMedia', name: 'note.txt', bytes: new TextEncoder().encode('two of us') }
const sendsNote = (person: Person, messageThreadId: string) =>
  person.gets(messageRoutes.upload, { form: { messageThreadId }, files: [NOTE] })
const rowsOf = async ({ db }: Unit, id: string) => ({
  threads: (await db.selectFrom('threads').select('id').where('id', '=', id).execute()).length,
  messages: (await db.selectFrom('messages').select('id').where('thread_id', '=', id).execute()).length,
})
const keptFiles = async ({ deps }: Unit) => {
  let count = 0
  for await (const _key of deps.storage.keptBefore(new Date(Date.now() + 60_000))) count += 1
  return count
}

test('a group that its last member left goes after 30 days with its messages and files; one with a member stays', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [left, staying] = [await makesGroup(aiko, [ben]), await makesGroup(aiko, [ben])]
  for (const { id } of [left, staying]) {
    await says(ben, id)
    await sendsNote(aiko, id)
  }
  for (const person of [aiko, ben]) await leaves(person, left.id)
  await leaves(ben, staying.id)
  noroshi.clock.advance({ hours: 24 * 29 })
  await keepHouseOnce(noroshi.deps)
  expect(await rowsOf(noroshi, left.id)).toEqual({ threads: 1, messages: 2 })
  noroshi.clock.advance({ hours: 24 * 2 })
  await keepHouseOnce(noroshi.deps)
  expect(await rowsOf(noroshi, left.id)).toEqual({ threads: 0, messages: 0 })
  expect(await keptFiles(noroshi)).toBe(1)
  expect(await reads(aiko, staying.id)).toHaveLength(2)
})

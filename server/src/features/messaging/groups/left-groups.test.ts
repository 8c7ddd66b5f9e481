import { expect, test } from 'vitest'
import { groupPictureRoutes } from '@noroshi/contract/messaging/group-picture.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { runCleanup } from '#/cleanup-jobs.ts'
import { PNG } from '#/testing/access/request-values.ts'
import { leaveGroup, createGroup, fetchMessages, sendMessage } from '#/testing/scenes/chats.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

const NOTE = { field: 'messageMedia', name: 'note.txt', bytes: new TextEncoder().encode('two of us') }
const sendNote = (person: TestUser, messageThreadId: string) =>
  person.fetch(messageRoutes.upload, { form: { messageThreadId }, files: [NOTE] })
const rowsOf = async ({ db }: TestServer, id: string) => ({
  threads: (await db.selectFrom('threads').select('id').where('id', '=', id).execute()).length,
  messages: (await db.selectFrom('messages').select('id').where('thread_id', '=', id).execute()).length,
})
const countStoredFiles = async ({ deps }: TestServer) => {
  let count = 0
  for await (const _key of deps.storage.storedBefore(new Date(Date.now() + 60_000))) count += 1
  return count
}

test('a group without members is deleted after 30 days with its messages and files; a group with a member is kept', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [left, kept] = [await createGroup(aiko, [ben]), await createGroup(aiko, [ben])]
  for (const { id } of [left, kept]) {
    await sendMessage(ben, id)
    await sendNote(aiko, id)
    await aiko.fetch(groupPictureRoutes.change, { params: { id }, files: [{ name: 'us.png', bytes: PNG }] })
  }
  for (const person of [aiko, ben]) await leaveGroup(person, left.id)
  await leaveGroup(ben, kept.id)
  noroshi.clock.advance({ hours: 24 * 29 })
  await runCleanup(noroshi.deps)
  expect(await rowsOf(noroshi, left.id)).toEqual({ threads: 1, messages: 2 })
  noroshi.clock.advance({ hours: 24 * 2 })
  await runCleanup(noroshi.deps)
  expect(await rowsOf(noroshi, left.id)).toEqual({ threads: 0, messages: 0 })
  expect(await countStoredFiles(noroshi)).toBe(2)
  expect(await fetchMessages(aiko, kept.id)).toHaveLength(2)
})

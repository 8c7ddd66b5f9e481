import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { openEntityDatabase } from './entity-database.ts'

test('a reply that may be kept for a time is deleted at the first start after it', async () => {
  const database = openEntityDatabase('prune-replies')
  await database.claim('aiko')
  const until = Date.now() + 86_400_000
  const reply = { key: 'reply', data: [1], at: 1 }
  await database.writeReplies('aiko', [reply, { ...reply, key: 'copy', until }])
  await database.pruneReplies(300, until - 1)
  expect(await database.replyOf('copy')).toBeDefined()
  await database.pruneReplies(300, until)
  expect(await Promise.all([database.replyOf('copy'), database.replyOf('reply')])).toEqual([undefined, reply])
})

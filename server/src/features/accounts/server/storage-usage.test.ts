import { expect, test } from 'vitest'
import { storageRoutes } from '@noroshi/contract/admin/storage.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { startPersonalChat } from '#/testing/scenes/chats.ts'
import { PNG } from '#/testing/access/request-values.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('an administrator counts what the server stores; the figures stay until the next count', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  expect(await admin.fetch(storageRoutes.read)).toEqual({ usage: null })
  const { id } = await startPersonalChat(aiko, admin)
  const bytes = new TextEncoder().encode('ten bytes.')
  const files = [
    { field: 'messageMedia', name: 'note.txt', bytes },
    { field: 'messageMedia', name: 'dot.png', bytes: PNG },
  ]
  await aiko.fetch(messageRoutes.upload, { form: { messageThreadId: id, text: 'hello' }, files })

  const { usage } = await admin.fetch(storageRoutes.count)
  expect(usage.files).toMatchObject([
    { kind: 'pictures', count: 1 },
    { kind: 'videos', count: 0, bytes: 0 },
    { kind: 'sounds', count: 0, bytes: 0 },
    { kind: 'documents', count: 1, bytes: 10 },
  ])
  expect(usage.radio).toEqual({ count: 0, bytes: 0 })
  expect(usage.tables.map(({ kind }) => kind)).toEqual(['messages', 'alerts', 'feeds', 'pages', 'audit', 'journal', 'other'])
  for (const table of usage.tables) expect(table.bytes, table.kind).toBeGreaterThan(0)
  // PostgreSQL has not analysed the tables of a new database: unknown is not none.
  expect(usage.tables[0]).toMatchObject({ kind: 'messages', rows: null })
  expect(await admin.fetch(storageRoutes.read)).toEqual({ usage })
})

test('the tables are counted at most ten times an hour', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  for (let count = 0; count < 10; count += 1) expect((await admin.request(storageRoutes.count)).status).toBe(200)
  expect(await admin.request(storageRoutes.count)).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } })
})

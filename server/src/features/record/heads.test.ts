import { expect, test } from 'vitest'
import { AUDIT_CHAIN } from '@noroshi/contract/record/record-file'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { newId } from '#/db/ids.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('the first page of the heads has that of the audit log, however many alerts there are, and no other page', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const ids = [AUDIT_CHAIN, ...Array.from({ length: 150 }, newId)]
  await noroshi.db
    .insertInto('record_chains')
    .values(ids.map((id) => ({ id, last_seq: 1, last_hash: 'hash' })))
    .execute()
  const first = await gen.fetch(recordRoutes.heads)
  expect(first.items.map(({ chain }) => chain).indexOf(AUDIT_CHAIN)).toBe(0)
  const second = await gen.fetch(recordRoutes.heads, { query: { cursor: first.nextCursor ?? '' } })
  const chains = [...first.items, ...second.items].map(({ chain }) => chain)
  expect(second.nextCursor).toBeNull()
  expect([chains.length, new Set(chains).size]).toEqual([151, 151])
})

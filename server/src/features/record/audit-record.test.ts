import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { startTestServer } from '#/testing/test-server.ts'

test('each part of an export is an audit entry, with whichever entry it begins', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  await noroshi.consumers.flush()
  for (const after of ['0', '1', '1000']) await gen.fetch(recordRoutes.export, { params: { id }, query: { after } })
  await noroshi.consumers.flush()
  await gen.fetch(recordRoutes.exportAudit, { query: { after: '2' } })
  const rows = await noroshi.db.selectFrom('audit_log').select(['action', 'target_id', 'details']).orderBy('id').execute()
  const exported = (target_id: string | null, after: number, until: number) => ({
    action: 'record.exported',
    target_id,
    details: { after, until },
  })
  expect(rows).toEqual([exported(id, 0, 1), exported(id, 1, 1), exported(id, 1000, 1), exported(null, 2, 3)])
})

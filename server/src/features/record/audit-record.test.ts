import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { newId } from '#/db/ids.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { sealUnreported } from './sequencer.service.ts'

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

/** Writes an audit entry as a version without records does: no event reports it. */
async function writeUnreported({ db }: TestServer, action: string, daysAgo = 0): Promise<void> {
  await sql`INSERT INTO audit_log (id, actor_name, ip, action, target_kind, created_at)
    VALUES (${newId()}::uuid, '', '', ${action}, 'user', now() - make_interval(days => ${daysAgo}))`.execute(db)
}

test('audit entries that no event reported are sealed once and in order, by however many processes', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  await noroshi.consumers.flush()
  await writeUnreported(noroshi, 'old', 40)
  await writeUnreported(noroshi, 'first')
  await gen.fetch(recordRoutes.export, { params: { id } })
  await writeUnreported(noroshi, 'second')
  await noroshi.consumers.flush()
  await gen.fetch(recordRoutes.export, { params: { id } })
  await Promise.all([sealUnreported(noroshi.deps), sealUnreported(noroshi.deps), noroshi.consumers.flush()])
  await sealUnreported(noroshi.deps)
  const { rows } = await sql<{ seq: number; action: string }>`
    SELECT seq, action FROM record_entries JOIN audit_log ON audit_log.id = source_id ORDER BY seq`.execute(noroshi.db)
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(rows[0]?.action).toBe('record.exported')
  expect(rows.map(({ action }) => action).filter((action) => action !== 'record.exported')).toEqual(['first', 'second'])
})

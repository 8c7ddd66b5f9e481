import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { AUDIT_CHAIN } from '@noroshi/contract/record/record-file'
import { startTestServer } from '#/testing/test-server.ts'
import { deleteOldChains } from './heads.service.ts'

test('the hashes of a deleted alert are deleted after a year, and not those of others', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [kept, deleted] = [
    (await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })).id,
    (await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })).id,
  ]
  await gen.fetch(anonymousDataRoutes.deleteAlert, { params: { id: deleted } })
  await noroshi.consumers.flush()
  const chainsAfter = async (days: number) => {
    noroshi.clock.advance({ hours: days * 24 })
    await deleteOldChains(noroshi.deps)
    const rows = await noroshi.db.selectFrom('record_entries').select('chain_id').distinct().execute()
    return rows.map(({ chain_id }) => chain_id).toSorted()
  }
  expect(await chainsAfter(364)).toEqual([AUDIT_CHAIN, kept, deleted].toSorted())
  expect(await chainsAfter(2)).toEqual([AUDIT_CHAIN, kept].toSorted())
})

test('the database refuses each change and each deletion of the record of the audit log', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  await gen.fetch(anonymousDataRoutes.deleteAlert, { params: { id } })
  await noroshi.consumers.flush()
  const ofAudit = `WHERE chain_id = '${AUDIT_CHAIN}'`
  for (const change of [
    `DELETE FROM record_entries ${ofAudit}`,
    `DELETE FROM record_chains WHERE id = '${AUDIT_CHAIN}'`,
    `UPDATE record_entries SET salt = NULL ${ofAudit}`,
    `UPDATE record_entries SET salt = 'x' ${ofAudit}`,
    `UPDATE record_entries SET source_id = NULL ${ofAudit}`,
  ])
    await expect(sql.raw(change).execute(noroshi.db), change).rejects.toThrow('record_entries is append-only')
})

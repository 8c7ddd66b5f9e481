import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { messages } from '@noroshi/contract/messages'
import { startTestServer } from '#/testing/test-server.ts'
import { recordAudit } from './audit.service.ts'

const { list } = auditRoutes

test('each change of a user by an administrator adds an audit entry with actor, action, target and IP address', async () => {
  await using noroshi = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const { activate, deactivate, makeAdmin, removeAdmin, resetLink } = adminUserRoutes
  for (const route of [deactivate, deactivate, activate, makeAdmin, removeAdmin, resetLink])
    await gen.fetch(route, { params: { id: ben.id }, headers: { 'x-forwarded-for': '10.0.0.7' } })
  const { items } = await gen.fetch(list)
  // A request that changes nothing adds no entry.
  expect(items.map(({ action }) => action)).toEqual([
    'user.linkMade',
    'user.removedAdmin',
    'user.madeAdmin',
    'user.activated',
    'user.deactivated',
  ])
  for (const entry of items) {
    expect(entry).toMatchObject({ actor: { id: gen.id, name: 'Gen' }, ip: '10.0.0.7', targetKind: 'user', targetId: ben.id })
    expect(entry.details).toEqual({ name: 'Ben' })
    expect(messages).toHaveProperty([`audit.${entry.action}`])
  }
})

test('an administrator searches the log by text, action and time, and reads it in pages', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const actor = { id: gen.id, firstName: 'Gen', lastName: '源' }
  for (let entry = 0; entry < 60; entry += 1)
    await noroshi.deps.transaction((tx) =>
      recordAudit(tx, {
        actor: entry % 2 === 0 ? actor : null,
        ip: '10.0.0.1',
        action: entry < 10 ? 'user.passwordReset' : 'user.activated',
        targetKind: 'user',
        targetId: null,
        details: { name: `Ｐerson ${entry}` },
      }),
    )
  const first = await gen.fetch(list)
  const second = await gen.fetch(list, { query: { cursor: first.nextCursor ?? '' } })
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 10, null])
  const counts = async (query: Record<string, string>) => (await gen.fetch(list, { query })).items.length
  expect(await counts({ text: '源' })).toBe(30)
  expect(await counts({ text: 'PERSON 7' })).toBe(1)
  expect(await counts({ action: 'user.passwordReset' })).toBe(10)
  expect(await counts({ action: 'user.passwordReset', text: 'gen' })).toBe(5)
  const [oldest] = second.items.slice(-1)
  expect(await counts({ to: oldest?.at ?? '' })).toBe(0)
  expect(await counts({ from: '2200-01-01T00:00:00Z' })).toBe(0)
  expect(await counts({ from: '2020-01-01T00:00:00+09:00', text: 'person 59' })).toBe(1)
})

test('the database refuses to update, delete or truncate audit entries', async () => {
  await using noroshi = await startTestServer()
  const entry = { actor: null, ip: '10.0.0.1', action: 'user.activated', targetKind: 'user', targetId: null }
  await noroshi.deps.transaction((tx) => recordAudit(tx, entry))
  for (const change of ['UPDATE audit_log SET ip = NULL', 'DELETE FROM audit_log', 'TRUNCATE audit_log'])
    await expect(sql.raw(change).execute(noroshi.db)).rejects.toThrow('audit_log is append-only')
  expect(await noroshi.db.selectFrom('audit_log').select('ip').execute()).toEqual([{ ip: '10.0.0.1' }])
})

test('a rolled back transaction adds no audit entry', async () => {
  await using noroshi = await startTestServer()
  const entry = { actor: null, ip: '10.0.0.1', action: 'user.activated', targetKind: 'user', targetId: null }
  await noroshi.deps
    .transaction(async (tx) => {
      await recordAudit(tx, entry)
      throw new Error('no')
    })
    .catch(() => undefined)
  expect(await noroshi.db.selectFrom('audit_log').select('id').execute()).toEqual([])
})

test('an administrator gets 200 for a time that PostgreSQL does not read', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const query = { from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999999999Z' }
  expect((await gen.request(list, { query })).status).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { createPace } from '#/db/pace.ts'
import type { Deps } from '#/deps.ts'
import type { Caller } from '#/testing/caller.ts'
import { resolveAlert } from '#/testing/scenes/alert-requests.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { deleteOldRemovedAlerts, removeOldAlerts } from './retained-alerts.service.ts'

const raise = (caller: Caller, clientId: string) => caller.fetch(alertRoutes.raise, { body: { clientId } })
const removeResolved = ({ deps }: TestServer) => removeOldAlerts(deps, new Date(Date.now() + 1000), createPace(2000))
const countAlerts = async ({ db }: TestServer) => (await db.selectFrom('alerts').select('id').execute()).length

test.each(['member', 'visitor'])('an SOS that a %s repeats after the removal of its alert alarms no one', async (role) => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  const raiser = role === 'member' ? aiko : noroshi.visitor
  const clientId = randomUUID()
  const { id, createdAt, alertMessageThread } = await raise(raiser, clientId)
  await resolveAlert(admin, id)
  await removeResolved(noroshi)
  const socket = await admin.openSocket()
  expect(await raise(raiser, clientId)).toEqual({
    id,
    createdAt,
    alertMessageThread,
    isExisting: true,
    isRemoved: true,
    recipientCount: 0,
  })
  expect(await countAlerts(noroshi)).toBe(0)
  await socket.settle()
  expect(socket.names()).not.toContain('alert:new_alert')
  // Another SOS is not refused.
  expect(await raise(raiser, randomUUID())).toMatchObject({ isExisting: false })
})

test('the client id of a removed alert is deleted after a year', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const clientId = randomUUID()
  await resolveAlert(admin, (await raise(admin, clientId)).id)
  await removeResolved(noroshi)
  const inDays = (days: number): Deps => ({ ...noroshi.deps, now: () => new Date(Date.now() + days * 86_400_000) })
  await deleteOldRemovedAlerts(inDays(364))
  expect(await raise(admin, clientId)).toMatchObject({ isRemoved: true })
  await deleteOldRemovedAlerts(inDays(366))
  expect(await raise(admin, clientId)).toMatchObject({ isExisting: false })
})

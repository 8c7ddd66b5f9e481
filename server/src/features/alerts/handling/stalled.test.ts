import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { answerAlert } from '#/testing/scenes/ledger.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { remindOfStalled } from './stalled.service.ts'
import { remindedUsers } from './stalled.sql.ts'

test('administrators and assigned users are reminded once of an alert that stands still, until it moves', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const id = await raiseSos(aiko)
  const sockets = [await gen.openSocket(), await ben.openSocket(), await chie.openSocket()]
  const countReminders = async () => {
    await Promise.all([remindOfStalled(noroshi.deps), remindOfStalled(noroshi.deps)]) // two processes
    for (const socket of sockets) await socket.settle()
    return sockets.map((socket) => socket.payloadsOf('alert:stalled').length)
  }
  noroshi.clock.advance({ minutes: 9 })
  expect(await countReminders()).toEqual([0, 0, 0])
  noroshi.clock.advance({ minutes: 2 })
  expect(await countReminders()).toEqual([1, 0, 0])
  noroshi.clock.advance({ hours: 1 })
  expect(await countReminders()).toEqual([1, 0, 0])
  await chie.fetch(alertHandlingRoutes.change, { params: { id }, body: { assignee: { userId: ben.id } } })
  noroshi.clock.advance({ minutes: 19 })
  expect(await countReminders()).toEqual([1, 0, 0])
  noroshi.clock.advance({ minutes: 2 })
  expect(await countReminders()).toEqual([2, 1, 0])
  await answerAlert(ben, id, 'responding')
  noroshi.clock.advance({ minutes: 21 })
  expect(await countReminders()).toEqual([3, 2, 0])
  await resolveAlert(ben, id)
  noroshi.clock.advance({ hours: 5 })
  expect(await countReminders()).toEqual([3, 2, 0])
})

test('no one is reminded of a duplicate while the original is active', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [one, two] = [await raiseSos(aiko), await raiseSos(ben)]
  await gen.fetch(alertHandlingRoutes.change, { params: { id: one }, body: { duplicateOf: two } })
  const socket = await gen.openSocket()
  noroshi.clock.advance({ minutes: 11 })
  await remindOfStalled(noroshi.deps)
  await socket.settle()
  expect(socket.payloadsOf('alert:stalled')).toEqual([{ alertIds: [two] }])
  await resolveAlert(gen, two)
  await remindOfStalled(noroshi.deps)
  await socket.settle()
  expect(socket.payloadsOf('alert:stalled')).toEqual([{ alertIds: [two] }, { alertIds: [one] }])
})

test('many alerts that may still stand do not keep newer ones from their reminder', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const newest = await raiseSos(ben)
  // The ids of these are lower. Someone has arrived, so that they may stand longer.
  await sql`
    WITH old AS (SELECT gen_random_uuid() AS thread_id,
        ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id FROM generate_series(1, 150) n),
      threads AS (INSERT INTO threads (id, kind) SELECT thread_id, 'alert' FROM old),
      alerts AS (INSERT INTO alerts (id, thread_id, text_content, reaches_everyone, recipient_count, created_at, updated_at)
        SELECT id, thread_id, '', true, 0, ${noroshi.clock.now()}, ${noroshi.clock.now()} FROM old)
    INSERT INTO alert_handling (alert_id, reported_stage, changed_at) SELECT id, 'arrived', ${noroshi.clock.now()} FROM old`.execute(
    noroshi.db,
  )
  const socket = await gen.openSocket()
  noroshi.clock.advance({ minutes: 11 })
  await remindOfStalled(noroshi.deps)
  await socket.settle()
  expect(socket.payloadsOf('alert:stalled')).toEqual([{ alertIds: [newest] }])
})

test('the members of an assigned group are reminded, without the raiser', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const groupId = await createAlertGroup(noroshi, [aiko, ben])
  const id = await raiseSos(aiko)
  await ben.fetch(alertHandlingRoutes.change, { params: { id }, body: { assignee: { groupId } } })
  const [raiser, member] = [await aiko.openSocket(), await ben.openSocket()]
  noroshi.clock.advance({ minutes: 21 })
  await remindOfStalled(noroshi.deps)
  expect(await member.next('alert:stalled')).toEqual({ alertIds: [id] })
  await raiser.settle()
  expect(raiser.payloadsOf('alert:stalled')).toEqual([])
  expect(await remindedUsers(noroshi.db, id)).toEqual([ben.id])
})

test('users are reminded again of an alert that was reopened', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  const id = await raiseSos(aiko)
  const socket = await gen.openSocket()
  noroshi.clock.advance({ minutes: 11 })
  await remindOfStalled(noroshi.deps)
  await resolveAlert(aiko, id)
  await gen.fetch(alertRoutes.reopen, { params: { id } })
  await remindOfStalled(noroshi.deps)
  noroshi.clock.advance({ minutes: 11 })
  await remindOfStalled(noroshi.deps)
  await socket.settle()
  expect(socket.payloadsOf('alert:stalled')).toEqual([{ alertIds: [id] }, { alertIds: [id] }])
})

test('an alert from before the upgrade is announced only after it has moved', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  const socket = await gen.openSocket()
  noroshi.clock.advance({ hours: 1 })
  await noroshi.db.updateTable('alerts').set({ reminders_from: noroshi.clock.now() }).execute() // migration 0106
  noroshi.clock.advance({ hours: 1 })
  await remindOfStalled(noroshi.deps)
  await socket.settle()
  expect(socket.payloadsOf('alert:stalled')).toEqual([])
  await answerAlert(ben, id, 'responding')
  noroshi.clock.advance({ minutes: 21 })
  await remindOfStalled(noroshi.deps)
  await socket.settle()
  expect(socket.payloadsOf('alert:stalled')).toEqual([{ alertIds: [id] }])
})

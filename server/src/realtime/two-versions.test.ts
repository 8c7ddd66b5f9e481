import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { EventName } from '@noroshi/contract/realtime'
import { newId } from '#/db/ids.ts'
import type { JournalEventName } from '#/db/journal-events.ts'
import { migrate, MIGRATIONS } from '#/db/migrate.ts'
import { PushService } from '#/testing/processes/push-service.ts'
import { SharedDatabase, type SharingServer } from '#/testing/shared-database.ts'
import { type Consumer, Consumers } from './consumers.ts'
import { userRoom } from './rooms.ts'

// A rolling update. Both servers have the program of this version. A further migration, a consumer of more events, and rows that
// only a later version writes make one of them the later version.

/** Two servers start, one of them twice. */
const TIMEOUT = { timeout: 180_000 }
const LATER = 'later:happened' as EventName & JournalEventName

/** Applies a further migration, as the start of a later version does. */
async function migrateFurther(url: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-later-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of await readdir(MIGRATIONS)) await symlink(path.join(MIGRATIONS, name), path.join(folder, name))
  await writeFile(
    path.join(folder, '9999_later.sql'),
    `ALTER TABLE messages ADD later text; ALTER TABLE users ADD later int NOT NULL DEFAULT 1;
     CREATE TABLE later_notes (message_id uuid PRIMARY KEY REFERENCES messages ON DELETE CASCADE)`,
  )
  return migrate(url, folder)
}

/** Runs the consumer `rolling` of one version. @returns it, and the ids that it has handled */
async function startConsumer({ deps }: SharingServer, events: Consumer['events']) {
  const handled: unknown[] = []
  const handle: Consumer['handle'] = async (_, found) => void handled.push(...found.map(({ payload }) => payload))
  const consumers = new Consumers(deps, [{ name: 'rolling', events, handle }])
  await consumers.start()
  await consumers.flush()
  return { consumers, handled }
}

/** Writes what only a later version writes: a column, an event for a socket and a consumer, and a notification. */
async function writeLater({ deps }: SharingServer, messageId: string, userId: string): Promise<void> {
  await deps.transaction(async (tx) => {
    await sql`UPDATE messages SET later = 'kept' WHERE id = ${messageId}`.execute(tx)
    await sql`INSERT INTO later_notes VALUES (${messageId})`.execute(tx)
    await sql`INSERT INTO push_notifications (subscription_id, tag, kind, entity_id, due_at, expires_at)
      SELECT id, 'later', 'later', user_id, ${deps.now()}, ${new Date(deps.now().getTime() + 3_600_000)}
      FROM push_subscriptions`.execute(tx)
    tx.emit(LATER, [userRoom(userId)], { messageId } as never)
  })
}

test('during a rolling update each version serves what the other wrote, loses nothing and logs no error', TIMEOUT, async () => {
  const service = await PushService.start()
  onTestFinished(() => service.close())
  await using shared = await SharedDatabase.create()
  const { url, db } = shared.databases
  const earlier = await shared.startServer(service.settings)
  const own = await startConsumer(earlier, ['user:activityChanged'])
  const [aiko, ben] = [await shared.createUser('Aiko'), await shared.createUser('Ben')]
  const device = await service.subscribe(ben.on(earlier))
  const { id: messageThreadId } = await aiko
    .on(earlier)
    .fetch(threadRoutes.createGroup, { body: { name: 'Night watch', description: '', recipients: [ben.id] } })
  const send = (server: SharingServer, text: string) =>
    aiko.on(server).fetch(messageRoutes.send, { body: { messageThreadId, text } })
  const first = await send(earlier, 'one')
  const { cursor: since } = await ben.on(earlier).fetch(eventRoutes.since)
  const socket = await earlier.openSocket(ben.token)

  expect(await migrateFurther(url)).toEqual(['9999_later.sql'])
  const later = await shared.startServer(service.settings)
  const further = await startConsumer(later, ['user:activityChanged', LATER])
  await writeLater(later, first.id, ben.id)
  await own.consumers.flush() // passes the event, which the later version handles
  const second = await send(later, 'two')
  await send(earlier, 'three')
  await aiko.on(earlier).fetch(messageChangeRoutes.edit, { params: { id: first.id }, body: { text: 'one, edited' } })
  const sos = await aiko.on(later).fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  expect((await socket.next('alert:new_alert')).id).toBe(sos.id)
  expect((await socket.next('messages:new_message')).id).toBe(second.id)
  await expect.poll(() => device.received.map(({ payload }) => payload.id)).toContain(sos.id)
  await further.consumers.flush()
  const userId = newId()
  await earlier.deps.transaction(async (tx) => tx.emitInternal('user:activityChanged', { userId }))
  await own.consumers.flush()
  await further.consumers.flush()
  expect([...own.handled, ...further.handled]).toEqual(expect.arrayContaining([{ messageId: first.id }, { userId }]))
  expect(own.handled.length + further.handled.length).toBe(2)
  const missed = await ben.on(earlier).fetch(eventRoutes.since, { query: { since } })
  expect(missed.complete).toBe(true)
  expect(missed.events.map(({ name }) => name)).toEqual(
    expect.arrayContaining([LATER, 'messages:new_message', 'alert:new_alert']),
  )

  await Promise.all([own.consumers.close(), further.consumers.close()])
  socket.close()
  await earlier.close()
  expect(await migrate(url)).toEqual([]) // the earlier version starts again
  const again = await shared.startServer(service.settings)
  const { items } = await ben.on(again).fetch(messageRoutes.list, { params: { id: messageThreadId } })
  expect(items.map(({ text }) => text).toSorted()).toEqual(['one, edited', 'three', 'two'])
  expect(await ben.on(later).fetch(messageRoutes.list, { params: { id: messageThreadId } })).toEqual(
    await ben.on(again).fetch(messageRoutes.list, { params: { id: messageThreadId } }),
  )
  const { rows } = await sql`SELECT later FROM messages JOIN later_notes ON message_id = id WHERE id = ${first.id}`.execute(db)
  expect(rows).toEqual([{ later: 'kept' }])
  expect(await db.selectFrom('push_notifications').select('attempts').where('kind', '=', 'later').execute()).toEqual([
    { attempts: 0 },
  ])
  expect(device.kinds()).not.toContain('later')
  const lines = [earlier, later, again].flatMap(({ log }) => log)
  expect(lines.filter((line) => !line.includes('REDIS_URL'))).toEqual([])
})

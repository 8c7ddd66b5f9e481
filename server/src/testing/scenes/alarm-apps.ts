import { expect, onTestFinished } from 'vitest'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { newId } from '#/db/ids.ts'
import { publish, upsertMessages } from '#/features/alarm-app/alarm-app.sql.ts'
import { AppClient } from '../alarm-app/app-client.ts'
import type { Caller } from '../caller.ts'
import { startTestServer, type TestServer, type TestUser } from '../test-server.ts'

/** Options of `expect.poll` for a message of the alarm app. Milliseconds. */
export const WAIT = { timeout: 15_000, interval: 20 }
/** The title of the first message. */
export const LINKED = 'Noroshi is linked'

/** Starts a server, which stops at the end of the test. */
export async function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const noroshi = await startTestServer(environment)
  onTestFinished(() => noroshi[Symbol.asyncDispose]())
  return noroshi
}

interface LinkOptions {
  readonly protocol?: 'json' | 'ws'
  readonly isLooping?: boolean
}

/** Links an app to the session of a user, which gets its first message and opens a stream. */
export async function link(user: Caller, { protocol = 'json', isLooping = true }: LinkOptions = {}) {
  const { topic } = await user.fetch(alarmAppRoutes.link, { body: { isLooping } })
  const client = new AppClient(user.url, topic, { protocol, retries: [50] })
  onTestFinished(() => client.close())
  await client.poll('all')
  client.open()
  await expect.poll(() => client.events, WAIT).toContain('open')
  return { topic, client }
}

/** Waits until an app has received messages with exactly these titles, in this order. */
export const expectTitles = (client: AppClient, titles: readonly string[]) =>
  expect.poll(() => client.titles(), WAIT).toEqual([LINKED, ...titles])

/** Resolves when the server has nothing more to publish. */
export async function settle({ consumers, db, deps }: TestServer): Promise<void> {
  await consumers.flush()
  const due = () => db.selectFrom('alarm_app_messages').select('tag').where('due_at', '<=', deps.now()).execute()
  await expect.poll(due, WAIT).toEqual([])
  await deps.journal.flush()
}

/** Publishes messages of different threads for the app of a user. */
export async function publishMessages({ deps }: TestServer, { id }: TestUser, count: number): Promise<void> {
  const now = deps.now()
  const expiresAt = new Date(now.getTime() + 3_600_000)
  await deps.transaction(async (tx) => {
    for (let number = 0; number < count; number++)
      await upsertMessages(tx, { userIds: [id], kind: 'messages', entityId: newId(), dueAt: now, expiresAt, isUnlimited: true })
    const due = await tx.selectFrom('alarm_app_messages').select(['device_id', 'tag']).where('seq', 'is', null).execute()
    await publish(
      tx,
      due.map((one) => ({ ...one, notice: 'messages', page: '/' })),
      now,
    )
    tx.emitInternal('alarmApp:published', {})
  })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { clockRoutes } from '@noroshi/contract/accounts/clock.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { newId } from '#/db/ids.ts'
import { type Databases, openDatabases } from '#/db/pool.ts'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { joinOpenAlertGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import { longTest } from '#/testing/long-test.ts'
import { Caller } from '#/testing/caller.ts'
import { startPersonalChat, fetchMessages, sendMessage } from '#/testing/scenes/chats.ts'
import { cloneDatabase } from '#/testing/database.ts'
import { createComment, FREE, fetchPosts, createFeed, createPost, fetchComments } from '#/testing/scenes/feeds.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { TestSocket } from '#/testing/test-socket.ts'
import { TestUser } from '#/testing/test-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const YEAR = 8766 * HOUR
const MOVABLE_CLOCK = path.join(import.meta.dirname, 'testing/movable-clock.ts')
/** More alerts than one page of the list contains. */
const ALERTS_BEFORE = 51

let folder: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let databases: Databases
const running: ServerProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-clock-'))
  database = await cloneDatabase()
  databases = openDatabases(database.url)
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.terminate()
  await databases.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the server on the database of this test with its clock shifted by a number of milliseconds. */
async function startAt(shift: number): Promise<ServerProcess> {
  const server = new ServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import ${MOVABLE_CLOCK}`,
    NOROSHI_CLOCK_AHEAD_MS: String(shift),
  })
  await server.start()
  running.push(server)
  return server
}

async function restartAt(shift: number): Promise<ServerProcess> {
  for (const server of running.splice(0)) await server.terminate()
  return startAt(shift)
}

interface Account {
  readonly id: string
  readonly token: string
  readonly firstName: string
}

async function createAccount(firstName: string, isAdmin = false): Promise<Account> {
  const { db } = databases
  const id = newId()
  const user = {
    id,
    email: `${firstName.toLowerCase()}@example.org`,
    password_hash: 'none',
    first_name: firstName,
    is_admin: isAdmin,
  }
  await db.insertInto('users').values(user).execute()
  await joinOpenAlertGroups(db, id)
  return { id, firstName, token: await createSession(db, id, 'test', new Date()) }
}

const userAt = ({ url }: ServerProcess, { id, token, firstName }: Account): TestUser =>
  new TestUser(url, token, id, firstName, () => {
    throw new Error('this user has no server in the test process')
  })

longTest(
  'after a restart with the clock 1 hour, 6 hours or 10 years back, new items are first in every list',
  { timeout: 90_000 },
  async () => {
    const accounts = [await createAccount('Aiko', true), await createAccount('Ben'), await createAccount('Chika')] as const
    const server = await startAt(0)
    const [aiko, ben, chika] = accounts.map((one) => userAt(server, one)) as [TestUser, TestUser, TestUser]
    const { id: firstAlert } = await aiko.fetch(alertRoutes.raise, { body: {} })
    const visitor = new Caller(server.url, null)
    await Promise.all(Array.from({ length: ALERTS_BEFORE }, () => visitor.fetch(alertRoutes.raise, { body: {} })))
    const [withBen, withChika] = [await startPersonalChat(aiko, ben), await startPersonalChat(aiko, chika)]
    await sendMessage(aiko, withBen.id, 'water 0')
    await sendMessage(aiko, withChika.id, 'water 1')
    const { id: feedId } = await createFeed(aiko, FREE)
    const post = await createPost(aiko, feedId)
    const [postIds, commentIds] = [[post.id], [(await createComment(aiko, post.id)).id]]
    const texts = ['water 0', 'water 1']
    const alertIds = [firstAlert]

    let recorded = 0
    for (const shift of [-HOUR, -6 * HOUR, -10 * YEAR]) {
      const restarted = await restartAt(shift)
      const [reader, raiser] = accounts.map((one) => userAt(restarted, one)) as [TestUser, TestUser]
      const socket = await TestSocket.at(restarted.url, { token: raiser.token ?? '' })
      const { id } = await reader.fetch(alertRoutes.raise, { body: {} })
      const emitted = await socket.next('alert:new_alert')
      socket.close()
      // It does not join the earlier SOS, whose age is unknown. The page compares ids to find the newest alert.
      expect(emitted.id).toBe(id)
      expect(alertIds.every((older) => older < id)).toBe(true)
      alertIds.unshift(id)
      const page = await raiser.fetch(alertRoutes.list, { query: { status: 'active' } })
      expect(page.items.slice(0, alertIds.length - 1).map((alert) => alert.id)).toEqual(alertIds.slice(0, -1))
      const next = await raiser.fetch(alertRoutes.list, { query: { status: 'active', cursor: page.nextCursor ?? '' } })
      expect(next.items.at(-1)?.id).toBe(firstAlert)

      // A message in the older thread moves it to the top.
      const [used, other] = texts.length % 2 === 0 ? [withBen, withChika] : [withChika, withBen]
      texts.push(`water ${texts.length}`)
      await sendMessage(reader, used.id, texts.at(-1))
      const threads = await reader.fetch(threadRoutes.personal)
      expect(threads.items.map((thread) => thread.id)).toEqual([used.id, other.id])
      const found = await reader.fetch(messageSearchRoutes.search, { query: { text: 'water' } })
      expect(found.items.map(({ message }) => message.text)).toEqual(texts.toReversed())
      const inThread = (await fetchMessages(reader, used.id)).map(({ text }) => text)
      expect(inThread).toEqual(texts.filter((text) => inThread.includes(text)))

      postIds.unshift((await createPost(reader, feedId)).id)
      expect((await fetchPosts(reader, feedId)).posts.map((one) => one.id)).toEqual(postIds)
      const newest = await fetchPosts(reader, feedId, { 'page[limit]': 1 })
      const older = await fetchPosts(reader, feedId, { 'page[limit]': 50, 'page[after]': newest.nextCursor ?? '' })
      expect([...newest.posts, ...older.posts].map((one) => one.id)).toEqual(postIds)
      commentIds.push((await createComment(reader, post.id)).id)
      expect((await fetchComments(reader, post.id)).map((comment) => comment.id)).toEqual(commentIds)

      const { jump } = await reader.fetch(clockRoutes.read)
      expect(Math.abs((jump?.seconds ?? 0) * 1000 - (shift - recorded))).toBeLessThan(2 * MINUTE)
      expect(restarted.output).toContain("The server's clock jumped by -")
      expect((await reader.fetch(clockRoutes.confirm)).jump).toBeNull()
      expect((await reader.fetch(auditRoutes.list)).items[0]?.action).toBe('clock.confirmed')
      recorded = shift
    }
  },
)

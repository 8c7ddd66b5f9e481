import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import type { Route } from '@noroshi/contract/define'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { API_BASE } from '@noroshi/contract/routes'
import { accountOf } from '#/testing/access/request-values.ts'
import { Caller } from '#/testing/caller.ts'
import { cloneDatabase, query } from '#/testing/database.ts'
import { longTest } from '#/testing/long-test.ts'
import { writeEarlierProgram } from '#/testing/processes/earlier-program.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'

// The program of the release before runs on a database that the migrations of this version made, beside this version and after it.
// Its replies are not compared with the contract of this version.

interface Answer {
  readonly id: string
  readonly accessToken: string
  readonly items?: readonly { readonly id: string }[]
  readonly posts?: readonly { readonly id: string }[]
}

/** Sends a request to any version. @throws for an error status */
async function ask(url: string, token: string | null, route: Route, id = '', body?: object): Promise<Answer> {
  const sent =
    body instanceof FormData || body === undefined
      ? { body: body ?? null }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const place = `${API_BASE}${route.path.replace(':id', id)}`
  const response = await new Caller(url, token).rawFetch(place, { method: route.method, ...sent })
  if (!response.ok) throw new Error(`${route.method} ${place} returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer // each test reads what its route has
}

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

async function register(url: string, name: string): Promise<{ id: string; token: string }> {
  const { email, password } = accountOf(name)
  await ask(url, null, accountRoutes.register, '', accountOf(name))
  const { accessToken: token } = await ask(url, null, accountRoutes.login, '', { email, password })
  return { id: (await ask(url, token, accountRoutes.me)).id, token }
}

/** Writes one of everything. @returns the ids, by what lists them */
async function writeAll(url: string, token: string, { thread, feed }: { thread: string; feed: string }) {
  const alert = await ask(url, token, alertRoutes.raise, '', { textContent: 'fire' })
  await ask(url, null, alertRoutes.raise, '', { textContent: 'without a session' })
  const chat = await ask(url, token, alertRoutes.sendMessage, '', { alertId: alert.id, text: 'coming' })
  const message = await ask(url, token, messageRoutes.send, '', { messageThreadId: thread, text: 'hello' })
  const post = await ask(url, token, postRoutes.create, feed, formOf({ textContent: 'the water falls' }))
  const page = await ask(url, token, pageRoutes.create, '', { title: 'What to pack' })
  return { alert: alert.id, chat: chat.id, message: message.id, post: post.id, page: page.id }
}

type Written = Awaited<ReturnType<typeof writeAll>>

/** Reads everything that was written. */
async function expectAll(url: string, token: string, thread: string, feed: string, written: readonly Written[]) {
  const idsOf = async (route: Route, id = '') => {
    const { items, posts } = await ask(url, token, route, id)
    return (items ?? posts ?? []).map((item) => item.id)
  }
  const expectIn = (ids: readonly string[], name: keyof Written) =>
    expect(ids).toEqual(expect.arrayContaining(written.map((one) => one[name])))
  expectIn(await idsOf(alertRoutes.list), 'alert')
  expectIn(await idsOf(messageRoutes.list, thread), 'message')
  expectIn(await idsOf(postRoutes.list, feed), 'post')
  expectIn(await idsOf(pageRoutes.list), 'page')
  for (const { alert, chat } of written) expect(await idsOf(alertRoutes.messages, alert)).toContain(chat)
  await ask(url, token, callRoutes.personal)
  await ask(url, token, callRoutes.group)
}

longTest(
  'the release before serves the database of this version, beside it and after it',
  { timeout: 600_000 },
  async (context) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-earlier-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const program = await writeEarlierProgram(folder)
    if ('obstacle' in program) return context.skip(program.obstacle)
    const database = await cloneDatabase()
    onTestFinished(() => database.drop())
    const settings = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') }
    const [present, earlier] = [new ServerProcess(settings), new ServerProcess(settings, { main: program.main })]
    await present.start()
    onTestFinished(() => (present.isRunning() ? present.kill() : undefined))
    const aiko = await register(present.url, 'Aiko')
    await query(database.url, 'UPDATE users SET is_admin = true')
    const feed = (
      await ask(present.url, aiko.token, feedRoutes.create, '', formOf({ name: 'River watch', allowsPostByAnyUser: 'true' }))
    ).id

    await earlier.start()
    onTestFinished(() => (earlier.isRunning() ? earlier.kill() : undefined))
    const ben = await register(earlier.url, 'Ben')
    const group = { name: 'Night watch', description: '', recipients: [ben.id] }
    const thread = (await ask(present.url, aiko.token, threadRoutes.createGroup, '', group)).id
    const written = await Promise.all([present, earlier].map(({ url }) => writeAll(url, aiko.token, { thread, feed })))
    for (const { url } of [present, earlier]) await expectAll(url, aiko.token, thread, feed, written)

    expect(await present.terminate()).toBe(0)
    expect(present.output).not.toMatch(/"level":[56]0/)
    written.push(await writeAll(earlier.url, aiko.token, { thread, feed }))
    expect(await earlier.terminate()).toBe(0)
    expect(earlier.output).not.toMatch(/"level":[56]0/)
    await present.start()
    await expectAll(present.url, aiko.token, thread, feed, written)
    expect(await present.terminate()).toBe(0)
    expect(present.output).not.toMatch(/"level":[56]0/)
  },
)

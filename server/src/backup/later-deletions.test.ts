import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { embeddedUrl } from '#/db/embedded.ts'
import { OWN_DATABASE } from '#/db/own-database.ts'
import { accountOf } from '#/testing/access/request-values.ts'
import { Caller } from '#/testing/caller.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { query } from '#/testing/database.ts'
import { longTest } from '#/testing/long-test.ts'
import { CommandProcess, runCommandProcess } from '#/testing/processes/command-process.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'

const WORD = 'canary'

async function register({ url }: ServerProcess, name: string): Promise<Caller & { readonly password: string }> {
  const { email, password } = accountOf(name)
  const visitor = new Caller(url, null)
  await visitor.fetch(accountRoutes.register, { body: accountOf(name) })
  const { accessToken } = await visitor.fetch(accountRoutes.login, { body: { email, password } })
  return Object.assign(new Caller(url, accessToken), { password })
}

/** Returns the files below a folder that contain the word. */
async function filesWithWord(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = []
  for (const entry of entries)
    if (entry.isFile() && (await readFile(path.join(entry.parentPath, entry.name), 'utf8')).includes(WORD)) found.push(entry.name)
  return found
}

longTest('a restore that replaces the data deletes what was deleted after the backup', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-later-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dataDir = await prepareDataDir(path.join(folder, 'data'))
  const server = new ServerProcess({ DATA_DIR: dataDir })
  onTestFinished(async () => void (server.isRunning() && (await server.terminate())))
  const rows = (statement: string) => query(embeddedUrl(path.join(dataDir, 'postgres'), OWN_DATABASE), statement)
  await server.start()
  const aiko = await register(server, 'Aiko')
  await rows('UPDATE users SET is_admin = true')
  const ben = await register(server, 'Ben')
  const { id: benId } = await ben.fetch(accountRoutes.me)

  const { id: thread } = await aiko.fetch(threadRoutes.createGroup, {
    body: { name: 'Night watch', description: '', recipients: [benId] },
  })
  const send = (person: Caller, text: string) => person.fetch(messageRoutes.send, { body: { messageThreadId: thread, text } })
  await send(aiko, 'kept')
  await send(ben, `${WORD} of Ben`)
  const early = await send(aiko, 'deleted before the backup')
  const withFile = await aiko.fetch(messageRoutes.upload, {
    form: { messageThreadId: thread, text: `${WORD} at the bridge` },
    files: [{ field: 'messageMedia', name: 'bridge.txt', bytes: new TextEncoder().encode(WORD) }],
  })
  const form = { name: 'River watch', isPublic: 'false', isOpenToUsers: 'true', allowsPostByAnyUser: 'true' }
  const { id: feed } = await aiko.fetch(feedRoutes.create, { form })
  const post = (textContent: string) => aiko.fetch(postRoutes.create, { params: { id: feed }, form: { textContent } })
  const [keptPost, lostPost] = [await post('kept'), await post('lost')]
  const comment = await ben.fetch(commentRoutes.create, {
    form: { EntityId: keptPost.id, entityType: 'post', description: 'lost' },
  })
  const page = await aiko.fetch(pageRoutes.create, { body: { title: 'What to pack' } })
  const deleteMessage = (id: string) => aiko.fetch(messageChangeRoutes.delete, { params: { id } })
  await deleteMessage(early.id)

  expect(await runCommandProcess('backup', [path.join(folder, 'backup')], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  expect(await filesWithWord(path.join(folder, 'backup/files'))).toHaveLength(1)
  await deleteMessage(withFile.id)
  await deleteMessage((await send(aiko, 'sent and deleted after the backup')).id)
  await aiko.fetch(postRoutes.remove, { params: { id: feed, postId: lostPost.id } })
  await ben.fetch(commentRoutes.remove, { params: { id: comment.id } })
  await aiko.fetch(pageRoutes.remove, { params: { id: page.id } })
  await ben.fetch(personalDataRoutes.delete, { body: { currentPassword: ben.password, deletesMessages: true } })
  await expect.poll(() => rows(`SELECT id FROM messages WHERE text LIKE '${WORD}%'`), { timeout: 30_000 }).toEqual([])
  expect(await server.terminate()).toBe(0)

  const restore = new CommandProcess(
    'restore',
    [path.join(folder, 'backup'), '--replace'],
    { DATA_DIR: dataDir },
    [],
    'replace\n',
  )
  const { code, stdout, stderr } = await restore.result
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('that were deleted since then are deleted there too.')
  expect(stdout).toContain('Deleted, as after the backup: 1 account, 2 messages, 1 post, 1 comment, 1 page.')
  expect(await filesWithWord(path.join(dataDir, 'files'))).toEqual([])

  await server.start()
  const present = new Caller(server.url, aiko.token)
  const { items } = await present.fetch(messageRoutes.list, { params: { id: thread } })
  expect(items.filter(({ deletion }) => deletion === undefined).map(({ text }) => text)).toEqual(['kept'])
  const { posts } = await present.fetch(postRoutes.list, { params: { id: feed } })
  expect(posts.map(({ id, commentCount }) => ({ id, commentCount }))).toEqual([{ id: keptPost.id, commentCount: 0 }])
  expect((await present.fetch(pageRoutes.list, { query: {} })).items).toEqual([])
  expect((await new Caller(server.url, ben.token).request(accountRoutes.me)).status).toBe(401)
  expect(await rows(`SELECT first_name FROM users WHERE id = '${benId}'`)).toEqual([{ first_name: '' }])
  for (const table of ['messages', 'message_versions', 'files', 'events'])
    expect(await rows(`SELECT t FROM ${table} t WHERE t::text LIKE '%${WORD}%'`), table).toEqual([])
  expect(await server.terminate()).toBe(0)
  expect(server.output).not.toMatch(/"level":[56]0/)
})

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import type { Media } from '@noroshi/contract/files'
import { FILES_MAX } from '@noroshi/contract/limits'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk, request } from '../fixtures/servers/api.ts'
import { type HostileFile, hostileFiles } from '../fixtures/scenes/hostile-files.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { expectScreenWithoutForeignNodes, watchScripts } from '../fixtures/checks/scripts.ts'

const TEXT = 'alert(1)'

test('hostile files never run script and never leave the storage folder', onlyLong(), async ({ server, visitor, signedIn }) => {
  test.slow()
  const admin = await createAdministrator(server, visitor, { withoutPolicy: true, wide: true, hasServiceWorker: true })
  const mallory = await signedIn('Mallory', { withoutPolicy: true })
  const alertCalls = watchScripts(admin)
  const corpus = await hostileFiles()
  expect(corpus.length).toBeGreaterThanOrEqual(30)
  const sent = await sendEverywhere(admin, mallory, corpus)

  await admin.open('/') // from here on the administrator's pages have the cookie for private files
  await sent.resolve()
  for (const screen of sent.screens) await expectScreenWithoutForeignNodes(admin, screen, alertCalls)
  for (const media of sent.files) await expectNoScriptAtUrl(admin, media, alertCalls)
  await expectNotLoadableAsCode(admin, sent.files)
  expect(alertCalls).toEqual([])
  await expectFilesInStorage(server.folder)
})

/** Sends each file to a post, an alert and a chat, and pictures to a comment and as an avatar. */
async function sendEverywhere(admin: Person, mallory: Person, corpus: readonly HostileFile[]) {
  const kenji = await fetchOk(admin, accountRoutes.me)
  const feed = await fetchOk(admin, feedRoutes.create, { form: { name: 'Files', isPublic: 'true', allowsPostByAnyUser: 'true' } })
  const group = await fetchOk(mallory, threadRoutes.createGroup, { body: { name: 'Files', recipients: [kenji.id] } })
  const alert = await fetchOk(mallory, alertRoutes.raise, { body: { textContent: TEXT } })
  // Pictures, videos and sounds whose metadata cannot be removed are refused (decisions/0027).
  const accepted: HostileFile[] = []
  const toGroup = { messageThreadId: group.id, text: TEXT, messageType: 'normalChat' }
  for (const file of corpus) {
    const files = [{ field: 'messageMedia', name: file.name, bytes: file.bytes }]
    const status = await request(mallory, messageRoutes.upload, { form: toGroup, files })
    expect([200, 201, 413, 415], file.name).toContain(status)
    if (status < 300) accepted.push(file)
  }
  expect(accepted.length).toBeGreaterThanOrEqual(15)
  const files: Media[] = []
  let postId = ''
  for (let at = 0; at < accepted.length; at += FILES_MAX) {
    const some = (field: string) => accepted.slice(at, at + FILES_MAX).map(({ name, bytes }) => ({ field, name, bytes }))
    const post = await fetchOk(mallory, postRoutes.create, {
      params: { id: feed.id },
      form: { textContent: TEXT },
      files: some('mediaUrl'),
    })
    const message = await fetchOk(mallory, messageRoutes.upload, { form: toGroup, files: some('messageMedia') })
    await fetchOk(mallory, alertRoutes.upload, { form: { alertId: alert.id, caption: TEXT }, files: some('files') })
    files.push(...post.postMedia, ...message.messageMedias)
    postId = post.id
  }
  expect(files).toHaveLength(accepted.length * 2)
  for (const { name, bytes } of corpus) {
    const comment = { EntityId: postId, entityType: 'post', description: TEXT }
    const status = await request(mallory, commentRoutes.create, { form: comment, files: [{ field: 'files', name, bytes }] })
    expect([201, 400, 413, 415, 429], name).toContain(status)
  }
  return {
    files,
    resolve: () => fetchOk(admin, alertRoutes.resolve, { body: { AlertId: alert.id } }),
    screens: [
      `/feed/${feed.id}/posts`,
      `/feed/${feed.id}/posts/${postId}/comments`,
      `/messages/${group.id}`,
      `/alerts/${alert.id}/messages/${alert.alertMessageThread.MessageThreadId}`,
    ],
  }
}

/** Expects that a file at its own URL is a download or is shown without running script. */
async function expectNoScriptAtUrl({ context, url }: Person, media: Media, alertCalls: readonly string[]): Promise<void> {
  const tab = await context.newPage()
  tab.on('dialog', (dialog) => expect.soft(dialog.message(), media.previewName).toBe('no script'))
  const answer = await context.request.get(url + media.mediaUrl)
  const { 'content-type': type = '', 'content-disposition': disposition = '', ...headers } = answer.headers()
  expect.soft(headers['x-content-type-options'], media.previewName).toBe('nosniff')
  expect
    .soft(type, media.previewName)
    .toMatch(/^(application\/octet-stream|image\/(jpeg|png|webp)|video\/(mp4|webm)|audio\/(webm|wav))$/)
  if (type === 'application/octet-stream') expect.soft(disposition, media.previewName).toMatch(/^attachment;/)
  // A download aborts the navigation.
  await tab
    .goto(url + media.mediaUrl)
    .catch((error: unknown) => expect(String(error)).toMatch(/Download is starting|ERR_ABORTED/))
  await tab.close()
  expect.soft(alertCalls, media.previewName).toEqual([])
}

/** Expects that no page of this origin can load a file as script, style sheet or frame. */
async function expectNotLoadableAsCode(person: Person, files: readonly Media[]): Promise<void> {
  person.allowConsoleError(/MIME type|Refused|net::ERR_|Failed to load/)
  const loaded = await person.page.evaluate(
    async (addresses) => {
      const outcome = (make: (done: (what: string) => void) => void) =>
        new Promise<string>((resolve) => {
          make(resolve)
          setTimeout(() => resolve('nothing'), 60_000)
        })
      const loadElement = <Tag extends 'link' | 'script'>(tag: Tag, set: Partial<HTMLElementTagNameMap[Tag]>) =>
        outcome((done) => {
          const element = Object.assign(document.createElement(tag), set)
          element.addEventListener('load', () => done('loaded'))
          element.addEventListener('error', () => done('refused'))
          document.head.append(element)
        })
      const all = addresses.map(async (address) => [
        await loadElement('script', { src: address }),
        await loadElement('script', { src: address, type: 'module' }),
        await loadElement('link', { rel: 'stylesheet', href: address }),
        await navigator.serviceWorker.register(address).then(
          () => 'loaded',
          () => 'refused',
        ),
      ])
      return (await Promise.all(all)).map((outcomes, n) => ({ address: addresses[n], outcomes }))
    },
    files.map(({ mediaUrl }) => mediaUrl),
  )
  const outcomes = ['refused', 'refused', 'refused', 'refused']
  expect(loaded).toEqual(files.map(({ mediaUrl: address }) => ({ address, outcomes })))
}

/** Expects that the storage has only random keys and that no file name of a sender is on the disk. */
async function expectFilesInStorage(folder: string): Promise<void> {
  const stored = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true })
  const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([])
  for (const directory of [folder, path.dirname(folder), '/etc', '/tmp', path.join(import.meta.dirname, '../..')])
    expect((await readdir(directory)).filter((name) => name.includes('noroshi-escaped'))).toEqual([])
}

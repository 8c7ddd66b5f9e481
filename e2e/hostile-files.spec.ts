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
import { administrator } from './fixtures/administrator.ts'
import { asks, tries } from './fixtures/api.ts'
import { type HostileFile, hostileFiles } from './fixtures/hostile-files.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import type { Person } from './fixtures/person.ts'
import { staysOurs, watchScripts } from './fixtures/scripts.ts'

const TEXT = 'alert(1)'

test(
  'whatever files people send, nothing in them runs and nothing leaves its place',
  onlyLong(),
  async ({ server, visitor, signedIn }) => {
    test.slow()
    const admin = await administrator(server, visitor, { withoutPolicy: true, wide: true })
    const mallory = await signedIn('Mallory', { withoutPolicy: true })
    const ran = watchScripts(admin)
    const corpus = await hostileFiles()
    expect(corpus.length).toBeGreaterThanOrEqual(30)
    const sent = await sendEverywhere(admin, mallory, corpus)

    await admin.open('/') // the administrator's pages may load the files from here on
    await sent.resolve()
    for (const screen of sent.screens) await staysOurs(admin, screen, ran)
    for (const media of sent.files) await opensItself(admin, media, ran)
    await runsNoneAsCode(admin, sent.files)
    expect(ran).toEqual([])
    await lieWhereTheyShould(server.folder)
  },
)

/** Each file to a post, an alert and a chat; pictures to a comment and as an avatar. */
async function sendEverywhere(admin: Person, mallory: Person, corpus: readonly HostileFile[]) {
  const kenji = await asks(admin, accountRoutes.me)
  const feed = await asks(admin, feedRoutes.create, { form: { name: 'Files', isPublic: 'true', allowsPostByAnyUser: 'true' } })
  const group = await asks(mallory, threadRoutes.createGroup, { body: { name: 'Files', recipients: [kenji.id] } })
  const alert = await asks(mallory, alertRoutes.raise, { body: { textContent: TEXT } })
  const files: Media[] = []
  let postId = ''
  for (let at = 0; at < corpus.length; at += FILES_MAX) {
    const some = (field: string) => corpus.slice(at, at + FILES_MAX).map(({ name, bytes }) => ({ field, name, bytes }))
    const post = await asks(mallory, postRoutes.create, {
      params: { id: feed.id },
      form: { textContent: TEXT },
      files: some('mediaUrl'),
    })
    const form = { messageThreadId: group.id, text: TEXT, messageType: 'normalChat' }
    const message = await asks(mallory, messageRoutes.upload, { form, files: some('messageMedia') })
    await asks(mallory, alertRoutes.upload, { form: { alertId: alert.id, caption: TEXT }, files: some('files') })
    files.push(...post.postMedia, ...message.messageMedias)
    postId = post.id
  }
  expect(files).toHaveLength(corpus.length * 2)
  for (const { name, bytes } of corpus) {
    const comment = { EntityId: postId, entityType: 'post', description: TEXT }
    const status = await tries(mallory, commentRoutes.create, { form: comment, files: [{ field: 'files', name, bytes }] })
    expect([201, 400, 429], name).toContain(status)
  }
  return {
    files,
    resolve: () => asks(admin, alertRoutes.resolve, { body: { AlertId: alert.id } }),
    screens: [
      `/feed/${feed.id}/posts`,
      `/feed/${feed.id}/posts/${postId}/comments`,
      `/messages/${group.id}`,
      `/alerts/${alert.id}/messages/${alert.alertMessageThread.MessageThreadId}`,
    ],
  }
}

/** By its own address it is a download, or shown without running. */
async function opensItself({ context, url }: Person, media: Media, ran: readonly string[]): Promise<void> {
  const tab = await context.newPage()
  tab.on('dialog', (dialog) => expect.soft(dialog.message(), media.previewName).toBe('no script'))
  const answer = await context.request.get(url + media.mediaUrl)
  const { 'content-type': type = '', 'content-disposition': disposition = '', ...headers } = answer.headers()
  expect.soft(headers['x-content-type-options'], media.previewName).toBe('nosniff')
  expect
    .soft(type, media.previewName)
    .toMatch(/^(application\/octet-stream|image\/(jpeg|png|webp)|video\/webm|audio\/(webm|wav))$/)
  if (type === 'application/octet-stream') expect.soft(disposition, media.previewName).toMatch(/^attachment;/)
  // A download ends the navigation.
  await tab
    .goto(url + media.mediaUrl)
    .catch((error: unknown) => expect(String(error)).toMatch(/Download is starting|ERR_ABORTED/))
  await tab.close()
  expect.soft(ran, media.previewName).toEqual([])
}

/** No page of this origin can be made to take a file for a program, a style or a page within it. */
async function runsNoneAsCode(person: Person, files: readonly Media[]): Promise<void> {
  person.expects(/MIME type|Refused|net::ERR_|Failed to load/)
  const taken = await person.page.evaluate(
    async (addresses) => {
      const outcome = (make: (done: (what: string) => void) => void) =>
        new Promise<string>((resolve) => {
          make(resolve)
          setTimeout(() => resolve('nothing'), 60_000)
        })
      const element = <Tag extends 'link' | 'script'>(tag: Tag, set: Partial<HTMLElementTagNameMap[Tag]>) =>
        outcome((done) => {
          const one = Object.assign(document.createElement(tag), set)
          one.addEventListener('load', () => done('taken'))
          one.addEventListener('error', () => done('refused'))
          document.head.append(one)
        })
      const all = addresses.map(async (address) => [
        await element('script', { src: address }),
        await element('script', { src: address, type: 'module' }),
        await element('link', { rel: 'stylesheet', href: address }),
        await navigator.serviceWorker.register(address).then(
          () => 'taken',
          () => 'refused',
        ),
      ])
      return (await Promise.all(all)).map((outcomes, n) => ({ address: addresses[n], outcomes }))
    },
    files.map(({ mediaUrl }) => mediaUrl),
  )
  const outcomes = ['refused', 'refused', 'refused', 'refused']
  expect(taken).toEqual(files.map(({ mediaUrl: address }) => ({ address, outcomes })))
}

/** Storage holds random keys alone, and no name of a sender is anywhere on the disk. */
async function lieWhereTheyShould(folder: string): Promise<void> {
  const stored = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true })
  const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([])
  for (const place of [folder, path.dirname(folder), '/etc', '/tmp', path.join(import.meta.dirname, '..')])
    expect((await readdir(place)).filter((name) => name.includes('noroshi-escaped'))).toEqual([])
}

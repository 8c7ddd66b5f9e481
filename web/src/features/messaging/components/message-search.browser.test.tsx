import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { messageSearchQuery } from '../find/find.queries.ts'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { MessageSearch } from './message-search.tsx'

const me = person('Ben')
const thread = aThread(1)
const none = page.getByText('Nothing found')
const field = page.getByRole('searchbox')

/** The replies to the reads of threads and to the search, which the test gives. */
let threads = Promise.withResolvers<Response>()
let found = Promise.withResolvers<Response>()
const list = (items: readonly unknown[]) => Response.json({ items, nextCursor: null })
const hit = (message: Message) => ({ message, threadName: 'Aiko' })

const isAsked = (text: string) =>
  vi.mocked(window.fetch).mock.calls.some(([url]) => new URL(new Request(url).url).searchParams.get('text') === text)

/** Searches, and waits until the server is asked for messages. */
async function search(text: string) {
  const { cache } = await renderPage(<MessageSearch onSearching={() => undefined} />)
  await field.fill(text)
  await expect.poll(() => isAsked(text)).toBe(true)
  return cache
}

beforeEach(() => {
  threads = Promise.withResolvers()
  found = Promise.withResolvers()
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname, searchParams } = new URL(new Request(request).url)
    return (await (searchParams.has('text') ? found : pathname.includes('/message-threads/') ? threads : found).promise).clone()
  })
  setAccessToken('token')
  setSessionUser('token', me.id)
  setCurrentUser({ id: me.id, isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('a search says that nothing was found only when the messages and the chats are known', async () => {
  const cache = await search('water')
  const loading = page.getByRole('status', { name: 'Loading' })
  await expect.element(loading).toBeInTheDocument()
  expect(none.query()).toBeNull()
  found.resolve(list([]))
  await expect.poll(() => cache.getQueryState(messageSearchQuery('water').queryKey)?.status).toBe('success')
  await expect.element(loading).toBeInTheDocument()
  expect(none.query()).toBeNull()
  threads.resolve(list([]))
  await expect.element(none).toBeVisible()
})

test('a search that found a chat and no message does not say that nothing was found', async () => {
  await search('aik')
  threads.resolve(list([{ ...thread, latestMessage: aMessage(thread, 1) }]))
  found.resolve(list([]))
  await expect.element(page.getByRole('list', { name: 'Chats' }).getByText('Aik')).toBeVisible()
  await expect.element(page.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument()
  expect(none.query()).toBeNull()
})

test('a search whose messages do not load says so, and not that nothing was found', async () => {
  await search('water')
  threads.resolve(list([]))
  found.reject(new TypeError('no network'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(none.query()).toBeNull()
})

test('a text whose results are unknown does not say that nothing was found, although nothing was found for the one before', async () => {
  await search('watch')
  threads.resolve(list([]))
  found.resolve(list([]))
  await expect.element(none).toBeVisible()
  found = Promise.withResolvers()
  await field.fill('water')
  await expect.poll(() => isAsked('water')).toBe(true)
  await expect.element(none).not.toBeInTheDocument()
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  found.resolve(list([hit(aMessage(thread, 1, me, { text: 'water has arrived' }))]))
  await expect.element(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toBeVisible()
})

test('results of an earlier text stay until those of the next one are known', async () => {
  await search('wat')
  threads.resolve(list([]))
  found.resolve(list([hit(aMessage(thread, 1, me, { text: 'water has arrived' }))]))
  const results = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect.element(results).toBeVisible()
  found = Promise.withResolvers()
  await field.fill('waters')
  await expect.poll(() => isAsked('waters')).toBe(true)
  await expect.element(results).toBeVisible()
  found.resolve(list([]))
  await expect.element(none).toBeVisible()
})

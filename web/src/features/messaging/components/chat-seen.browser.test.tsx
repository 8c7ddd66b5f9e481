import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { useKnownThread } from '../messaging.queries.ts'
import { receiveMessage } from '../receive.ts'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { messagingStore, receiveThread } from '../thread-store.ts'
import { threadOf } from '../thread-views.ts'
import { Chat } from './chat.tsx'

const me = person('Ben')
const SEEN_BEFORE = 10
const ALL = 130
const messages = (last: number) => Array.from({ length: last }, (_, index) => aMessage(aThread(1), index + 1))
let sent = messages(ALL)
const thread = (changes: object = {}) =>
  aThread(1, {
    latestMessage: sent.at(-1) ?? null,
    seenSeq: SEEN_BEFORE,
    deliveredSeq: ALL,
    unreadMessagesCount: ALL - SEEN_BEFORE,
    ...changes,
  })

function Shown() {
  const shown = useKnownThread(thread().id)
  return (
    <div style={{ height: 400, display: 'flex' }}>
      {shown && <Chat key={shown.id} thread={shown} targetSeq={null} events={[]} />}
    </div>
  )
}

async function open(changes: object = {}): Promise<QueryClient> {
  const { cache } = await renderPage(<Shown />)
  receiveThread(messagingStore(cache), thread(changes))
  return cache
}

const known = (cache: QueryClient) => threadOf(messagingStore(cache), thread().id)
const seenSeq = (cache: QueryClient) => known(cache)?.seenSeq
const stream = () => document.querySelector<HTMLElement>('[data-chat] [tabindex="0"]')
/** The seqs of the messages whose end is in the scroller. */
const onScreen = () => {
  const { top, bottom } = stream()?.getBoundingClientRect() ?? new DOMRect()
  return [...document.querySelectorAll<HTMLElement>('[data-seq]')].flatMap((line) => {
    const end = line.getBoundingClientRect().bottom
    return end > top && end <= bottom + 1 ? [Number(line.dataset['seq'])] : []
  })
}
const waitABit = () => new Promise((resolve) => setTimeout(resolve, 900))

beforeEach(() => {
  sent = messages(ALL)
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname, searchParams } = new URL(new Request(request).url)
    if (!pathname.endsWith('/messages')) return Response.json({ items: [], nextCursor: null })
    await new Promise((resolve) => setTimeout(resolve, 50)) // as a server
    const [before, after] = [searchParams.get('before'), searchParams.get('after')]
    const limit = Number(searchParams.get('limit') ?? 50)
    const fitting = sent.filter(({ seq }) => (before === null || seq < Number(before)) && (after === null || seq > Number(after)))
    const items = after === null ? fitting.slice(-limit) : fitting.slice(0, limit)
    const next = fitting.length > limit ? (after === null ? items[0] : items.at(-1)) : undefined
    return Response.json({ items, nextCursor: next ? String(next.seq) : null })
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

test('a thread with 120 unread messages opens at the first of them and marks only those on the screen', async () => {
  const cache = await open()
  await expect.element(page.getByText('message 11', { exact: true })).toBeVisible()
  await expect.element(page.getByText('New', { exact: true })).toBeVisible()
  expect(seenSeq(cache)).toBe(SEEN_BEFORE) // opening resets nothing
  await expect.poll(() => seenSeq(cache)).toBeGreaterThan(SEEN_BEFORE)
  await waitABit()
  const last = onScreen().at(-1) ?? 0
  expect(last).toBeGreaterThan(SEEN_BEFORE)
  expect(last).toBeLessThan(40)
  expect(seenSeq(cache)).toBe(last)
  await expect.element(page.getByRole('button', { name: `${ALL - last} new messages` })).toBeVisible()
})

test('messages that pass by are not seen; the divider stays; the button marks all and says so', async () => {
  const cache = await open()
  await expect.poll(() => seenSeq(cache)).toBeGreaterThan(SEEN_BEFORE)
  const seenFirst = seenSeq(cache) ?? 0
  stream()?.scrollBy(0, 3000)
  await waitABit()
  expect(onScreen()[0]).toBeGreaterThan(seenFirst + 1)
  expect(seenSeq(cache)).toBe(seenFirst)
  stream()?.scrollTo(0, 0)
  await expect.element(page.getByText('New', { exact: true })).toBeInTheDocument()
  await page.getByRole('button', { name: `${ALL - (seenSeq(cache) ?? 0)} new messages` }).click()
  await expect.element(page.getByText(`message ${ALL}`, { exact: true })).toBeVisible()
  expect(seenSeq(cache)).toBe(ALL)
  await expect.element(page.getByText('All messages marked as seen')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /new message/ })).not.toBeInTheDocument()
})

test('a new message at the end of the chat never counts as unread and is seen at once', async () => {
  sent = messages(12)
  const cache = await open({ seenSeq: 12, unreadMessagesCount: 0 })
  await expect.element(page.getByText('message 12', { exact: true })).toBeVisible()
  const counts: (number | undefined)[] = []
  messagingStore(cache).subscribe('threadLatest', () => counts.push(known(cache)?.unreadMessagesCount))
  receiveMessage(cache, aMessage(aThread(1), 13))
  await expect.element(page.getByText('message 13', { exact: true })).toBeVisible()
  await expect.poll(() => seenSeq(cache)).toBe(13)
  expect(counts).not.toContain(1)
})

test('a hidden page marks nothing', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const cache = await open()
  await expect.element(page.getByText('message 11', { exact: true })).toBeVisible()
  await waitABit()
  expect(seenSeq(cache)).toBe(SEEN_BEFORE)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => seenSeq(cache)).toBeGreaterThan(SEEN_BEFORE)
})

test('a thread that the user has not accepted marks nothing', async () => {
  const cache = await open({ hasAccepted: null })
  await expect.element(page.getByText('message 11', { exact: true })).toBeVisible()
  await waitABit()
  expect(seenSeq(cache)).toBe(SEEN_BEFORE)
})

test('messages below a dialog are not seen', async () => {
  const cover = document.createElement('div')
  cover.style.cssText = 'position: fixed; inset: 0; z-index: 99'
  document.body.append(cover)
  const cache = await open()
  await expect.element(page.getByText('message 11', { exact: true })).toBeInTheDocument()
  await waitABit()
  expect(seenSeq(cache)).toBe(SEEN_BEFORE)
  cover.remove()
  await expect.poll(() => seenSeq(cache), { timeout: 3000 }).toBeGreaterThan(SEEN_BEFORE)
})

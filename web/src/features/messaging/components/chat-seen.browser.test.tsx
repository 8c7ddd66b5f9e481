import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { receiveMessage } from '../receive.ts'
import { endChat, serveChat, showChat } from '../testing/chat-page.tsx'
import { aMessage, aThread } from '../testing/fake-threads.ts'
import { messagingStore } from '../thread-store.ts'
import { threadOf } from '../thread-views.ts'

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

const open = (changes: object = {}): Promise<QueryClient> => showChat(thread(changes))

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
  serveChat(() => sent)
})
afterEach(endChat)

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
  await expect.element(page.getByText(`message ${ALL}`, { exact: true })).toBeInViewport()
  expect(seenSeq(cache)).toBe(ALL)
  await expect.element(page.getByText('All messages marked as seen')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /new message/ })).not.toBeInTheDocument()
})

test('the button to the newest message reaches it although it is not loaded', async () => {
  sent = messages(75) // the newest page overlaps with the page at which the thread opens
  const cache = await open({ unreadMessagesCount: 75 - SEEN_BEFORE })
  await page.getByRole('button', { name: `${75 - SEEN_BEFORE} new messages` }).click()
  await expect.poll(onScreen).toContain(75)
  expect(seenSeq(cache)).toBe(75)
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

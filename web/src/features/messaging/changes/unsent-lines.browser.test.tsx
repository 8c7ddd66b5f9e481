import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { setQueryCache } from '../../../platform/connection/query-cache.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { sendMessage } from '../pending.ts'
import { endChat, serveChat, showChat } from '../testing/chat-page.tsx'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { quoteOf } from '../thread-store.ts'
import { changeMessage, forwardMessage } from './unsent-changes.ts'

const [aiko, ben] = [person('Aiko'), person('Ben')]
const thread = aThread(1, { isGroup: true })
const poll = {
  options: ['Harbour', 'Lighthouse'].map((text, id) => ({ id, text, count: 0, voterIds: [] })),
  isMultiple: false,
  closesAt: null,
  closedAt: null,
  voterCount: 0,
}
const water = aMessage(thread, 1, ben, { text: 'Who brings water?' })
const answer = aMessage(thread, 2, aiko, { text: 'I do', quote: quoteOf(water) })
const question = aMessage(thread, 3, aiko, { text: 'Where do we meet?', poll })
/** A message of another thread. */
const code = aMessage(aThread(2, { isGroup: true }), 4, aiko, { text: 'Gate code is 4711' })
const REASON = 'This poll is closed'

let hiddenIds: readonly string[] = []
/** The reply of the server to changes; without it, there is no connection. */
let refusal: { readonly code: string; readonly message: string } | null = null

async function open(): Promise<void> {
  const messages: readonly Message[] = [water, answer, question]
  serveChat(
    () => messages,
    ({ pathname }) => (pathname.endsWith('/hidden') ? { messageIds: hiddenIds } : { items: [], nextCursor: null }),
  )
  const served = vi.mocked(window.fetch).getMockImplementation()
  vi.mocked(window.fetch).mockImplementation(async (request, init) => {
    if (served && (init?.method ?? 'GET') === 'GET') return served(request, init)
    if (!refusal) throw new TypeError('Failed to fetch')
    return Response.json({ ...refusal, issues: [] }, { status: 409 })
  })
  setQueryCache(await showChat(thread))
  await expect.element(page.getByText(answer.text, { exact: true })).toBeVisible()
}

const line = (text: string) => page.getByRole('log').getByText(text, { exact: true }).element().closest('[data-line]')
const quoteIn = (text: string) => line(text)?.querySelector('button')?.getAttribute('aria-label')

beforeEach(() => {
  hiddenIds = []
  refusal = null
})
afterEach(async () => {
  await outbox.discardOfUsers()
  endChat()
})

test('an unsent reply shows what it quotes, and every quote follows an unsent edit and an unsent deletion', async () => {
  await open()
  sendMessage({ threadId: thread.id, alertId: null }, { text: 'Me too', replyToId: water.id })
  await expect.element(page.getByText('Me too')).toBeVisible()
  const quotes = () => ['I do', 'Me too'].map(quoteIn)
  await expect.poll(quotes).toEqual(Array(2).fill('Show the message of Ben: Who brings water?'))
  changeMessage(water, { kind: 'edit', text: 'Who brings food?', mentions: [] })
  await expect.poll(quotes).toEqual(Array(2).fill('Show the message of Ben: Who brings food?'))
  changeMessage(water, { kind: 'delete' })
  await expect.poll(quotes).toEqual(Array(2).fill('Show the message of Ben: Message deleted'))
  expect(document.body.textContent).not.toContain('Who brings')
})

test('a quote of a message that the user has hidden does not show it', async () => {
  hiddenIds = [water.id]
  await open()
  await expect.poll(() => quoteIn('I do')).toBe('Show the message of Ben: Hidden message')
  expect(document.body.textContent).not.toContain('Who brings')
})

test('a message that is forwarded without a connection waits in the other thread', async () => {
  await open()
  forwardMessage(water, thread.id)
  forwardMessage(code, thread.id)
  await expect.element(page.getByText('Waiting to be sent').nth(1)).toBeVisible()
  const waiting = [...document.querySelectorAll('[data-line]:not([data-seq])')].map(({ textContent }) => textContent)
  expect(waiting).toEqual([expect.stringMatching(/^Forwarded.*Who brings water\?/), expect.stringMatching(/^Forwarded…/)])
})

test('a refused forward names the reason, and its line stays until the user sends it again or deletes it', async () => {
  refusal = { code: 'thread.blocked', message: 'You cannot write in this chat' }
  await open()
  forwardMessage(water, thread.id)
  await expect.element(page.getByText(/^Failed to send message\s*You cannot write in this chat$/)).toBeVisible()
  await expect.element(page.getByText('Not sent')).toBeVisible()
  expect(outbox.refused().map(outbox.describe)).toEqual([{ title: 'Forwarded message', text: 'Who brings water?' }])
})

test('a refused vote names the reason, and the chosen option stays in the list of unsent content', async () => {
  refusal = { code: 'poll.closed', message: REASON }
  await open()
  changeMessage(question, { kind: 'vote', optionIds: [1] })
  await expect.element(page.getByText(new RegExp(`${REASON}$`))).toBeVisible()
  const refused = () => outbox.refused().map((entry) => ({ ...outbox.describe(entry), reason: entry.refusal?.message }))
  expect(refused()).toEqual([{ title: 'Vote: Lighthouse', text: 'Where do we meet?', reason: REASON }])
  changeMessage(question, { kind: 'vote', optionIds: [0] })
  await expect.poll(refused).toEqual([{ title: 'Vote: Harbour', text: 'Where do we meet?', reason: REASON }])
})

test('a discarded message whose reply was lost is deleted if it has arrived', async () => {
  await open()
  const sent: string[] = []
  const deleted: string[] = []
  const served = vi.mocked(window.fetch).getMockImplementation()
  vi.mocked(window.fetch).mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST') sent.push(((await request.json()) as { clientId: string }).clientId)
    if (request.method !== 'DELETE') return served?.(input, init) ?? Response.error()
    deleted.push(new URL(request.url).pathname)
    return Response.json({ message: null })
  })
  sendMessage({ threadId: thread.id, alertId: null }, { text: 'Sent by mistake' })
  await expect.element(page.getByText('Waiting to be sent')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Sent by mistake')).not.toBeInTheDocument()
  await expect.poll(() => deleted).toEqual([expect.stringMatching(new RegExp(`/messages/sent/${sent[0] ?? '-'}$`))])
})

test('an edit of a message that was deleted meanwhile says so, and its text stays in the list of unsent content', async () => {
  refusal = { code: 'message.isDeleted', message: 'This message was deleted' }
  await open()
  changeMessage(answer, { kind: 'edit', text: 'I bring ten bottles', mentions: [] })
  await expect.element(page.getByText(/This message was deleted$/)).toBeVisible()
  const refused = outbox.refused().map((entry) => ({ ...outbox.describe(entry), reason: entry.refusal?.message }))
  expect(refused).toEqual([{ title: 'Edited message', text: 'I bring ten bottles', reason: refusal.message }])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { endChat, serveChat, showChat } from '../testing/chat-page.tsx'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { openFindIn } from './find-state.ts'

/** Messages with these seqs contain the word. */
const HITS = [5, 40, 155, 160]
const ALL = 160
const thread = aThread(1)
const messages = Array.from({ length: ALL }, (_, index) =>
  aMessage(thread, index + 1, person('Aiko'), HITS.includes(index + 1) ? { text: `bridge ${index + 1}` } : {}),
)
/** The queries of the searches. */
let searches: URLSearchParams[] = []
/** Hits of a page of results. */
let pageSize = 30

function search({ pathname, searchParams }: URL) {
  if (!pathname.endsWith('/search')) return { items: [], nextCursor: null }
  searches.push(searchParams)
  const before = Number(searchParams.get('cursor') ?? ALL + 1)
  const found = messages.filter(({ seq, text }) => seq < before && text.includes(searchParams.get('text') ?? '')).toReversed()
  const items = found.slice(0, pageSize).map((message) => ({ message, threadName: 'Aiko' }))
  return { items, nextCursor: found.length > pageSize ? String(items.at(-1)?.message.seq) : null }
}

const field = page.getByRole('searchbox', { name: 'Search in this chat' })
const sought = () => document.querySelector('[data-sought]')?.textContent ?? ''
const status = (text: string) => page.getByRole('search').getByText(text, { exact: true })

async function open() {
  await showChat({ ...thread, latestMessage: messages.at(-1) ?? null, seenSeq: ALL, deliveredSeq: ALL })
  await expect.element(page.getByText('message 159', { exact: true })).toBeVisible()
}

beforeEach(() => {
  searches = []
  pageSize = 30
  serveChat(() => messages, search)
})
afterEach(endChat)

test('Ctrl+F opens the search, and each result is shown in its place, also far above the loaded messages', async () => {
  await open()
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.element(field).toHaveFocus()
  await field.fill('bridge')
  await expect.element(status('1 of 4')).toBeVisible()
  await expect.poll(sought).toContain('bridge 160')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(status('3 of 4')).toBeVisible()
  await expect.poll(sought).toContain('bridge 40')
  await expect.element(page.getByText('bridge 40', { exact: true })).toBeInViewport()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(sought).toContain('bridge 5')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(status('3 of 4')).toBeVisible()
  await page.getByRole('button', { name: 'Later result' }).click()
  await expect.poll(sought).toContain('bridge 155')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Conversation' })).toHaveFocus()
  expect(searches[0]?.get('threadId')).toBe(thread.id)
})

test('further results load behind the last one, and a text without results says so', async () => {
  pageSize = 2
  await open()
  openFindIn(thread.id)
  await field.fill('bridge')
  await expect.element(status('1 of 2+')).toBeVisible()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(status('3 of 4')).toBeVisible()
  await expect.poll(sought).toContain('bridge 40')
  await field.fill('tunnel')
  await expect.element(status('No messages found')).toBeVisible()
})

test('the filters search for a person, days and a kind of file without words', async () => {
  await open()
  openFindIn(thread.id)
  await page.getByRole('button', { name: 'Filters and date' }).click()
  await page.getByRole('combobox', { name: 'Person' }).selectOptions('Aiko')
  await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Pictures')
  await page.getByLabelText('From', { exact: true }).fill('2026-11-20')
  await page.getByLabelText('To', { exact: true }).fill('2026-11-21')
  await expect.poll(() => searches.at(-1)?.get('to')).toBe(new Date(2026, 10, 22).toISOString())
  const last = Object.fromEntries(searches.at(-1) ?? [])
  expect(last).toMatchObject({
    text: '',
    threadId: thread.id,
    senderId: person('Aiko').id,
    media: 'picture',
    from: new Date(2026, 10, 20).toISOString(),
  })
  const count = searches.length
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.element(page.getByRole('search').getByText(/^\d+ of/)).not.toBeInTheDocument()
  expect(searches).toHaveLength(count)
})

test('a day heading leads to the date field, which opens the first message of the day', async () => {
  await open()
  await page
    .getByRole('button', { name: /: Go to a date$/ })
    .first()
    .click()
  const day = page.getByLabelText('Go to a date', { exact: true })
  await expect.element(day).toHaveFocus()
  await day.fill('2020-01-01')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect.poll(sought).toContain('message 1')
  await day.fill('2036-01-01')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect.element(page.getByText('No messages on or after this date')).toBeVisible()
})

test('a search that fails says so and can be repeated', async () => {
  await open()
  openFindIn(thread.id)
  vi.mocked(window.fetch).mockRejectedValueOnce(new TypeError('no network'))
  await field.fill('bridge')
  await expect.element(status('Couldn’t search')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(status('1 of 4')).toBeVisible()
})

import { expect } from '@playwright/test'
import type { Person as Somebody } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { test } from './fixtures/journey.ts'
import { wordsIn } from './fixtures/words.ts'

const PAGE = 100
const COUNT = 250

const neighbour = (number: number): Somebody => {
  const firstName = `Neighbour ${String(number).padStart(3, '0')}`
  return { id: crypto.randomUUID(), firstName, lastName: '', fullName: firstName, avatarUrl: null }
}

// The unit's own paging is proven beside the service; here its answers are put in the place of a town's.
test('the members of one’s alert groups come page by page as one scrolls, each of them once', async ({ signedIn }) => {
  const words = wordsIn('en')
  const ben = await signedIn('Ben')
  const { page } = ben
  const people = Array.from({ length: COUNT }, (_, index) => neighbour(index + 1))
  const asked: string[] = []
  await page.route(`**${API_BASE}${alertRoutes.groupMembers.path}*`, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    asked.push(cursor ?? 'first')
    const from = people.findIndex(({ id }) => id === cursor) + 1
    const items = people.slice(from, from + PAGE)
    const nextCursor = from + PAGE < COUNT ? (items.at(-1)?.id ?? null) : null
    return route.fulfill({ json: { items, nextCursor } })
  })
  await ben.open('/alerts')
  await page.getByRole('tab', { name: words('alerts.members') }).click()
  const rows = page.getByRole('link', { name: /^Neighbour/ })
  await expect(rows).toHaveCount(PAGE)
  await expect(rows.first()).toContainText('Neighbour 001')
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(2 * PAGE)
  await rows.last().scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(COUNT)
  await expect(rows.last()).toContainText('Neighbour 250')
  expect(asked.slice(0, 3)).toEqual(['first', people[PAGE - 1]?.id, people[2 * PAGE - 1]?.id])
  await expect(page.getByRole('button', { name: words('alerts.membersMore') })).toHaveCount(0)
})

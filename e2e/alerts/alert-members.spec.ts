import { expect } from '@playwright/test'
import type { Person as Member } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const PAGE = 100
const COUNT = 250

const createNeighbour = (number: number): Member => {
  const firstName = `Neighbour ${String(number).padStart(3, '0')}`
  return { id: crypto.randomUUID(), firstName, lastName: '', fullName: firstName, avatarUrl: null }
}

// A server test covers the paging of the service. This journey replaces the replies of the server by the replies of a
// large town's server.
test(
  'scrolling the members of the user’s own alert groups loads further pages, with each member once',
  onlyLong(),
  async ({ signedIn }) => {
    const t = textsIn('en')
    const ben = await signedIn('Ben')
    const { page } = ben
    const people = Array.from({ length: COUNT }, (_, index) => createNeighbour(index + 1))
    const requests: string[] = []
    await page.route(`**${API_BASE}${alertRoutes.groupMembers.path}*`, (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor')
      requests.push(cursor ?? 'first')
      const from = people.findIndex(({ id }) => id === cursor) + 1
      const items = people.slice(from, from + PAGE)
      const nextCursor = from + PAGE < COUNT ? (items.at(-1)?.id ?? null) : null
      return route.fulfill({ json: { items, nextCursor } })
    })
    await ben.open('/alerts')
    await page.getByRole('tab', { name: t('alerts.members') }).click()
    const rows = page.getByRole('link', { name: /^Neighbour/ })
    await expect(rows).toHaveCount(PAGE)
    await expect(rows.first()).toContainText('Neighbour 001')
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(2 * PAGE)
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(COUNT)
    await expect(rows.last()).toContainText('Neighbour 250')
    // The catch-up after the connection may fetch a page once more.
    expect([...new Set(requests)]).toEqual(['first', people[PAGE - 1]?.id, people[2 * PAGE - 1]?.id])
    await expect(page.getByRole('button', { name: t('alerts.membersMore') })).toHaveCount(0)
  },
)

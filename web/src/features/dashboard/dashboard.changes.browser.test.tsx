import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import { renderPage } from '../../testing/render-page.tsx'
import { useOrderLinks } from './dashboard.changes.ts'
import { allLinksQuery } from './dashboard.queries.ts'

type LinkList = z.output<typeof dashboardRoutes.links.reply>

const request = vi.spyOn(window, 'fetch')
afterEach(() => request.mockReset())

const ORDERS = [
  ['b', 'a'],
  ['a', 'b'],
]

function Buttons() {
  const { change, newest } = useOrderLinks('water')
  return (
    <>
      {ORDERS.map((order) => (
        <button key={order.join('')} type="button" onClick={() => void change(order).catch(() => undefined)}>
          {order.join('')}
        </button>
      ))}
      <output>{newest?.join('') ?? 'none'}</output>
    </>
  )
}

test('orders are sent one after the other, also after a refusal, and the newest one is known until it is confirmed', async () => {
  const replies: ((reply: Response) => void)[] = []
  request.mockImplementation(() => new Promise((resolve) => replies.push(resolve)))
  const { cache } = await renderPage(<Buttons />)
  const { queryKey } = allLinksQuery('water')
  // `as`: the fields that an order needs
  cache.setQueryData(queryKey, { items: [{ id: 'b' }, { id: 'a' }], nextCursor: null } as unknown as LinkList)
  const newest = page.getByRole('status').first()
  const sent = () =>
    request.mock.calls.map(([, init]) => (typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null))

  await page.getByRole('button', { name: 'ba' }).click()
  await page.getByRole('button', { name: 'ab' }).click()
  await expect.element(newest).toHaveTextContent('ab')
  expect(sent()).toEqual([{ ids: ['b', 'a'] }])

  replies[0]?.(Response.json({ code: 'dashboard.orderChanged' }, { status: 409 }))
  await expect.poll(sent).toEqual([{ ids: ['b', 'a'] }, { ids: ['a', 'b'] }])
  await expect.element(newest).toHaveTextContent('ab')
  replies[1]?.(Response.json({ items: [] }))
  await expect.element(newest).toHaveTextContent('none')
  // Also if the list cannot be fetched again.
  expect(cache.getQueryData(queryKey)?.items.map(({ id }) => id)).toEqual(['a', 'b'])
})

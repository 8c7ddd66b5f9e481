import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { SelfService } from './self-service-people.tsx'

const place = { placeId: '01990000-0000-7000-8000-000000000031', code: 'x'.repeat(22) }
const sora = '01990000-0000-7000-8000-000000000032'
const isHere = { dependantId: null, name: 'Aiko', kind: null, mode: null }
const view = {
  placeName: '若葉小学校',
  isClosed: false,
  people: [isHere, { ...isHere, dependantId: sora, name: 'Sora', kind: 'child' }],
}

afterEach(() => vi.restoreAllMocks())

test('only the user is chosen until a dependant is, who may be elsewhere', async () => {
  const entered: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const body = (await request.json()) as { people?: { dependantId: string | null }[] }
    if (body.people) entered.push(body.people.map(({ dependantId }) => dependantId))
    return Response.json(view)
  })
  await renderPage(<SelfService place={place} />)
  await page.getByRole('button', { name: 'I am here (1 person)' }).click()
  await expect.poll(() => entered).toEqual([[null]])
  await page.getByRole('checkbox', { name: 'Sora' }).click()
  await page.getByRole('button', { name: 'We are here (2 people)' }).click()
  await expect.poll(() => entered).toEqual([[null], [null, sora]])
})

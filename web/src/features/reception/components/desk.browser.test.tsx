import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Place } from '@noroshi/contract/places/places.http'
import type { Found } from '@noroshi/contract/reception/reception.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { Desk } from './desk.tsx'

const place: Place = {
  id: '01990000-0000-7000-8000-000000000021',
  kind: 'shelter',
  name: '若葉小学校',
  note: '',
  state: 'open',
  capacity: 300,
  latitude: 38.26,
  longitude: 140.87,
  version: 1,
  updatedAt: '2026-11-30T09:30:00.000Z',
}
const userId = '01990000-0000-7000-8000-000000000022'
const dependantId = '01990000-0000-7000-8000-000000000023'
const details = { birthYear: null, needs: [], needsNote: '' }
const found: Found = {
  member: {
    person: { id: userId, firstName: 'Aiko', lastName: '', fullName: 'Aiko', avatarUrl: null },
    kana: '',
    sex: 'female',
    address: '',
    mayBeFound: false,
    ...details,
    dependants: [{ id: dependantId, kind: 'child', name: 'Sora', kana: '', sex: 'notStated', version: 1, ...details }],
  },
  registered: [],
}

interface Sent {
  readonly id: string
  readonly people: readonly { readonly kind: string }[]
}
let asked: string[] = []
let sent: Sent[] = []
let status = 201

beforeEach(() => {
  asked = []
  sent = []
  status = 201
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (pathname.endsWith('/found')) {
      asked.push(search)
      return Response.json(found)
    }
    if (!pathname.endsWith('/households')) throw new TypeError('no network')
    sent.push((await request.json()) as Sent)
    return Response.json(status === 201 ? { people: [], doubles: [] } : { code: 'internal', message: 'Wrong', issues: [] }, {
      status,
    })
  })
})
afterEach(() => vi.restoreAllMocks())

const findByCode = async (code: string) => {
  await page.getByLabelText('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}

test('a typed code adds a user with the dependants once, and one press receives those who are chosen', async () => {
  await renderPage(<Desk place={place} />)
  await findByCode('7k3m')
  await expect.element(page.getByText('This is not a code of 8 characters')).toBeVisible()
  expect(asked).toEqual([])
  for (let times = 1; times <= 2; times++) {
    await findByCode('７k3m-9qtx')
    await expect.poll(() => asked).toHaveLength(times)
  }
  expect(asked[0]).toBe('?code=7K3M-9QTX')
  await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(2)
  await page.getByRole('checkbox', { name: 'Sora' }).click()
  await page.getByRole('button', { name: 'Receive 1 person' }).click()
  await expect.element(page.getByText(/1 person received/)).toBeVisible()
  expect(sent).toMatchObject([{ mode: 'inside', people: [{ kind: 'member', userId }] }])
})

test('a household that the server did not receive stays, and the next attempt has the same id', async () => {
  status = 500
  await renderPage(<Desk place={place} />)
  await page.getByRole('button', { name: 'Person without an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Person without an account' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Please enter a name')).toBeVisible()
  await dialog.getByLabelText('Name', { exact: false }).first().fill('佐藤 花')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const receive = page.getByRole('button', { name: 'Receive 1 person' })
  await receive.click()
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(page.getByRole('checkbox', { name: '佐藤 花' })).toBeVisible()
  status = 201
  await receive.click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
})

test('typed people are cleared after a question only', async () => {
  await renderPage(<Desk place={place} />)
  await findByCode('7K3M9QTX')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Aiko' })).toBeInTheDocument()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Place } from '@noroshi/contract/places/places.http'
import type { Found } from '@noroshi/contract/reception/found'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { deskVault } from '../offline/desk-vault.ts'
import { unsentOf } from '../offline/unsent-desk-changes.ts'
import { fakeRegistered } from '../testing/fake-registered.ts'
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
const foundMember: Found = {
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
let corrected: unknown[] = []
let departed: unknown[] = []
/** The status of the reply to a household; null: the server cannot be reached. */
let status: number | null = 201
let reply = Promise.resolve()
let found = foundMember

beforeEach(() => {
  asked = []
  sent = []
  corrected = []
  departed = []
  status = 201
  reply = Promise.resolve()
  found = foundMember
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (pathname.endsWith('/found')) {
      asked.push(search)
      return Response.json(found)
    }
    if (request.method === 'PATCH') {
      corrected.push(await request.json())
      return Response.json({})
    }
    if (pathname.endsWith('/departures') && status !== null) {
      departed.push(await request.json())
      return Response.json({ people: [] })
    }
    if (pathname.endsWith('/secret')) return Response.json({ secret: 'A'.repeat(43) })
    if (!pathname.endsWith('/households') || status === null) throw new TypeError('no network')
    sent.push((await request.json()) as Sent)
    await reply
    return Response.json(
      status === 201
        ? { people: [], doubles: [] }
        : { code: status === 409 ? 'conflict' : 'internal', message: 'Wrong', issues: [] },
      {
        status,
      },
    )
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

test('after a lost reply and a changed list, the next attempt has another id and names who is in the register', async () => {
  await page.viewport(1000, 1400)
  status = 500
  await renderPage(<Desk place={place} />)
  await page.getByRole('button', { name: 'Person without an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Person without an account' })
  await dialog.getByLabelText('Name', { exact: false }).first().fill('佐藤 花')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Receive 1 person' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  await findByCode('7K3M9QTX')
  status = 409
  const receive = page.getByRole('button', { name: 'Receive 3 people' })
  await receive.click()
  await expect.poll(() => corrected).toMatchObject([{ name: '佐藤 花' }])
  status = 201
  await receive.click()
  await expect.element(page.getByText(/3 people received/)).toBeVisible()
  expect(sent[1]?.id).toBe(sent[0]?.id)
  expect(sent[2]?.id).not.toBe(sent[0]?.id)
  expect(sent[2]?.people.map(({ kind }) => kind)).toEqual(['known', 'member', 'dependant'])
})

const addGuest = async (name: string) => {
  await page.getByRole('button', { name: 'Person without an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Person without an account' })
  await dialog.getByLabelText('Name', { exact: false }).first().fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
}

test('a person who is added while a household is sent stays for the next one', async () => {
  await page.viewport(1000, 1400)
  let answer = (): void => undefined
  reply = new Promise((resolve) => {
    answer = resolve
  })
  await renderPage(<Desk place={place} />)
  await addGuest('佐藤 花')
  await page.getByRole('button', { name: 'Receive 1 person' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(page.getByRole('checkbox', { name: '佐藤 花' })).toBeDisabled()
  await addGuest('鈴木 一郎')
  answer()
  await expect.element(page.getByRole('checkbox', { name: '佐藤 花' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Receive 1 person' }).click()
  await expect.poll(() => sent).toMatchObject([{ people: [{ name: '佐藤 花' }] }, { people: [{ name: '鈴木 一郎' }] }])
})

test('after a lost reply and a changed list, a household that is kept on this device has another id', async () => {
  await page.viewport(1000, 1400)
  await deskVault.setPin(place.id, '482913')
  status = 500
  await renderPage(<Desk place={place} />)
  await addGuest('佐藤 花')
  await page.getByRole('button', { name: 'Receive 1 person' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  await addGuest('鈴木 一郎')
  status = null
  await page.getByRole('button', { name: 'Receive 2 people' }).click()
  await expect.poll(() => unsentOf(place.id)).toHaveLength(1)
  const [kept] = unsentOf(place.id)
  expect(kept?.id).not.toBe(sent[0]?.id)
  outbox.discard(kept?.id ?? '')
  await deskVault.remove(place.id)
})

test('a year that is not a number stays in its field with an error, and full-width digits are read', async () => {
  await renderPage(<Desk place={place} />)
  await page.getByRole('button', { name: 'Person without an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Person without an account' })
  await dialog.getByLabelText('Name', { exact: false }).first().fill('佐藤 花')
  const year = dialog.getByLabelText('Year of birth')
  await year.fill('19x6')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Enter a year such as 1956')).toBeVisible()
  await expect.element(year).toHaveValue('19x6')
  await year.fill('１９５６')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Receive 1 person' }).click()
  await expect.poll(() => sent).toMatchObject([{ people: [{ birthYear: 1956 }] }])
})

test('a code of no person in the register is reported, and stays in the field', async () => {
  found = { member: null, registered: [] }
  await renderPage(<Desk place={place} />)
  await findByCode('7K3M9QTX')
  await expect.element(page.getByText('No people found')).toBeVisible()
  await expect.element(page.getByLabelText('Code', { exact: true })).toHaveValue('7K3M9QTX')
})

test('typed people are cleared after a question only', async () => {
  await renderPage(<Desk place={place} />)
  await findByCode('7K3M9QTX')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Aiko' })).toBeInTheDocument()
})

test('a household that the server refused is changed at the desk, and its entry is deleted once it is received', async () => {
  const discard = vi.spyOn(outbox, 'discard')
  const guest = { kana: '', sex: 'notStated', birthYear: null, address: '', needs: [], needsNote: '', mayBeFound: false } as const
  const person = { kind: 'guest', id: userId, stayId: dependantId, name: '佐藤 花', ...guest } as const
  const body = { id: place.id, mode: 'elsewhere', whereabouts: 'Car', desk: '', ageMs: 0, people: [person] } as const
  const change = { type: 'receive' as const, names: ['佐藤 花'], body: { ...body, people: [{ ...person, needs: [] }] } }
  await renderPage(<Desk place={place} refused={{ id: 'entry', change }} />)
  await expect.element(page.getByRole('textbox', { name: 'Where' })).toHaveValue('Car')
  await page.getByRole('button', { name: 'Change 佐藤 花' }).click()
  const dialog = page.getByRole('dialog', { name: 'Person without an account' })
  await dialog.getByLabelText('Year of birth').fill('1956')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(discard).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Receive 1 person' }).click()
  await expect.poll(() => sent).toMatchObject([{ mode: 'elsewhere', people: [{ id: userId, birthYear: 1956 }] }])
  expect(sent[0]?.id).not.toBe(place.id)
  await expect.poll(() => discard.mock.calls).toEqual([['entry']])
})

test('a scanned household leaves together if all who are chosen are here, and without a connection it is kept', async () => {
  await page.viewport(1000, 1400)
  await deskVault.setPin(place.id, '482913')
  const hana = fakeRegistered(1, 'Hana')
  const sora = fakeRegistered(2, 'Sora', { stay: { ...hana.stay, leftAt: place.updatedAt } })
  found = { member: null, registered: [hana, sora] }
  await renderPage(<Desk place={place} />)
  await findByCode('7K3M9QTX')
  await expect.element(page.getByRole('button', { name: 'Receive 2 people' })).toBeVisible()
  const leave = page.getByRole('button', { name: '1 person leaves' })
  await expect.element(leave).not.toBeInTheDocument() // Sora is not here
  await page.getByRole('checkbox', { name: 'Sora' }).click()
  await leave.click()
  await expect.poll(() => departed).toMatchObject([{ personIds: [hana.id] }])
  await expect.element(page.getByRole('checkbox', { name: 'Hana' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox', { name: 'Sora' })).toBeInTheDocument()
  status = null
  found = { member: null, registered: [fakeRegistered(3, 'Dai')] }
  await findByCode('7K3M9QTX')
  await leave.click()
  await expect.poll(() => unsentOf(place.id)).toHaveLength(1)
  for (const { id } of unsentOf(place.id)) outbox.discard(id)
  await deskVault.remove(place.id)
})

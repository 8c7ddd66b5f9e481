import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setLanguage } from '../../../platform/language/i18n.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ImportDialog } from './import-dialog.tsx'

interface Batch {
  readonly clientId: string
  readonly items: readonly { readonly email: string | null; readonly firstName: string }[]
  readonly mailLanguage: string | null
  readonly replaces: boolean
  readonly expiresInDays: number
}

const batches: Batch[] = []
let sendsMail = false
/** Replies of the batches that fail before one succeeds. */
let failures: (() => Response | Promise<Response>)[] = []

const statusOf = ({ email }: Batch['items'][number]) =>
  email === 'member@example.org' ? 'member' : email === 'invited@example.org' ? 'invited' : 'free'

async function answer(request: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
  if (pathname.endsWith('/unit')) return Response.json({ name: 'Hall', canRegister: true, needsInvitation: true })
  const body = JSON.parse(init?.body as string) as Batch // the body of sendJson
  if (pathname.endsWith('/check')) return Response.json({ sendsMail, items: body.items.map(statusOf) })
  batches.push(body)
  const failure = failures.shift()
  if (failure) return failure()
  return Response.json({
    mailsAgainAt: null,
    expiresAt: '2026-12-13T00:00:00.000Z',
    hosts: [],
    httpPort: null,
    items: body.items.map((item) => ({
      status: 'created',
      link: `https://hall.example.org/register?invite=${item.firstName}`,
      mail: body.mailLanguage === null || item.email === null ? 'none' : 'sent',
    })),
  })
}

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(answer)
  setAccessToken('token')
})
afterEach(async () => {
  batches.length = 0
  failures = []
  sendsMail = false
  clearStored()
  vi.restoreAllMocks()
  await setLanguage('en')
})

function Screen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Import</button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const pressWithKeyboard = async (name: string | RegExp) => {
  const element = button(name)
  await expect.element(element).toBeEnabled()
  // Tab until the button has the focus: it can be reached without a mouse.
  for (let presses = 0; presses < 40 && document.activeElement !== element.element(); presses += 1)
    await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(element.element())
  await userEvent.keyboard('{Enter}')
}
const choose = async (content: BlobPart, name = 'people.csv') => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('there is no field for a file')
  await userEvent.upload(input, new File([content], name, { type: 'text/csv' }))
}
const open = async (content: BlobPart) => {
  await renderPage(<Screen />)
  await pressWithKeyboard('Import')
  await expect.element(button('Choose file')).toHaveFocus()
  await choose(content)
}
const listed = () =>
  [...page.getByRole('list', { name: /Rows|行/ }).element().children].map((row) =>
    [...row.children].map(({ textContent }) => textContent.trim()).join('|'),
  )
/** '氏名,メール,電話\r\n髙橋 﨑子,t@example.org,090\r\n' as Japanese Excel writes it. */
const JAPANESE_EXCEL = Uint8Array.from(
  [
    [0x8e, 0x81, 0x96, 0xbc, 0x2c, 0x83, 0x81, 0x81, 0x5b, 0x83, 0x8b, 0x2c, 0x93, 0x64, 0x98, 0x62, 0x0d, 0x0a],
    [0xfb, 0xfc, 0x8b, 0xb4, 0x20, 0xfa, 0xb1, 0x8e, 0x71, ...new TextEncoder().encode(',t@example.org,090\r\n')],
  ].flat(),
)
const CSV = [
  'name,email,group',
  'Ann,ann@example.org,Team',
  'Bob,bob@',
  'Ann again,ann@example.org',
  'Mei,member@example.org',
  'Ivo,invited@example.org',
].join('\n')

test('by keyboard alone an administrator invites the people of a file, and downloads their links', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (saved.push(blob as Blob), 'blob:saved'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await open(CSV)
  await expect.element(page.getByRole('heading', { name: 'Columns of people.csv' })).toHaveFocus()
  await expect.element(page.getByText(/^Not used: group /)).toBeVisible()
  await pressWithKeyboard('Check rows')
  await expect.element(page.getByRole('heading', { name: 'Check', exact: true })).toHaveFocus()
  expect(listed()).toEqual([
    'Row 2|Ann ann@example.org|Can be invited',
    'Row 3|Bob bob@|Email: Please enter a valid email',
    'Row 4|Ann again ann@example.org|The same email address as row 2',
    'Row 5|Mei member@example.org|Already a member',
    'Row 6|Ivo invited@example.org|Already invited',
  ])
  await pressWithKeyboard('Invite 1 person')
  await expect.element(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  expect(batches).toMatchObject([
    { items: [{ email: 'ann@example.org' }], mailLanguage: null, replaces: false, expiresInDays: 14 },
  ])
  await expect.element(page.getByText(/^1 link was not sent by email/)).toBeVisible()
  await pressWithKeyboard('Download as CSV')
  const csv = await saved[0]?.text()
  expect(csv).toContain('2,Ann,ann@example.org,,Link created,https://hall.example.org/register?invite=Ann')
  expect(csv).toContain('Already a member')
  // Nothing is lost any more: it closes without a question.
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('an earlier invitation is replaced if the administrator wants it', async () => {
  await open(CSV)
  await button('Check rows').click()
  await page.getByRole('radio', { name: 'Invite again. The earlier link stops working' }).click()
  await button('Invite 2 people').click()
  await expect.element(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  expect(batches).toMatchObject([{ replaces: true, items: [{ firstName: 'Ann' }, { firstName: 'Ivo' }] }])
})

test('a Japanese file is read in Japanese, its encoding can be changed, and columns can be chosen', async () => {
  await setLanguage('ja')
  await renderPage(<Screen />)
  await button('Import').click()
  await choose(JAPANESE_EXCEL)
  await expect.element(page.getByRole('combobox', { name: '文字コード' })).toHaveValue('shift_jis')
  await expect.element(page.getByText('髙橋 﨑子')).toBeVisible()
  await page.getByRole('combobox', { name: '文字コード' }).selectOptions('utf-8')
  await expect.element(page.getByText('髙橋 﨑子')).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: '文字コード' }).selectOptions('shift_jis')
  await page.getByRole('combobox', { name: '氏名', exact: true }).selectOptions('')
  await page.getByRole('combobox', { name: 'メールアドレス' }).selectOptions('')
  await expect.element(button('行を確認')).toBeDisabled()
  await page.getByRole('combobox', { name: '氏名', exact: true }).selectOptions('氏名')
  await button('行を確認').click()
  expect(await vi.waitUntil(() => document.querySelector('h3')?.textContent === '確認' && listed())).toEqual([
    '2行目|髙橋 﨑子  090|電話番号を確認してください：090',
  ])
  await button('1人を招待').click()
  await expect.element(page.getByRole('heading', { name: '結果' })).toBeVisible()
  expect(batches).toMatchObject([{ items: [{ firstName: '﨑子', lastName: '髙橋', email: null }] }])
})

test('after a lost reply the same batch is sent again, and a refusal shows its reason and can be repeated', async () => {
  failures = [
    () => Promise.reject(new TypeError('connection lost')),
    () => Response.json({ code: 'conflict', message: 'Something else', issues: [] }, { status: 409 }),
  ]
  await open('name,email\nAnn,ann@example.org')
  await button('Check rows').click()
  await button('Invite 1 person').click()
  await expect.element(page.getByText('The server cannot be reached. It continues by itself.')).toBeVisible()
  await expect.element(page.getByText('The server refused: Something else'), { timeout: 10_000 }).toBeVisible()
  await button('Continue').click()
  await expect.element(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  expect(batches).toHaveLength(3)
  expect(batches[2]).toEqual(batches[0])
})

test('with mails nothing has to be saved; with links closing asks first', async () => {
  sendsMail = true
  await open('name,email\nAnn,ann@example.org\nBob,')
  await button('Check rows').click()
  await button('Invite 2 people').click()
  await expect.element(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  expect(listed()).toEqual(['Row 2|Ann ann@example.org|Invited by email', 'Row 3|Bob|Link created'])
  expect(batches).toMatchObject([{ mailLanguage: 'en' }])
  await button('Close').click()
  await expect.element(button('Discard')).toBeVisible()
})

test('links are printed with a QR code each, without the screen', async () => {
  const printed: string[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    const sheet = document.querySelector('[data-print-sheet]')
    printed.push(`${sheet?.querySelectorAll('svg').length} ${sheet?.textContent}`)
  })
  await open('name,email\nAnn,ann@example.org\nBob,bob@example.org')
  await button('Check rows').click()
  await button('Invite 2 people').click()
  await expect.element(page.getByText(/2 links were not sent by email/)).toBeVisible()
  await button('Print links').click()
  await vi.waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toMatch(/^2 .*Ann.*Hall.*https:\/\/hall\.example\.org\/register\?invite=Bob/)
  await expect.element(page.getByText(/links were not sent by email/)).not.toBeInTheDocument()
  expect(document.querySelector('[data-print-sheet]')).toBeNull()
})

test.each([
  ['is empty', '\n\n', 'The file has no rows'],
  ['has only a header', 'name,email\n', 'The file has no rows'],
  ['has 2001 rows', `name\n${'A\n'.repeat(2001)}`, 'The file has 2001 rows, at most 2000 are possible. Please divide it'],
  ['is larger than 1 MB', 'x'.repeat(1_048_577), 'The file is larger than 1 MB'],
])('a file that %s is refused in words', async (_, content, message) => {
  await open(content)
  await expect.element(page.getByRole('alert')).toMatchTextContent(message)
})

test('2000 rows fit in the dialog at 360 px: 100 are shown, and more on request', async () => {
  const rows = Array.from(
    { length: 2000 },
    (_, index) => `Person with a long name ${index},someone.with.a.long.address.${index}@example.org`,
  )
  await open(['name,email', ...rows].join('\n'))
  await button('Check rows').click()
  await expect.element(button('Invite 2000 people')).toBeVisible()
  expect(listed()).toHaveLength(100)
  await button('Show more').click()
  await vi.waitFor(() => expect(listed()).toHaveLength(200))
  const dialog = page.getByRole('dialog').element()
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
})

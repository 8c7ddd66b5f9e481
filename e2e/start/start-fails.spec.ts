import { expect, type Page, type Route } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const ja = textsIn('ja')
const FILES = ['start-script', '_virtual_first-texts-en', 'rolldown-runtime', 'libraries', 'contract', 'first']
const fileOf = (name: string) => new RegExp(String.raw`/assets/${name}-[^/]+\.js$`)
/** How a script may fail, by the name of the failure. */
const FAILURES = {
  'is blocked': (page, file) => page.route(file, (route) => route.abort()),
  'is answered by 404': (page, file) => page.route(file, (route) => route.fulfill({ status: 404, body: 'not found' })),
  'is answered by 500': (page, file) => page.route(file, (route) => route.fulfill({ status: 500, body: '{}' })),
  'is never answered': (page, file) => page.route(file, () => {}),
  'is half': (page, file) =>
    page.route(file, async (route) => {
      const reply = await route.fetch()
      const body = await reply.body()
      await route.fulfill({ response: reply, body: body.subarray(0, body.length / 2) })
    }),
  throws: (page, file) =>
    page.route(file, (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' })),
  'has the name of another version': (page, file) =>
    page.route(
      ({ pathname }) => pathname === '/',
      async (route) => {
        const reply = await route.fetch()
        const [, name] = /([\w-]+)-\[/.exec(file.source) ?? []
        await route.fulfill({
          response: reply,
          body: (await reply.text()).replaceAll(`/assets/${name}-`, `/assets/${name}-old-`),
        })
      },
    ),
} satisfies Record<string, (page: Page, file: RegExp) => Promise<unknown>>

type Failure = keyof typeof FAILURES
const sosOf = (page: Page) => page.locator('#prerendered').getByRole('button', { name: t('alerts.sos.name') })
const textsOf = async (person: Person) => (await fetchOk(person, alertRoutes.list)).items.map(({ textContent }) => textContent)
const statusOf = (page: Page) => page.getByRole('region', { name: t('plainPage.title') }).getByRole('status')

/** Counts how often a page is loaded. */
function countLoads(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count++
  })
  return () => count
}

const failures: readonly (readonly [string, Failure])[] = [
  ['libraries', 'is blocked'],
  ['first', 'throws'],
  ['start-script', 'is never answered'],
  ['start-script', 'has the name of another version'],
]
const moreFailures: typeof failures = [
  ...FILES.map((file) => [file, 'is blocked'] as const),
  ['libraries', 'is answered by 404'],
  ['libraries', 'is answered by 500'],
  ['libraries', 'is never answered'],
  ['libraries', 'is half'],
  ['libraries', 'throws'],
  ['start-script', 'throws'],
]

for (const [rows, isLong] of [
  [failures, false],
  [moreFailures, true],
] as const)
  test(
    `a visitor whose application does not start sends an SOS by the plain page, after one reload (${rows.length} failures)`,
    onlyLong(isLong),
    async ({ signedIn, visitor }) => {
      test.setTimeout(400_000)
      const aiko = await signedIn('Aiko')
      const open = async ([file, failure]: (typeof failures)[number], index: number) => {
        const ben = await visitor({ location: { latitude: 38.2682, longitude: 140.8694 } })
        const { page } = ben
        ben.allowConsoleError(/./)
        const loads = countLoads(page)
        await FAILURES[failure](page, fileOf(file))
        await page.goto(ben.url, { waitUntil: 'commit' })
        const what = `${file} ${failure}`
        await expect(page.getByText(t('plainPage.failed')), what).toBeVisible({ timeout: 60_000 })
        expect(loads(), what).toBe(2)
        await page.getByLabel(t('plainPage.text')).fill(what)
        await page.getByLabel(t('plainPage.location')).fill(`Room ${index}`)
        await page.getByRole('button', { name: t('plainPage.send') }).click()
        await expect(statusOf(page), what).toHaveText(/Your SOS is sent. It goes to 1 person. Sent with your location./)
        expect(await textsOf(aiko)).toContain(`${what}\nRoom ${index}`)
        expect(loads(), what).toBe(2)
      }
      for (let first = 0; first < rows.length; first += 4)
        await Promise.all(rows.slice(first, first + 4).map((each, index) => open(each, first + index)))
    },
  )

test('a member holds the SOS button while the code hangs: it is sent after 3 s, and the application shows the same alert', async ({
  signedIn,
}) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const { page } = aiko
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(fileOf('first'), async (route) => {
    await released
    await route.continue()
  })
  await page.goto(aiko.url, { waitUntil: 'commit' })
  await sosOf(page).hover()
  await page.mouse.down()
  await expect(statusOf(page)).toHaveText(/Your SOS is sent/)
  await page.mouse.up()
  expect(await textsOf(ben)).toEqual([''])
  release()
  await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
  await expect(page.getByRole('region', { name: t('plainPage.title') })).toHaveCount(0)
  expect(await textsOf(ben)).toEqual([''])
})

test(
  'a member taps the SOS button while the code hangs and cancels its countdown: no SOS is sent',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const { page } = aiko
    await page.route(fileOf('first'), () => {})
    await page.goto(aiko.url, { waitUntil: 'commit' })
    await sosOf(page).click()
    await page.getByRole('button', { name: t('plainPage.cancel') }).click()
    await expect(statusOf(page)).toHaveCount(0)
    await sosOf(page).click()
    await expect(statusOf(page)).toHaveText(/Your SOS is sent/)
    expect(await textsOf(aiko)).toHaveLength(1)
  },
)

test('a page without a storage for its reload and one with a typed text do not reload', onlyLong(), async ({ visitor }) => {
  const ben = await visitor()
  const emma = await visitor({ language: 'ja' })
  for (const person of [ben, emma]) person.allowConsoleError(/./)
  await ben.page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await ben.page.route(fileOf('libraries'), (route) => route.abort())
  await emma.page.route(fileOf('start-script'), () => {})
  const loads = [ben, emma].map(({ page }) => countLoads(page))
  await Promise.all([ben, emma].map(({ page, url }) => page.goto(url, { waitUntil: 'commit' })))
  await emma.page.getByLabel(ja('plainPage.text')).fill('体育館')
  await expect(ben.page.getByText(t('plainPage.failed'))).toBeVisible({ timeout: 20_000 })
  await expect(emma.page.getByText(ja('plainPage.failed'))).toBeVisible({ timeout: 30_000 })
  await expect(emma.page.getByLabel(ja('plainPage.text'))).toHaveValue('体育館')
  expect(loads.map((count) => count())).toEqual([1, 1])
})

test('the plain page sends an SOS that an earlier page has kept unsent', onlyLong(), async ({ signedIn, visitor }) => {
  const aiko = await signedIn('Aiko')
  const ben = await visitor()
  ben.allowConsoleError(/./)
  const id = crypto.randomUUID()
  const place = { latitude: null, longitude: null, accuracy: null, locatedAt: null }
  const payload = { createdAt: new Date().toISOString(), ...place, isRaised: false, textContent: 'the bridge' }
  const entry = { id, kind: 'sos', lane: 'sos', ownerId: null, seq: Date.now(), revision: 1, payload, files: [], refusal: null }
  await ben.page.addInitScript((stored) => localStorage.setItem(`unsent:${stored.id}`, JSON.stringify(stored)), entry)
  await FAILURES['is blocked'](ben.page, fileOf('libraries'))
  await ben.page.goto(ben.url, { waitUntil: 'commit' })
  await expect.poll(() => textsOf(aiko), { timeout: 60_000 }).toEqual(['the bridge'])
  await expect(statusOf(ben.page)).toHaveText(/Your SOS is sent/)
})

test('an alarm is above the plain page whose user types while the application starts', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const { page } = ben
  ben.allowConsoleError(/./)
  const held: Route[] = []
  await page.route(fileOf('libraries'), (route) => void held.push(route))
  await page.goto(ben.url, { waitUntil: 'commit' })
  await expect(page.getByText(t('plainPage.failed'))).toBeVisible({ timeout: 60_000 })
  await page.getByLabel(t('plainPage.text')).fill('the water is rising')
  await page.unroute(fileOf('libraries'))
  for (const route of held) await route.continue().catch(() => undefined) // the first page has been reloaded
  await expect(page.getByRole('button', { name: t('plainPage.open') })).toBeVisible({ timeout: 30_000 })
  await callApi(aiko.serverUrl, alertRoutes.raise, { body: { textContent: 'fire' } })
  const alarm = page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
  await expect(alarm).toBeVisible({ timeout: 20_000 })
  await alarm.getByRole('button', { name: t('alerts.responding') }).click()
  await expect(alarm).toHaveCount(0)
  await expect(page.getByLabel(t('plainPage.text'))).toHaveValue('the water is rising')
})

test('a browser that is too old gets the plain page', onlyLong(), async ({ signedIn, visitor }) => {
  const aiko = await signedIn('Aiko')
  const ben = await visitor()
  const { page } = ben
  ben.allowConsoleError(/too old/)
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await page.goto(ben.url)
  await expect(page.getByText(t('plainPage.old'))).toBeVisible()
  await page.getByRole('button', { name: t('plainPage.send') }).click()
  await expect(statusOf(page)).toHaveText(/Your SOS is sent/)
  expect(await textsOf(aiko)).toEqual([''])
})

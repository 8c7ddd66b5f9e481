import { expect, type Page, type Route } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const CODE = /\/assets\/first-[^/]+\.js$/
const CODE_OF_FEEDS = /\/assets\/feeds-[^/]+\.js$/
/** Milliseconds for which the SOS button is held. It is longer than the hold that sends. */
const HOLD_MS = 1_700

/** Blocks requests for code. @returns the function that unblocks them */
async function holdBack(page: Page, code: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(code, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Aborts the first request for a file. @returns a function that returns the number of aborted requests */
async function abortFirst(page: Page, file: RegExp): Promise<() => number> {
  let count = 0
  const abort = (route: Route) => {
    count++
    return route.abort()
  }
  await page.route(file, abort, { times: 1 })
  return () => count
}

/** Opens the home screen without the code of the application. @returns the function that unblocks the code */
async function openPrerenderedHome({ page, url }: Person): Promise<() => void> {
  const release = await holdBack(page, CODE)
  await page.goto(url, { waitUntil: 'commit' })
  await expect(page.locator('#prerendered').getByRole('button', { name: t('alerts.sos.name') })).toBeVisible()
  return release
}

const sosOf = (page: Page) => page.getByRole('button', { name: t('alerts.sos.name') })
const countdownOf = (page: Page) => page.getByRole('alertdialog', { name: t('alerts.sos.countdown') })
const alertsOf = async (person: Person) => (await fetchOk(person, alertRoutes.list)).items

test(
  'a member taps the SOS button before the code of the application is loaded: its countdown starts with the code',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const { page } = aiko
    const release = await openPrerenderedHome(aiko)
    await sosOf(page).click()
    release()
    await expect(countdownOf(page)).toBeVisible()
    await expect(page.locator('#prerendered')).toHaveCount(0)
    await endCountdown(page, t)
    await expect.poll(() => alertsOf(aiko)).toHaveLength(1)
  },
)

test('a member holds the SOS button before the code of the application is loaded: the SOS is sent without a countdown', async ({
  signedIn,
}) => {
  const aiko = await signedIn('Aiko')
  const { page } = aiko
  const release = await openPrerenderedHome(aiko)
  await sosOf(page).hover()
  await page.mouse.down()
  await page.waitForTimeout(HOLD_MS)
  await page.mouse.up()
  await page.route(
    (url) => url.pathname === '/backend/api/alerts',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      // The countdown would delay the request.
      expect(await countdownOf(page).count()).toBe(0)
      await route.continue()
    },
  )
  release()
  await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
  expect(await alertsOf(aiko)).toHaveLength(1)
})

test(
  'a member still holds the SOS button while the code of the application arrives: the SOS is sent',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const { page } = aiko
    const release = await openPrerenderedHome(aiko)
    await sosOf(page).hover()
    await page.mouse.down()
    release()
    await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
    await page.mouse.up()
    expect(await alertsOf(aiko)).toHaveLength(1)
  },
)

test(
  'a member gets an alarm and the countdown of their own SOS before the code of the screen is loaded',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben')
    const { page } = aiko
    const release = await holdBack(page, CODE_OF_FEEDS)
    await page.goto(`${aiko.url}/feeds`, { waitUntil: 'commit' })
    const element = page.locator('#prerendered')
    await sosOf(page).click()
    await expect(countdownOf(page)).toBeVisible()
    await countdownOf(page)
      .getByRole('button', { name: t('alerts.sos.cancel') })
      .click()
    await fetchOk(ben, alertRoutes.raise, { body: { textContent: 'The bridge is gone' } })
    const alarm = page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
    await expect(alarm.getByText('The bridge is gone')).toBeVisible()
    await expect(element).toHaveCount(1)
    release()
    await expect(element).toHaveCount(0)
    await expect(alarm).toBeVisible()
  },
)

test(
  'a visitor presses Enter on the SOS button of the prerendered screen: the countdown starts as soon as the code is loaded',
  onlyLong(),
  async ({ visitor }) => {
    const ben = await visitor()
    const { page } = ben
    const release = await openPrerenderedHome(ben)
    await sosOf(page).press('Enter')
    release()
    await expect(countdownOf(page)).toBeVisible()
  },
)

test('a visitor types into the login form only after the code of the application is loaded', onlyLong(), async ({ visitor }) => {
  const ben = await visitor()
  const { page } = ben
  const release = await holdBack(page, CODE)
  await page.goto(`${ben.url}/login`, { waitUntil: 'commit' })
  const email = page.getByLabel(t('accounts.email'))
  await expect(email).toBeVisible()
  await expect(email).not.toBeEditable()
  release()
  await email.fill('ben@example.org')
  await expect(page.locator('#prerendered')).toHaveCount(0)
  await expect(email).toHaveValue('ben@example.org')
})

test(
  'the page of a member reloads if the start script, which loads the application, failed to load',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const { page } = aiko
    aiko.allowConsoleError(/net::ERR_FAILED/)
    const aborted = await abortFirst(page, /\/assets\/start-script-[^/]*\.js$/)
    await page.goto(`${aiko.url}/feeds`)
    await expect(page.getByText(t('feeds.none'))).toBeVisible({ timeout: 20_000 })
    expect(aborted()).toBe(1)
  },
)

for (const [what, file] of [
  ['code', CODE],
  ['texts', /\/assets\/[^/]*first-texts-en-[^/]+\.js$/],
] as const)
  test(`the page of a member reloads if the ${what} of the application failed to load`, onlyLong(), async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const { page } = aiko
    aiko.allowConsoleError(/net::ERR_FAILED/)
    const aborted = await abortFirst(page, file)
    await page.goto(aiko.url)
    await expect(page.locator('#prerendered')).toHaveCount(0, { timeout: 20_000 })
    await expect(sosOf(page).first()).toBeVisible()
    expect(aborted()).toBe(1)
  })

test(
  'a visitor reads the list of feeds before the code of the application is loaded',
  onlyLong(),
  async ({ server, visitor }) => {
    const admin = await createAdministrator(server, visitor, {})
    const name = '<img src=x> __id__ &amp;'
    const shown = { name, description: 'Water <b>and</b> paths', isPublic: 'true', allowsPostByAnyUser: 'false' }
    const feed = await fetchOk(admin, feedRoutes.create, { form: shown })
    await fetchOk(admin, feedRoutes.create, { form: { name: 'Committee', isPublic: 'false' } })
    const ben = await visitor()
    const { page } = ben
    const release = await holdBack(page, CODE)
    await page.goto(`${ben.url}/feeds`, { waitUntil: 'commit' })
    const card = page.getByRole('listitem').filter({ hasText: name })
    await expect(page.locator('#prerendered').getByRole('listitem')).toHaveCount(1)
    for (const part of ['Water <b>and</b> paths', t('feeds.public'), t('feeds.moderated')]) await expect(card).toContainText(part)
    await expect(card.getByRole('link')).toHaveAttribute('href', `/feed/${feed.id}/posts`)
    await expect(card.locator('img')).toHaveCount(0)
    const before = await card.boundingBox()
    const answer = await holdBack(page, /\/feeds\/public$/) // of the application
    release()
    await expect(page.locator('#prerendered')).toHaveCount(0)
    expect(await card.boundingBox()).toEqual(before)
    answer()
    await expect(page.getByRole('listitem').filter({ hasText: 'Water <b>and</b> paths' })).toHaveCount(1)
    expect(await card.boundingBox()).toEqual(before)
  },
)

for (const [wide, language] of [
  [false, 'en'],
  [false, 'ja'],
  [true, 'en'],
] as const)
  test(
    `the prerendered screen has the elements of home where home has them (${wide ? 'desktop' : 'phone'}, ${language})`,
    onlyLong(),
    async ({ signedIn }) => {
      const aiko = await signedIn('Aiko', { wide, language })
      const { page } = aiko
      const texts = textsIn(language)
      const boxes = () =>
        Promise.all(
          [
            page.getByRole('button', { name: texts('alerts.sos.hold') }),
            page.getByRole('navigation', { name: texts('chrome.main') }),
            page.getByRole('banner'),
            page.getByRole('navigation', { name: texts('chrome.main') }).getByRole('link', { name: texts('chrome.alerts') }),
          ].map((one) => one.boundingBox()),
        )
      const release = await holdBack(page, CODE)
      await page.goto(aiko.url, { waitUntil: 'commit' })
      await expect(page.locator('#prerendered').getByRole('button', { name: texts('alerts.sos.hold') })).toBeVisible()
      const before = await boxes()
      release()
      await expect(page.locator('#prerendered')).toHaveCount(0)
      expect(await boxes()).toEqual(before)
    },
  )

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { isMarked, mark, noticeOf, storeNewVersion, test, versionOf, waitUntilStored } from '../fixtures/servers/deployment.ts'
import { onlyLong } from '../fixtures/long.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'
import { browserEnvironment, shiftClock } from '../fixtures/browsers/time.ts'

const t = textsIn('en')
const STORED = { hasServiceWorker: true }
const sosOf = (page: Page) => page.getByRole('button', { name: t('alerts.sos.hold') })
const alertsUrl = (url: URL) => url.pathname === '/backend/api/alerts'
const homeOf = (page: Page) => page.getByRole('link', { name: t('chrome.home') }).first()
test(
  'an SOS that is raised in the application without the server arrives once when the server is back',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const aiko = await signedIn('Aiko', STORED)
    const ben = await visitor(STORED)
    await ben.open('/')
    for (const person of [aiko, ben]) {
      // 400: the new server does not know the connection of the old one.
      person.allowConsoleError(/net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)|status of 400 .*\/socket\.io\//)
      await waitUntilStored(person.page)
    }
    await server.kill()
    for (const { page } of [aiko, ben]) {
      await page.reload()
      await expect(page.getByText(t('chrome.notConnected')).first()).toBeVisible()
      await sosOf(page).click()
      await endCountdown(page, t)
      await expect(page.getByRole('alertdialog', { name: t('alerts.sos.kept') })).toBeVisible()
    }
    await expectAccessible(aiko, 'an SOS without the server')
    // A second start keeps the stored application.
    await aiko.page.reload()
    await expect(aiko.page.getByText(t('chrome.notConnected')).first()).toBeVisible()

    await server.restart(0)
    const carol = await signedIn('Carol')
    const alerts = async () => (await fetchOk(carol, alertRoutes.list)).items.map(({ raisedBy }) => raisedBy?.firstName ?? '')
    await expect.poll(alerts, { timeout: 40_000 }).toHaveLength(2)
    for (const { page } of [aiko, ben]) await expect(page.getByText(t('chrome.notConnected'))).toHaveCount(0)
    expect((await alerts()).toSorted()).toEqual(['', 'Aiko'])
  },
)

/** The reasons for which Chromium does not offer the installation. Only its full version checks them. */
async function installabilityErrors(url: string, hasManifest: boolean): Promise<string[]> {
  const profile = mkdtempSync(path.join(tmpdir(), 'noroshi-installable-'))
  const args = ['--disable-dev-shm-usage', '--disable-gpu']
  // Chromium does not install from a context without a profile.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    chromiumSandbox: false,
    args,
    env: browserEnvironment(),
  })
  await shiftClock(context)
  try {
    const page = await context.newPage()
    if (!hasManifest) await page.route(/webmanifest$/, (route) => route.fulfill({ status: 404 }))
    await page.goto(url)
    await waitUntilStored(page)
    const session = await context.newCDPSession(page)
    const reply = await session.send('Page.getInstallabilityErrors')
    return reply.installabilityErrors.map(({ errorId }) => errorId)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

test('Chromium offers the installation, which needs the manifest', onlyLong(), async ({ server }) => {
  expect(await installabilityErrors(server.url, true)).toEqual([])
  expect(await installabilityErrors(server.url, false)).not.toEqual([])
})

test(
  'the device check installs the application where the browser offers it, and shows that it is stored',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', STORED)
    const { page } = aiko
    await waitUntilStored(page)
    await aiko.open('/ready')
    await expect(page.getByText(t('ready.storedNotKept')).or(page.getByText(t('ready.storedOk')))).toBeVisible()
    await expect(page.getByText(t('ready.installComputer'))).toBeVisible()
    await expectAccessible(aiko, 'the device check of a stored application')
    // Chromium with a window dispatches this event.
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      window.dispatchEvent(Object.assign(offer, { prompt: async () => void window.dispatchEvent(new Event('appinstalled')) }))
    })
    await page.getByRole('button', { name: t('ready.installNow') }).click()
    await expect(page.getByText(t('ready.installOk'))).toBeVisible()
  },
)

test(
  'the SOS shortcut of the installed application starts a countdown, and a link in a browser starts none',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const { page } = aiko
    const countdown = page.getByRole('alertdialog', { name: t('alerts.sos.countdown') })
    const kept = page.getByRole('alertdialog', { name: t('alerts.sos.kept') })
    await aiko.open('/ready')
    await aiko.open('/#sos')
    await expect(sosOf(page)).toBeVisible()
    await expect(page).toHaveURL(`${aiko.url}/`)
    await expect(countdown).toHaveCount(0)

    // Safari reports an installed application by this property. Headless Chromium has no windows of installed
    // applications.
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    await aiko.open('/ready')
    // An SOS that is not cancelled in time would open its page.
    await page.route(alertsUrl, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    aiko.allowConsoleError(/net::ERR_FAILED/)
    await aiko.open('/#sos')
    await expect(countdown.or(kept)).toBeVisible()
    await expect(page).toHaveURL(`${aiko.url}/`)

    // The shortcut returns to the running application.
    await aiko.open('/')
    await expect(sosOf(page)).toBeVisible()
    await expect(countdown.or(kept)).toHaveCount(0)
    await page.evaluate(() => void (window.location.hash = 'sos'))
    await expect(countdown.or(kept)).toBeVisible()
    await expect(page).toHaveURL(`${aiko.url}/`)
  },
)

test('a new version never interrupts an SOS or unsent text, and replaces the old one when the user accepts it', async ({
  deployment,
  signedIn,
}) => {
  const aiko = await signedIn('Aiko', { ...STORED, wide: true, proxyUrl: deployment.url })
  const { page } = aiko
  await waitUntilStored(page)
  await mark(page)

  await test.step('while an SOS counts down and is sent', async () => {
    await deployment.deploy()
    await storeNewVersion(page) // takes longer than a countdown
    await sosOf(page).click()
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))) // the user returns to the page
    await expect(noticeOf(page, t)).toHaveCount(0)
    await endCountdown(page, t)
    await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
  })
  await test.step('while a text is unsent', async () => {
    const field = page.getByRole('textbox', { name: t('alerts.chat.write') })
    await field.fill('the water rises')
    await homeOf(page).click()
    await expect(sosOf(page)).toBeVisible()
    await expect(noticeOf(page, t)).toHaveCount(0)
    await page.goBack()
    await field.fill('')
  })
  expect(await isMarked(page), 'no reload').toBe(true)
  await test.step('if no work would be interrupted, the notice appears on the next screen', async () => {
    await homeOf(page).click()
    await expect(noticeOf(page, t)).toBeVisible()
    await expectAccessible(aiko, 'a notice of a new version')
    expect(await isMarked(page)).toBe(true)
  })
  const tab = await aiko.context.newPage()
  await tab.setViewportSize({ width: 1280, height: 800 })
  await tab.goto(page.url())
  await expect(tab.locator('#prerendered')).toHaveCount(0) // its SOS button loses the focus when it is replaced
  await sosOf(tab).focus()
  await tab.keyboard.press('Enter')
  await mark(tab)
  await test.step('accepting it reloads the page once with the new version', async () => {
    expect(await versionOf(page)).toBeNull()
    await noticeOf(page, t)
      .getByRole('button', { name: t('chrome.update.accept') })
      .click()
    await expect(page.locator('html[data-version="2"]')).toBeAttached()
    await expect(sosOf(page)).toBeVisible()
    expect(await isMarked(page)).toBe(false)
  })
  await test.step('another tab, in which an SOS counted down, does not reload and offers it afterwards', async () => {
    await endCountdown(tab, t)
    await tab.waitForURL(/\/alerts\/.+\/messages\/.+/)
    expect(await isMarked(tab)).toBe(true)
    await homeOf(tab).click()
    await noticeOf(tab, t)
      .getByRole('button', { name: t('chrome.update.accept') })
      .click()
    await expect(tab.locator('html[data-version="2"]')).toBeAttached()
  })
  await test.step('the old version is deleted when no window can need it', async () => {
    await tab.close()
    await page.reload()
    const shells = () => page.evaluate(async () => (await window.caches.keys()).filter((name) => name.startsWith('shell-')))
    await expect.poll(shells).toEqual(['shell-0123456789abcdef'])
  })
})

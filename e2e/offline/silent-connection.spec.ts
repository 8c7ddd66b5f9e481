import { expect, type Page } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { onlyLong } from '../fixtures/long.ts'
import { test as base } from '../fixtures/journey.ts'
import { openSilentProxy, type SilentProxy } from '../fixtures/servers/silent-proxy.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

/** The proxy is set up before the browsers, so that it is closed after them. */
const test = base.extend<{ silentProxy: SilentProxy }>({
  silentProxy: async ({ server }, use) => {
    const proxy = await openSilentProxy(server.port)
    await use(proxy)
    await proxy[Symbol.asyncDispose]()
  },
})

/** Less than the 45 s after which the pings of the server end a connection. */
const NOTICED = { timeout: 28_000 }

const alarmOf = (page: Page) => page.getByRole('alertdialog', { name: t('alerts.alarm.title') })

for (const event of [null, 'online'])
  test(
    `an alarm reaches a page whose connections died without a word, ${event === null ? 'without an event' : `after ${event}`}`,
    onlyLong(),
    async ({ silentProxy, server, signedIn }) => {
      const ben = await signedIn('Ben', { proxyUrl: silentProxy.url })
      await ben.open('/')
      await expect(ben.page.getByText(t('chrome.online'), { exact: true })).toBeVisible()
      silentProxy.silence()
      const { id } = await callApi(server.url, alertRoutes.raise, { body: { textContent: 'flood at the bridge' } })
      if (event !== null) await ben.page.evaluate((name) => window.dispatchEvent(new Event(name)), event)
      await expect(alarmOf(ben.page).getByText('flood at the bridge')).toBeVisible(NOTICED)
      await alarmOf(ben.page)
        .getByRole('button', { name: t('alerts.responding') })
        .click()
      await expect.poll(async () => (await fetchOk(ben, alertRoutes.get, { params: { id } })).counts.responding, NOTICED).toBe(1)
    },
  )

test(
  'an SOS from a page whose connections died without a word reaches the others',
  onlyLong(),
  async ({ silentProxy, signedIn }) => {
    const [ben, chie] = [await signedIn('Ben', { proxyUrl: silentProxy.url }), await signedIn('Chie')]
    await ben.open('/')
    await chie.open('/')
    await expect(ben.page.getByText(t('chrome.online'), { exact: true })).toBeVisible()
    silentProxy.silence()
    await ben.page
      .getByRole('main')
      .getByRole('button', { name: t('alerts.sos.hold') })
      .click()
    await endCountdown(ben.page, t)
    await expect(alarmOf(chie.page)).toBeVisible(NOTICED)
    await expect(ben.page).toHaveURL(/\/alerts\//, NOTICED)
  },
)

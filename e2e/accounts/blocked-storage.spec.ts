import { expect, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { onlyLong } from '../fixtures/long.ts'
import { test } from '../fixtures/journey.ts'
import { login } from '../fixtures/servers/login.ts'
import { PASSWORD, type PersonOptions } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

/** Makes all storage throw, as browsers with blocked site data do. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    const block = (holder: object, name: string) =>
      Object.defineProperty(holder, name, {
        configurable: true,
        get: () => {
          throw new DOMException(`${name} is blocked`, 'SecurityError')
        },
      })
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) block(window, name)
    block(Navigator.prototype, 'serviceWorker')
  })

/** Makes local storage read what it has and refuse to store more, as a full disk does. */
const fillStorage = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('the quota is exceeded', 'QuotaExceededError')
    }
  })

const DEVICES: readonly (readonly [string, PersonOptions, ((page: Page) => Promise<unknown>) | null])[] = [
  ['is blocked', {}, blockStorage],
  ['is blocked in Firefox', { engine: 'firefox', blocksSiteData: true }, null],
  ['is full', { language: 'ja' }, fillStorage],
]
for (const [what, options, prevent] of DEVICES)
  test(
    `a user whose storage ${what} signs in, reads that no alarm arrives later, and gets alarms until then`,
    onlyLong(),
    async ({ signedIn, visitor, server }) => {
      const t = textsIn(options.language ?? 'en')
      const email = 'ben@example.org'
      const names = { firstName: 'Ben', lastName: '' }
      await callApi(server.url, accountRoutes.register, {
        body: { ...names, email, password: PASSWORD, confirmPassword: PASSWORD },
      })
      const aiko = await signedIn('Aiko')
      const ben = await visitor(options)
      ben.allowConsoleError(/Storage access is restricted/) // Firefox says so itself
      await prevent?.(ben.page)
      await ben.open('/login')
      await login(ben.page, t, email, PASSWORD)
      const notice = ben.page.getByRole('status').filter({ hasText: textsIn('en')('accounts.memoryOnly') }) // his account's language
      await expect(notice).toBeVisible()
      await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'The stairs burn' } })
      await expect(ben.page.getByRole('alertdialog').getByText('The stairs burn').first()).toBeVisible()
    },
  )

import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { API_BASE } from '@noroshi/contract/routes'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { login } from '../fixtures/servers/login.ts'
import { onlyLong } from '../fixtures/long.ts'
import { PASSWORD } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)
  const email = `chie.${language}@example.org`

  test(
    `a visitor registers, signs in, changes the language and signs out (${language})`,
    onlyLong(language === 'ja'),
    async ({ visitor }) => {
      const person = await visitor({ language })
      const { page } = person
      await person.open('/register')
      await page.getByRole('button', { name: t('accounts.register') }).click()
      await expect(page.getByText(t('accounts.firstNameRequired'))).toBeVisible()
      await page.getByRole('textbox', { name: t('accounts.firstName') }).fill(' Chie ')
      await page.getByRole('textbox', { name: t('accounts.email') }).fill(`  ${email.toUpperCase()} `)
      await page.getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD)
      await page.getByLabel(t('accounts.confirmPassword'), { exact: true }).fill('something else')
      await page.getByRole('button', { name: t('accounts.register') }).click()
      await expect(page.getByText(t('accounts.passwordsDiffer'))).toBeVisible()
      await page.getByLabel(t('accounts.confirmPassword'), { exact: true }).fill(PASSWORD)
      const registration = page.waitForRequest(`**${API_BASE}${accountRoutes.register.path}`)
      await page.getByRole('button', { name: t('accounts.register') }).click()
      // The form submits parsed values: trimmed, with the email in lower case.
      expect((await registration).postDataJSON()).toMatchObject({ firstName: 'Chie', email })

      await expect(page.getByText(t('accounts.created'))).toBeVisible()
      await expect(page).toHaveURL(`${person.url}/`)
      await page.getByRole('banner').getByRole('button', { name: /Chie/ }).click()
      await page.getByText(t('accounts.logout')).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('chrome.confirm') })
        .click()
      const signIn = page.waitForRequest(`**${API_BASE}${accountRoutes.login.path}`)
      await login(page, t, ` ${email.toUpperCase()}`, PASSWORD)
      expect((await signIn).postDataJSON()).toMatchObject({ email })
      for (const path of ['/login', '/register', '/register?setup=code', '/LOGIN']) {
        await page.goto(person.url + path)
        // Both pages are for visitors only. A path in other case is not found.
        await expect(page).toHaveURL(path === '/LOGIN' ? person.url + path : `${person.url}/`)
      }
      await page.goto(person.url)
      await expect(page.getByRole('button', { name: t('alerts.sos.hold') })).toBeVisible()

      const other = language === 'en' ? 'ja' : 'en'
      await page.getByRole('banner').getByRole('button', { name: /Chie/ }).click()
      await page.getByText(t('chrome.language')).click()
      await page.getByRole('menuitemradio', { name: other === 'ja' ? '日本語' : 'English' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', other)
      const theirs = textsIn(other)
      await expect(page.getByRole('button', { name: theirs('alerts.sos.hold') })).toBeVisible()

      await page.getByRole('banner').getByRole('button', { name: /Chie/ }).click()
      await expect(page.getByText('v5.0.2')).toBeVisible()
      await page.getByText(theirs('accounts.logout')).click()
      await expect(page.getByText(theirs('accounts.logoutConfirm'))).toBeVisible()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: theirs('chrome.confirm') })
        .click()
      await page.waitForURL('**/login', { waitUntil: 'commit' })
      expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
      expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(other)
    },
  )
}

test(
  'a visitor sees an error for a wrong password and the not-found page for an unknown path',
  onlyLong(),
  async ({ visitor }) => {
    const t = textsIn('en')
    const person = await visitor()
    person.allowConsoleError(/status of 400/)
    const { page } = person
    await person.open('/login')
    await page.getByRole('textbox', { name: t('accounts.email') }).fill('nobody@example.org')
    await page.getByLabel(t('accounts.password'), { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: t('accounts.login') }).click()
    await expect(page.getByText(t('error.auth.wrongCredentials')).first()).toBeVisible()
    await expect(page.getByRole('status').getByRole('img', { name: t('chrome.toast.error') })).toBeVisible()
    await person.open('/nowhere')
    await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeVisible()
  },
)

test('the register form stays usable when the request for the registration settings fails', onlyLong(), async ({ visitor }) => {
  const t = textsIn('en')
  const person = await visitor()
  person.allowConsoleError(/status of 503/)
  const { page } = person
  let requestCount = 0
  await page.route(`**${API_BASE}${accountRoutes.unit.path}`, (route) => {
    requestCount += 1
    return route.fulfill({ status: 503 })
  })
  await page.clock.install()
  await person.open('/register')
  await page.getByRole('textbox', { name: t('accounts.email') }).fill('aiko@example.org')
  const countBefore = requestCount
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000)
      return requestCount
    })
    .toBeGreaterThan(countBefore + 2)
  await expect(page.getByRole('textbox', { name: t('accounts.email') })).toHaveValue('aiko@example.org')
})

test('a session that ends on another device leads to the login page immediately', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  aiko.allowConsoleError(/status of 40[14]/)
  await aiko.open('/alerts')
  await expect(aiko.page.getByRole('tab').first()).toBeVisible()
  await fetchOk(aiko, accountRoutes.logout, { body: {} })
  await aiko.page.waitForURL('**/login', { waitUntil: 'commit' })
})

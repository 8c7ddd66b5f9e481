import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { API_BASE } from '@noroshi/contract/routes'
import { asks } from './fixtures/api.ts'
import { test } from './fixtures/journey.ts'
import { login } from './fixtures/login.ts'
import { PASSWORD } from './fixtures/person.ts'
import { wordsIn } from './fixtures/words.ts'

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)
  const email = `chie.${language}@example.org`

  test(`somebody registers, signs in, changes the language and signs out (${language})`, async ({ visitor }) => {
    const person = await visitor({ language })
    const { page } = person
    await person.open('/register')
    await page.getByRole('button', { name: words('accounts.register') }).click()
    await expect(page.getByText(words('accounts.firstNameRequired'))).toBeVisible()
    await page.getByRole('textbox', { name: words('accounts.firstName') }).fill('Chie')
    await page.getByRole('textbox', { name: words('accounts.email') }).fill(`  ${email.toUpperCase()} `)
    await page.getByLabel(words('accounts.password'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(words('accounts.confirmPassword'), { exact: true }).fill('something else')
    await page.getByRole('button', { name: words('accounts.register') }).click()
    await expect(page.getByText(words('accounts.passwordsDiffer'))).toBeVisible()
    await page.getByLabel(words('accounts.confirmPassword'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: words('accounts.register') }).click()

    await expect(page.getByText(words('accounts.created'))).toBeVisible()
    await login(page, words, email, PASSWORD)
    await expect(page.getByRole('button', { name: words('alerts.sos.hold') })).toBeVisible()

    const other = language === 'en' ? 'ja' : 'en'
    await page.getByRole('banner').getByRole('button', { name: /Chie/ }).click()
    await page.getByText(words('chrome.language')).click()
    await page.getByRole('menuitemradio', { name: other === 'ja' ? '日本語' : 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    const theirs = wordsIn(other)
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
  })
}

test('a wrong password is told, an unknown page is not found', async ({ visitor }) => {
  const words = wordsIn('en')
  const person = await visitor()
  person.expects(/status of 400/)
  const { page } = person
  await person.open('/login')
  await page.getByRole('textbox', { name: words('accounts.email') }).fill('nobody@example.org')
  await page.getByLabel(words('accounts.password'), { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: words('accounts.login') }).click()
  await expect(page.getByText(words('error.auth.wrongCredentials')).first()).toBeVisible()
  await person.open('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeVisible()
})

test('where the unit does not say who may register, the form is there, and what was typed stays', async ({ visitor }) => {
  const words = wordsIn('en')
  const person = await visitor()
  person.expects(/status of 503/)
  const { page } = person
  let asked = 0
  await page.route(`**${API_BASE}${accountRoutes.unit.path}`, (route) => {
    asked += 1
    return route.fulfill({ status: 503 })
  })
  await page.clock.install()
  await person.open('/register')
  await page.getByRole('textbox', { name: words('accounts.email') }).fill('aiko@example.org')
  const before = asked
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000)
      return asked
    })
    .toBeGreaterThan(before + 2)
  await expect(page.getByRole('textbox', { name: words('accounts.email') })).toHaveValue('aiko@example.org')
})

test('a session that ends elsewhere leads to the login, at once', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  aiko.expects(/status of 401/)
  await aiko.open('/alerts')
  await expect(aiko.page.getByRole('tab').first()).toBeVisible()
  await asks(aiko, accountRoutes.logout, { body: {} })
  await aiko.page.waitForURL('**/login', { waitUntil: 'commit' })
})

import { expect, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { Authenticator } from '../../server/src/testing/authenticator.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { button, openArea } from '../fixtures/servers/administration.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { cutTexts, unchangedTexts } from '../fixtures/checks/cut-texts.ts'
import { test } from '../fixtures/journey.ts'
import { layoutFaults } from '../fixtures/checks/layout.ts'
import { onlyLong } from '../fixtures/long.ts'
import { PASSWORD, type Person } from '../fixtures/person.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

/** Fills the steps of the set-up. Returns the app and the recovery codes. */
async function setUp(person: Person, t: Texts): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  const { page } = person
  await button(page, t('secondFactor.setUp')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('account.currentPassword'), { exact: true }).fill(PASSWORD)
  await button(dialog, t('secondFactor.next')).click()
  await expect(dialog.getByRole('img', { name: t('secondFactor.qr') })).toBeVisible()
  const app = new Authenticator(() => new Date(), await dialog.getByLabel(t('secondFactor.secret')).inputValue())
  await expect(dialog.getByLabel(t('secondFactor.code'))).toBeFocused()
  await expectAccessible(person, 'the set-up of a second factor')
  await page.keyboard.type(app.code())
  await page.keyboard.press('Enter')
  const codes = await dialog.getByLabel(t('secondFactor.codesTitle')).last().inputValue()
  await expectAccessible(person, 'the recovery codes')
  await page.keyboard.press('Escape') // the codes are shown once: closing asks first
  await expect(page.getByText(t('secondFactor.keptNote'))).toBeVisible()
  await button(dialog.last(), t('secondFactor.kept')).click()
  await expect(page.getByText(t('secondFactor.codesNote'))).toHaveCount(0) // home may have a question of its own
  return { app, recoveryCodes: codes.split('\n') }
}

async function fillLogin(page: Page, t: Texts, email: string): Promise<void> {
  await page.getByRole('textbox', { name: t('accounts.email') }).fill(email)
  await page.getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD)
  await button(page, t('accounts.login')).click()
}

test(
  'an administrator sets up two-step sign-in and requires it, and another one is led to it at the next sign-in',
  onlyLong(),
  async ({ server, visitor }) => {
    const t = textsIn('ja')
    const kenji = await createAdministrator(server, visitor, { language: 'ja', scheme: 'dark' })
    await kenji.open('/user/me')
    const { app } = await setUp(kenji, t)
    await expect(kenji.page.getByText(t('secondFactor.codesLeft', { count: 10 }))).toBeVisible()

    const email = 'mio@example.org'
    const registration = { firstName: 'Mio', lastName: '', email, password: PASSWORD, confirmPassword: PASSWORD }
    const { id } = await callApi(server.url, accountRoutes.register, { body: registration, language: 'ja' })
    await fetchOk(kenji, adminUserRoutes.makeAdmin, { params: { id } })
    await openArea(kenji.page, t, 'settings.title')
    await kenji.page.getByRole('switch', { name: t('settings.secondFactor') }).click()
    await button(kenji.page, t('chrome.save')).click()
    await expect(kenji.page.getByText(t('admin.saved'))).toBeVisible()

    // Mio signs in again, with large text: only SOS and alerts are there until the set-up is done.
    const device = await visitor({ language: 'ja', fontSize: 32 })
    const { page } = device
    device.allowConsoleError(/status of 403/) // the overlays of messages and calls
    await device.open('/login')
    await fillLogin(page, t, email)
    await expect(page.getByText(t('secondFactor.neededNow'))).toBeVisible()
    await expect(button(page, t('alerts.sos.name')).first()).toBeVisible()
    await expectAccessible(device, 'the required set-up')
    await expect.poll(() => layoutFaults(page)).toEqual([])
    await expect.poll(() => cutTexts(page.locator('main'))).toEqual([])
    expect(await unchangedTexts(page.locator('main'))).toEqual([])
    await page
      .getByRole('link', { name: t('alerts.title') })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: t('alerts.title'), level: 1 })).toBeVisible()
    await page
      .getByRole('link', { name: t('messages.title') })
      .first()
      .click()
    const { recoveryCodes } = await setUp(device, t)
    await expect(page.getByRole('banner').getByRole('button', { name: /Mio/ })).toBeVisible()
    await expect.poll(async () => (await fetchOk(device, accountRoutes.me)).isAdmin).toBe(true)
    expect(recoveryCodes).toHaveLength(10)

    // Kenji signs in with a code of the app. That of the set-up was used.
    const phone = await visitor({ language: 'ja' })
    phone.allowConsoleError(/status of 400/)
    await phone.open('/login')
    await fillLogin(phone.page, t, 'kenji@example.org')
    await expect(phone.page.getByLabel(t('secondFactor.loginCode'))).toBeFocused()
    await expectAccessible(phone, 'the code of a sign-in')
    await phone.page.keyboard.type('000000')
    await phone.page.keyboard.press('Enter')
    await expect(phone.page.getByText(t('error.auth.wrongCode')).first()).toBeVisible()
    await phone.page.getByLabel(t('secondFactor.loginCode')).fill(app.code(30))
    await phone.page.keyboard.press('Enter')
    await expect(phone.page.getByRole('banner').getByRole('button', { name: /Kenji/ })).toBeVisible()
    await expect(callApi(server.url, accountRoutes.login, { body: { email, password: PASSWORD } })).rejects.toThrow(
      'codeRequired',
    )
  },
)

test('a user changes the email and the password on the profile and stays signed in', onlyLong(), async ({ server, signedIn }) => {
  const t = textsIn('en')
  const aiko = await signedIn('Aiko')
  const { page } = aiko
  aiko.allowConsoleError(/status of 400/)
  await aiko.open('/user/me')
  await button(page, t('account.changeEmail')).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(aiko, 'the change of the email')
  await dialog.getByRole('textbox', { name: t('account.newEmail') }).fill('Aiko.New@example.org')
  await dialog.getByLabel(t('account.currentPassword'), { exact: true }).fill('wrong horse')
  await button(dialog, t('chrome.save')).click()
  await expect(dialog.getByText(t('error.auth.wrongPassword'))).toBeVisible()
  await dialog.getByLabel(t('account.currentPassword'), { exact: true }).fill(PASSWORD)
  await button(dialog, t('chrome.save')).click()
  await expect(page.getByText(t('account.emailChanged'))).toBeVisible()
  await expect(page.getByRole('link', { name: 'aiko.new@example.org' })).toBeVisible()

  await button(page, t('account.changePassword')).click()
  const fill = async (password: string) => {
    await dialog.getByLabel(t('account.currentPassword'), { exact: true }).fill(PASSWORD)
    await dialog.getByLabel(t('account.newPassword'), { exact: true }).fill(password)
    await dialog.getByLabel(t('account.confirmPassword'), { exact: true }).fill(password)
    await button(dialog, t('chrome.save')).click()
  }
  await expectAccessible(aiko, 'the change of the password')
  await fill('password1')
  await expect(dialog.getByText(t('error.auth.passwordCommon'))).toBeVisible()
  await fill('staple battery horse')
  await expect(page.getByText(t('account.passwordChanged'))).toBeVisible()
  const body = { email: 'aiko.new@example.org', password: 'staple battery horse' }
  expect((await callApi(server.url, accountRoutes.login, { body })).accessToken).toBeTruthy()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('account.security'), exact: true })).toBeVisible()
})

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import type { RegistrationMode } from '@noroshi/contract/accounts/unit.http'
import { mailbox } from '../../server/src/testing/processes/mailbox.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { button, openArea } from '../fixtures/servers/administration.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test as journey } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { PASSWORD, type Person } from '../fixtures/person.ts'
import { freePort, startServer } from '../fixtures/servers/server.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

/** A server with a configured mail server. */
const test = journey.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern for a fixture without dependencies
  server: async ({}, use) => {
    const mail = await mailbox()
    const port = await freePort()
    const server = await startServer({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, SMTP_URL: mail.url })
    await use(server)
    await server.stop()
    await mail[Symbol.asyncDispose]()
  },
})

async function saveSettings({ page }: Person, t: Texts): Promise<void> {
  await button(page, t('chrome.save')).click()
  await expect(page.getByText(t('admin.saved'))).toBeVisible()
  // The toast keeps clear of Save, not of every field of the form.
  await button(page, t('chrome.close')).click()
}

async function chooseRegistration(admin: Person, t: Texts, mode: RegistrationMode): Promise<void> {
  await admin.page.getByRole('radio', { name: t(`settings.registration.${mode}`), exact: true }).check()
  await saveSettings(admin, t)
}

async function fillRegistration({ page }: Person, t: Texts, email: string): Promise<void> {
  await page.getByRole('textbox', { name: t('accounts.firstName') }).fill('Dora')
  await page.getByRole('textbox', { name: t('accounts.email') }).fill(email)
  await page.getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(t('accounts.confirmPassword'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('accounts.register') }).click()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)
  const unit = language === 'en' ? 'Wakaba community hall' : '若葉コミュニティ会館'

  test(
    `an administrator changes the unit’s name, registration and password reset by email (${language})`,
    onlyLong(),
    async ({ server, visitor, signedIn }) => {
      const admin = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      const { page } = admin
      const guest = await visitor({ language })
      await openArea(page, t, 'settings.title')

      await test.step('the name is required; all users see it on home, on the login page and in the tab', async () => {
        const field = page.getByRole('textbox', { name: t('settings.name') })
        await field.fill(' ')
        await button(page, t('chrome.save')).click()
        await expect(page.getByText(t('unit.nameRequired'))).toBeVisible()
        await expectAccessible(admin, 'settings with a problem')
        await field.fill(unit)
        await saveSettings(admin, t)
        await expect(page).toHaveTitle(`${t('settings.title')} · ${unit}`)
        await ben.open('/')
        await expect(ben.page.getByRole('heading', { name: unit, level: 1 })).toBeVisible()
        await expect(ben.page).toHaveTitle(`${t('chrome.home')} · ${unit}`)
        await guest.open('/login')
        await expect(guest.page.getByText(unit)).toBeVisible()
        await expect(guest.page).toHaveTitle(`${t('accounts.login')} · ${unit}`)
      })

      await test.step('by invitation: only visitors with a link see the form', async () => {
        await chooseRegistration(admin, t, 'invitation')
        await guest.open('/register')
        await expect(guest.page.getByText(t('unit.invitation.needed'))).toBeVisible()
        await expect(guest.page.getByRole('textbox')).toHaveCount(0)
        await expectAccessible(guest, 'registration by invitation')
        await button(page, t('invitations.create')).click()
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
        await button(page, t('invitations.make')).click()
        const link = await page.getByRole('textbox', { name: t('admin.link') }).inputValue()
        await button(page.getByRole('dialog'), t('chrome.close')).last().click()

        await guest.page.goto(link)
        await expect(guest.page.getByText(t('accounts.invited'))).toBeVisible()
        await expect(guest.page).toHaveURL(`${server.url}/register`)
        guest.allowConsoleError(/status of 4(00|09)/)
        await fillRegistration(guest, t, 'kenji@example.org')
        const email = guest.page.getByRole('textbox', { name: t('accounts.email') })
        await expect(email).toHaveAccessibleDescription(t('error.auth.emailTaken'))
        await fillRegistration(guest, t, 'dora@example.org')
        await expect(guest.page.getByText(t('accounts.created'))).toBeVisible()
        // The link allowed one registration. The requests of the page that has just signed in end without a session.
        guest.allowConsoleError(/status of 401/)
        await guest.page.evaluate(() => localStorage.removeItem('accessToken'))
        await guest.page.goto(link)
        await fillRegistration(guest, t, 'eva@example.org')
        await expect(guest.page.getByText(t('error.auth.inviteCode'))).toBeVisible()
      })

      await test.step('closed: visitors cannot register, and the login page does not offer it', async () => {
        await chooseRegistration(admin, t, 'closed')
        await guest.open('/register')
        await expect(guest.page.getByText(t('accounts.registrationClosed'))).toBeVisible()
        await expect(guest.page.getByRole('textbox')).toHaveCount(0)
        await guest.open('/login')
        await expect(guest.page.getByRole('heading', { name: t('accounts.login'), level: 1 })).toBeVisible()
        await expect(guest.page.getByRole('button', { name: t('passwords.forgot') })).toBeVisible()
        await expect(guest.page.getByRole('link', { name: t('accounts.newHere') })).toHaveCount(0)
        await chooseRegistration(admin, t, 'open')
        await guest.open('/login')
        await expect(guest.page.getByRole('link', { name: t('accounts.newHere') })).toBeVisible()
      })

      await test.step('the login page offers the password reset only when it is on', async () => {
        const forgotten = page.getByRole('switch', { name: t('settings.forgotten') })
        await forgotten.uncheck({ force: true })
        await saveSettings(admin, t)
        await guest.open('/login')
        await expect(guest.page.getByRole('link', { name: t('accounts.newHere') })).toBeVisible()
        await expect(guest.page.getByRole('button', { name: t('passwords.forgot') })).toHaveCount(0)
        await forgotten.check({ force: true })
        await saveSettings(admin, t)
        await guest.open('/login')
        await expect(guest.page.getByRole('button', { name: t('passwords.forgot') })).toBeVisible()
        await expectAccessible(guest, 'login')
      })
    },
  )

  test(
    `a tap on SOS counts down or sends immediately, according to the settings (${language})`,
    onlyLong(),
    async ({ server, visitor, signedIn }) => {
      const admin = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language })
      const button = ben.page.getByRole('button', { name: t('alerts.sos.hold') })
      await button.click()
      await expect(ben.page.getByRole('alertdialog', { name: t('alerts.sos.countdown') })).toBeVisible()
      await ben.page.getByRole('button', { name: t('alerts.sos.cancel'), exact: true }).click()
      await expect(ben.page).toHaveURL(`${ben.url}/`)

      await openArea(admin.page, t, 'settings.title')
      await admin.page.getByRole('radio', { name: t('settings.sos.atOnce') }).check()
      await saveSettings(admin, t)
      await ben.open('/')
      await expect(button).toHaveAttribute('title', t('alerts.sos.hintAtOnce'))
      await button.click()
      await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { waitUntil: 'commit' })
      await expect(admin.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })).toBeVisible()
    },
  )
}

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import type { RegistrationMode } from '@noroshi/contract/accounts/unit.http'
import { mailbox } from '../server/src/testing/mailbox.ts'
import { administrator } from './fixtures/administrator.ts'
import { button, openArea } from './fixtures/administration.ts'
import { isClean } from './fixtures/axe.ts'
import { test as journey } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { PASSWORD, type Person } from './fixtures/person.ts'
import { freePort, startServer } from './fixtures/server.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

/** A unit that could send mail. */
const test = journey.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright's way to say that no other fixture is needed
  server: async ({}, use) => {
    const mail = await mailbox()
    const port = await freePort()
    const server = await startServer({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, SMTP_URL: mail.url })
    await use(server)
    await server.stop()
    await mail[Symbol.asyncDispose]()
  },
})

async function saves({ page }: Person, words: Words): Promise<void> {
  await button(page, words('chrome.save')).click()
  await expect(page.getByText(words('admin.saved'))).toBeVisible()
}

async function chooses(admin: Person, words: Words, mode: RegistrationMode): Promise<void> {
  await admin.page.getByRole('radio', { name: words(`settings.registration.${mode}`), exact: true }).check()
  await saves(admin, words)
}

async function registers({ page }: Person, words: Words, email: string): Promise<void> {
  await page.getByRole('textbox', { name: words('accounts.firstName') }).fill('Dora')
  await page.getByRole('textbox', { name: words('accounts.email') }).fill(email)
  await page.getByLabel(words('accounts.password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(words('accounts.confirmPassword'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words('accounts.register') }).click()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)
  const unit = language === 'en' ? 'Wakaba community hall' : '若葉コミュニティ会館'

  test(
    `the unit’s name, its registration and its forgotten passwords are the administrator’s (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, visitor, signedIn }) => {
      const admin = await administrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      const { page } = admin
      const somebody = await visitor({ language })
      await openArea(page, words, 'settings.title')

      await test.step('a name is needed; then everybody sees it: on home, at login, in the tab', async () => {
        const field = page.getByRole('textbox', { name: words('settings.name') })
        await field.fill(' ')
        await button(page, words('chrome.save')).click()
        await expect(page.getByText(words('unit.nameRequired'))).toBeVisible()
        await isClean(admin, 'settings with a problem')
        await field.fill(unit)
        await saves(admin, words)
        await expect(page).toHaveTitle(`${words('settings.title')} · ${unit}`)
        await ben.open('/')
        await expect(ben.page.getByRole('heading', { name: unit, level: 1 })).toBeVisible()
        await expect(ben.page).toHaveTitle(`${words('chrome.home')} · ${unit}`)
        await somebody.open('/login')
        await expect(somebody.page.getByText(unit)).toBeVisible()
        await expect(somebody.page).toHaveTitle(`${words('accounts.login')} · ${unit}`)
      })

      await test.step('by invitation: the form is there for holders of a link alone', async () => {
        await chooses(admin, words, 'invitation')
        await somebody.open('/register')
        await expect(somebody.page.getByText(words('unit.invitation.needed'))).toBeVisible()
        await expect(somebody.page.getByRole('textbox')).toHaveCount(0)
        await isClean(somebody, 'registration by invitation')
        await button(page, words('invitations.create')).click()
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
        await button(page, words('invitations.make')).click()
        const link = await page.getByRole('textbox', { name: words('admin.link') }).inputValue()
        await button(page.getByRole('dialog'), words('chrome.close')).last().click()

        await somebody.page.goto(link)
        await expect(somebody.page.getByText(words('accounts.invited'))).toBeVisible()
        somebody.expects(/status of 4(00|09)/)
        await registers(somebody, words, 'kenji@example.org')
        const email = somebody.page.getByRole('textbox', { name: words('accounts.email') })
        await expect(email).toHaveAccessibleDescription(words('error.auth.emailTaken'))
        await registers(somebody, words, 'dora@example.org')
        await expect(somebody.page.getByText(words('accounts.created'))).toBeVisible()
        // It was for one person.
        await somebody.page.goto(link)
        await registers(somebody, words, 'eva@example.org')
        await expect(somebody.page.getByText(words('error.auth.inviteCode'))).toBeVisible()
      })

      await test.step('closed: nobody registers, and the login does not offer it', async () => {
        await chooses(admin, words, 'closed')
        await somebody.open('/register')
        await expect(somebody.page.getByText(words('accounts.registrationClosed'))).toBeVisible()
        await expect(somebody.page.getByRole('textbox')).toHaveCount(0)
        await somebody.open('/login')
        await expect(somebody.page.getByRole('heading', { name: words('accounts.login'), level: 1 })).toBeVisible()
        await expect(somebody.page.getByRole('button', { name: words('passwords.forgot') })).toBeVisible()
        await expect(somebody.page.getByRole('link', { name: words('accounts.newHere') })).toHaveCount(0)
        await chooses(admin, words, 'open')
        await somebody.open('/login')
        await expect(somebody.page.getByRole('link', { name: words('accounts.newHere') })).toBeVisible()
      })

      await test.step('forgotten passwords: off, the login does not offer them; on, it does', async () => {
        const forgotten = page.getByRole('switch', { name: words('settings.forgotten') })
        await forgotten.uncheck({ force: true })
        await saves(admin, words)
        await somebody.open('/login')
        await expect(somebody.page.getByRole('link', { name: words('accounts.newHere') })).toBeVisible()
        await expect(somebody.page.getByRole('button', { name: words('passwords.forgot') })).toHaveCount(0)
        await forgotten.check({ force: true })
        await saves(admin, words)
        await somebody.open('/login')
        await expect(somebody.page.getByRole('button', { name: words('passwords.forgot') })).toBeVisible()
        await isClean(somebody, 'login')
      })
    },
  )

  test(
    `a tap on SOS counts down, or sends at once where the administrator wants it so (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, visitor, signedIn }) => {
      const admin = await administrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language })
      const key = ben.page.getByRole('button', { name: words('alerts.sos.hold') })
      await key.click()
      await expect(ben.page.getByRole('alertdialog', { name: words('alerts.sos.countdown') })).toBeVisible()
      await ben.page.getByRole('button', { name: words('alerts.sos.cancel'), exact: true }).click()
      await expect(ben.page).toHaveURL(`${ben.url}/`)

      await openArea(admin.page, words, 'settings.title')
      await admin.page.getByRole('radio', { name: words('settings.sos.atOnce') }).check()
      await saves(admin, words)
      await ben.open('/')
      await expect(key).toHaveAttribute('title', words('alerts.sos.hintAtOnce'))
      await key.click()
      await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { waitUntil: 'commit' })
      await expect(admin.page.getByRole('alertdialog', { name: words('alerts.alarm.title') })).toBeVisible()
    },
  )
}

import { expect } from '@playwright/test'
import sharp from 'sharp'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { AVATAR_PIXELS } from '@noroshi/contract/limits'
import { API_BASE } from '@noroshi/contract/routes'
import { type Mailbox, mailbox } from '../../server/src/testing/processes/mailbox.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test as journey } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { login } from '../fixtures/servers/login.ts'
import { PASSWORD, type Person } from '../fixtures/person.ts'
import { freePort, startServer } from '../fixtures/servers/server.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

/** A server that sends email. */
const test = journey.extend<{ mail: Mailbox }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern for a fixture without dependencies
  mail: async ({}, use) => {
    const mail = await mailbox()
    await use(mail)
    await mail[Symbol.asyncDispose]()
  },
  server: async ({ mail }, use) => {
    const port = await freePort()
    const server = await startServer({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mail.url,
    })
    await use(server)
    await server.stop()
  },
})

const NEW_PASSWORD = 'staple battery horse'
/** Signs in the same user on a second device; null if the password is wrong. */
async function loginElsewhere(url: string, email: string, password: string): Promise<string | null> {
  const reply = await fetch(url + API_BASE + accountRoutes.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return reply.ok ? accountRoutes.login.reply.parse(await reply.json()).accessToken : null
}

async function register(person: Person, t: Texts, names: { first: string; last: string }, email: string): Promise<void> {
  const { page } = person
  await person.open('/register')
  await page.getByRole('textbox', { name: t('accounts.firstName') }).fill(names.first)
  await page.getByRole('textbox', { name: t('accounts.lastName') }).fill(names.last)
  await page.getByRole('textbox', { name: t('accounts.email') }).fill(email)
  await page.getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(t('accounts.confirmPassword'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('accounts.register') }).click()
  await expect(page.getByText(t('accounts.created'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('alerts.sos.hold') })).toBeVisible()
}

async function editProfile(person: Person, t: Texts): Promise<void> {
  const { page } = person
  await page.getByRole('link', { name: t('profile.mine') }).click()
  await expect(page.getByRole('definition').first()).toHaveText('—')
  await expectAccessible(person, 'own profile')
  await page.getByRole('button', { name: t('profile.edit'), exact: true }).click()
  await page.getByRole('textbox', { name: t('profile.phoneNumber') }).fill('12')
  await page.getByRole('button', { name: t('chrome.save') }).click()
  await expect(page.getByText(t('accounts.genderRequired'))).toBeVisible()
  await expect(page.getByText(t('accounts.phoneInvalid'))).toBeVisible()
  await expectAccessible(person, 'own profile, with problems')

  await page.getByRole('radio', { name: t('profile.female'), exact: true }).check()
  await page.getByRole('textbox', { name: t('profile.phoneNumber') }).fill('090-1234-5678')
  await page.getByRole('textbox', { name: t('profile.postalAreaCode') }).fill('９８０ー０８１１')
  await page.getByRole('textbox', { name: t('profile.city') }).fill('仙台市')
  await page.getByRole('button', { name: t('chrome.save') }).click()
  await expect(page.getByText(t('profile.saved'))).toBeVisible()
  await expect(page.getByText('+819012345678')).toBeVisible()
  await expect(page.getByText('980-0811')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveCSS('text-transform', 'uppercase')
}

async function choosePicture(person: Person, t: Texts): Promise<void> {
  const { page } = person
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a7f62' } })
    .png()
    .toBuffer()
  await page.getByRole('button', { name: t('profile.edit'), exact: true }).click()
  const choose = (name: string, mimeType: string, bytes: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: bytes })
  await choose('notes.txt', 'text/plain', Buffer.from('no picture'))
  await expect(page.getByText(t('error.file.notPicture'))).toBeVisible()
  await choose('me.png', 'image/png', picture)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('slider', { name: t('profile.zoom') }).fill('2')
  await expectAccessible(person, 'crop')
  await dialog.getByRole('button', { name: t('chrome.save') }).click()
  await expect(page.getByText(t('profile.avatarSaved'))).toBeVisible({ timeout: 30_000 })
  const shown = page.getByRole('main').locator('img').first()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(AVATAR_PIXELS)
  await page.getByRole('button', { name: t('chrome.cancel') }).click()
}

async function logOut({ page }: Person, t: Texts): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('chrome.menuOf', { name: '' }).trim() })
    .click()
  await page.getByRole('menuitem', { name: t('accounts.logout') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chrome.confirm') })
    .click()
  await page.waitForURL('**/login', { waitUntil: 'commit' })
}

async function requestResetMail(person: Person, t: Texts, email: string): Promise<void> {
  const { page } = person
  await page.getByRole('button', { name: t('passwords.forgot') }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: t('passwords.submit') })
  await expect(submit).toBeDisabled()
  await dialog.getByRole('textbox').fill('an unknown user')
  await expect(dialog.getByText(t('accounts.emailInvalid'))).toBeVisible()
  await expect(submit).toBeDisabled()
  await expectAccessible(person, 'forgotten password')
  await dialog.getByRole('textbox').fill(email)
  await submit.click()
  await expect(page.getByText(t('passwords.sent'))).toBeVisible()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)
  const names = language === 'en' ? { first: 'Haruka', last: 'Sato' } : { first: '遥', last: '佐藤' }
  const fullName = language === 'en' ? 'Haruka Sato' : '佐藤 遥'
  const email = `haruka.${language}@example.org`

  test(
    `a user edits the profile, resets a forgotten password by email, and is found by another user (${language})`,
    onlyLong(),
    async ({ server, mail, visitor, signedIn }) => {
      const haruka = await visitor({ language })
      const { page } = haruka
      await register(haruka, t, names, email)
      await editProfile(haruka, t)

      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      await ben.open('/alerts')
      await ben.page.getByRole('tab', { name: t('alerts.members') }).click()
      const row = ben.page.getByRole('link', { name: fullName })
      await expect(row).toBeVisible()
      await choosePicture(haruka, t)
      await expect(row.locator('img')).toBeVisible() // updated by an event, without a refetch

      const elsewhere = await loginElsewhere(server.url, email, PASSWORD)
      await haruka.open('/user/me')
      await page.getByRole('button', { name: t('sessions.endOn', { device: t('sessions.unknownDevice') }) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('sessions.end') })
        .click()
      await expect(page.getByText(t('sessions.ended'))).toBeVisible()
      const refused = await fetch(server.url + API_BASE + accountRoutes.me.path, {
        headers: { authorization: `Bearer ${elsewhere}` },
      })
      expect(refused.status).toBe(401)

      await logOut(haruka, t)
      await requestResetMail(haruka, t, email)
      const mailed = await mail.next()
      expect(mail.emails).toHaveLength(1)
      const link = /http\S+/.exec(mailed.text ?? '')?.[0] ?? ''
      expect(link).toContain(`${server.url}/reset-password?token=`)
      await page.goto(link)
      await page.waitForURL((url) => url.pathname === '/reset-password' && url.search === '')
      expect(await page.evaluate(() => localStorage.getItem('reset-password-token'))).toBe(
        new URL(link).searchParams.get('token'),
      )
      await page.getByLabel(t('accounts.password'), { exact: true }).fill(NEW_PASSWORD)
      await page.getByLabel(t('accounts.confirmPassword'), { exact: true }).fill('another')
      await page.getByRole('button', { name: t('passwords.update') }).click()
      await expect(page.getByText(t('accounts.passwordsDiffer'))).toBeVisible()
      await expectAccessible(haruka, 'reset password')
      await page.getByLabel(t('accounts.confirmPassword'), { exact: true }).fill(NEW_PASSWORD)
      await page.getByRole('button', { name: t('passwords.update') }).click()
      await expect(page.getByText(t('passwords.done'))).toBeVisible()
      await expect(page.getByRole('heading', { name: t('accounts.login'), level: 1 })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('reset-password-token'))).toBeNull()
      expect(await loginElsewhere(server.url, email, PASSWORD)).toBeNull()
      await login(haruka.page, t, email, NEW_PASSWORD)

      await ben.page.getByRole('button', { name: t('people.search') }).click()
      await expect(ben.page.getByText(t('people.start'))).toBeVisible()
      await ben.page.getByRole('combobox').fill(names.last)
      await expect(ben.page.getByText(t('people.searching'))).toBeVisible()
      await expect(ben.page.getByRole('option', { name: fullName })).toBeVisible()
      await expectAccessible(ben, 'search')
      await ben.page.keyboard.press('ArrowDown')
      await ben.page.keyboard.press('Enter')
      await ben.page.waitForURL(/\/user\/.+\/profile$/)
      await expect(ben.page.getByRole('heading', { name: fullName })).toBeVisible()
      await expect(ben.page.getByText('+819012345678')).toBeVisible()
      await expect(ben.page.getByRole('main').locator('img')).toBeVisible()
      await expectAccessible(ben, 'profile')
    },
  )

  test(
    `the screens show an empty search, an unknown user and a missing reset token (${language})`,
    onlyLong(),
    async ({ signedIn, visitor }) => {
      const ben = await signedIn('Ben', { language })
      const { page } = ben
      await page.getByRole('button', { name: t('people.search') }).click()
      await page.getByRole('combobox').fill('zzzz')
      await expect(page.getByText(t('people.none'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText(t('people.start'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: t('people.search') })).toBeFocused()

      ben.allowConsoleError(/status of 404/)
      await ben.open(`/user/${crypto.randomUUID()}/profile`)
      await expect(page.getByRole('heading', { name: t('profile.notFound') })).toBeVisible()
      await expectAccessible(ben, 'an unknown user')

      const guest = await visitor({ language })
      await guest.open('/reset-password')
      await expect(guest.page.getByText(t('passwords.noToken'))).toBeVisible()
      await guest.page.waitForURL('**/login', { waitUntil: 'commit' })
    },
  )
}

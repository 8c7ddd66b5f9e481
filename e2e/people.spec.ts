import { expect } from '@playwright/test'
import sharp from 'sharp'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { AVATAR_PIXELS } from '@noroshi/contract/limits'
import { API_BASE } from '@noroshi/contract/routes'
import { type Mailbox, mailbox } from '../server/src/testing/mailbox.ts'
import { isClean } from './fixtures/axe.ts'
import { test as journey } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { login } from './fixtures/login.ts'
import { PASSWORD, type Person } from './fixtures/person.ts'
import { freePort, startServer } from './fixtures/server.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

/** A unit that sends mail. */
const test = journey.extend<{ mail: Mailbox }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright's way to say that no other fixture is needed
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
/** A second device of the same person; null where the password is wrong. */
async function loginElsewhere(url: string, email: string, password: string): Promise<string | null> {
  const reply = await fetch(url + API_BASE + accountRoutes.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return reply.ok ? accountRoutes.login.reply.parse(await reply.json()).accessToken : null
}

async function register(person: Person, words: Words, names: { first: string; last: string }, email: string): Promise<void> {
  const { page } = person
  await person.open('/register')
  await page.getByRole('textbox', { name: words('accounts.firstName') }).fill(names.first)
  await page.getByRole('textbox', { name: words('accounts.lastName') }).fill(names.last)
  await page.getByRole('textbox', { name: words('accounts.email') }).fill(email)
  await page.getByLabel(words('accounts.password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(words('accounts.confirmPassword'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words('accounts.register') }).click()
  await expect(page.getByText(words('accounts.created'))).toBeVisible()
  await expect(page.getByRole('heading', { name: words('accounts.login'), level: 1 })).toBeVisible()
}

async function editsProfile(person: Person, words: Words): Promise<void> {
  const { page } = person
  await page.getByRole('link', { name: words('profile.mine') }).click()
  await expect(page.getByRole('definition').first()).toHaveText('—')
  await isClean(person, 'own profile')
  await page.getByRole('button', { name: words('profile.edit'), exact: true }).click()
  await page.getByRole('textbox', { name: words('profile.phoneNumber') }).fill('12')
  await page.getByRole('button', { name: words('chrome.save') }).click()
  await expect(page.getByText(words('accounts.genderRequired'))).toBeVisible()
  await expect(page.getByText(words('accounts.phoneInvalid'))).toBeVisible()
  await isClean(person, 'own profile, with problems')

  await page.getByRole('radio', { name: words('profile.female'), exact: true }).check()
  await page.getByRole('textbox', { name: words('profile.phoneNumber') }).fill('090-1234-5678')
  await page.getByRole('textbox', { name: words('profile.postalAreaCode') }).fill('９８０ー０８１１')
  await page.getByRole('textbox', { name: words('profile.city') }).fill('仙台市')
  await page.getByRole('button', { name: words('chrome.save') }).click()
  await expect(page.getByText(words('profile.saved'))).toBeVisible()
  await expect(page.getByText('+819012345678')).toBeVisible()
  await expect(page.getByText('980-0811')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveCSS('text-transform', 'uppercase')
}

async function choosesPicture(person: Person, words: Words): Promise<void> {
  const { page } = person
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a7f62' } })
    .png()
    .toBuffer()
  await page.getByRole('button', { name: words('profile.edit'), exact: true }).click()
  const choose = (name: string, mimeType: string, bytes: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: bytes })
  await choose('notes.txt', 'text/plain', Buffer.from('no picture'))
  await expect(page.getByText(words('error.file.notPicture'))).toBeVisible()
  await choose('me.png', 'image/png', picture)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('slider', { name: words('profile.zoom') }).fill('2')
  await isClean(person, 'crop')
  await dialog.getByRole('button', { name: words('chrome.save') }).click()
  await expect(page.getByText(words('profile.avatarSaved'))).toBeVisible()
  const shown = page.getByRole('main').locator('img').first()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(AVATAR_PIXELS)
  await page.getByRole('button', { name: words('chrome.cancel') }).click()
}

async function logsOut({ page }: Person, words: Words): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: words('chrome.menuOf', { name: '' }).trim() })
    .click()
  await page.getByRole('menuitem', { name: words('accounts.logout') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('chrome.confirm') })
    .click()
  await page.waitForURL('**/login', { waitUntil: 'commit' })
}

async function asksForMail(person: Person, words: Words, email: string): Promise<void> {
  const { page } = person
  await page.getByRole('button', { name: words('passwords.forgot') }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: words('passwords.submit') })
  await expect(submit).toBeDisabled()
  await dialog.getByRole('textbox').fill('nobody')
  await expect(dialog.getByText(words('accounts.emailInvalid'))).toBeVisible()
  await expect(submit).toBeDisabled()
  await isClean(person, 'forgotten password')
  await dialog.getByRole('textbox').fill(email)
  await submit.click()
  await expect(page.getByText(words('passwords.sent'))).toBeVisible()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)
  const names = language === 'en' ? { first: 'Haruka', last: 'Sato' } : { first: '遥', last: '佐藤' }
  const fullName = `${names.first} ${names.last}`
  const email = `haruka.${language}@example.org`

  test(`a profile is edited, a forgotten password reset by mail, and the person found (${language})`, async ({
    server,
    mail,
    visitor,
    signedIn,
  }) => {
    const haruka = await visitor({ language })
    const { page } = haruka
    await register(haruka, words, names, email)
    await login(haruka.page, words, email, PASSWORD)
    await editsProfile(haruka, words)

    const ben = await signedIn('Ben', { language, scheme: 'dark' })
    await ben.open('/alerts')
    await ben.page.getByRole('tab', { name: words('alerts.members') }).click()
    const row = ben.page.getByRole('link', { name: fullName })
    await expect(row).toBeVisible()
    await choosesPicture(haruka, words)
    await expect(row.locator('img')).toBeVisible() // told live, without asking again

    const elsewhere = await loginElsewhere(server.url, email, PASSWORD)
    await haruka.open('/user/me')
    await page.getByRole('button', { name: words('sessions.endOn', { device: words('sessions.unknownDevice') }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('sessions.end') })
      .click()
    await expect(page.getByText(words('sessions.ended'))).toBeVisible()
    const refused = await fetch(server.url + API_BASE + accountRoutes.me.path, {
      headers: { authorization: `Bearer ${elsewhere}` },
    })
    expect(refused.status).toBe(401)

    await logsOut(haruka, words)
    await asksForMail(haruka, words, email)
    const letter = await mail.next()
    expect(mail.letters).toHaveLength(1)
    const link = /http\S+/.exec(letter.text ?? '')?.[0] ?? ''
    expect(link).toContain(`${server.url}/reset-password?token=`)
    await page.goto(link)
    await page.waitForURL((url) => url.pathname === '/reset-password' && url.search === '')
    expect(await page.evaluate(() => localStorage.getItem('reset-password-token'))).toBe(new URL(link).searchParams.get('token'))
    await page.getByLabel(words('accounts.password'), { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel(words('accounts.confirmPassword'), { exact: true }).fill('another')
    await page.getByRole('button', { name: words('passwords.update') }).click()
    await expect(page.getByText(words('accounts.passwordsDiffer'))).toBeVisible()
    await isClean(haruka, 'reset password')
    await page.getByLabel(words('accounts.confirmPassword'), { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: words('passwords.update') }).click()
    await expect(page.getByText(words('passwords.done'))).toBeVisible()
    await expect(page.getByRole('heading', { name: words('accounts.login'), level: 1 })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('reset-password-token'))).toBeNull()
    expect(await loginElsewhere(server.url, email, PASSWORD)).toBeNull()
    await login(haruka.page, words, email, NEW_PASSWORD)

    await ben.page.getByRole('button', { name: words('people.search') }).click()
    await expect(ben.page.getByText(words('people.start'))).toBeVisible()
    await ben.page.getByRole('combobox').fill(names.last)
    await expect(ben.page.getByText(words('people.searching'))).toBeVisible()
    await expect(ben.page.getByRole('option', { name: fullName })).toBeVisible()
    await isClean(ben, 'search')
    await ben.page.keyboard.press('ArrowDown')
    await ben.page.keyboard.press('Enter')
    await ben.page.waitForURL(/\/user\/.+\/profile$/)
    await expect(ben.page.getByRole('heading', { name: fullName })).toBeVisible()
    await expect(ben.page.getByText('+819012345678')).toBeVisible()
    await expect(ben.page.getByRole('main').locator('img')).toBeVisible()
    await isClean(ben, 'profile')
  })

  test(
    `nobody is found, nobody is there, no token was brought (${language})`,
    onlyLong(language === 'ja'),
    async ({ signedIn, visitor }) => {
      const ben = await signedIn('Ben', { language })
      const { page } = ben
      await page.getByRole('button', { name: words('people.search') }).click()
      await page.getByRole('combobox').fill('zzzz')
      await expect(page.getByText(words('people.none'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText(words('people.start'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: words('people.search') })).toBeFocused()

      ben.expects(/status of 404/)
      await ben.open(`/user/${crypto.randomUUID()}/profile`)
      await expect(page.getByRole('heading', { name: words('profile.notFound') })).toBeVisible()
      await isClean(ben, 'nobody')

      const somebody = await visitor({ language })
      await somebody.open('/reset-password')
      await expect(somebody.page.getByText(words('passwords.noToken'))).toBeVisible()
      await somebody.page.waitForURL('**/login', { waitUntil: 'commit' })
    },
  )
}

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type TestInfo } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import type { Language } from '@noroshi/contract/i18n'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { joinSheetMessages } from '@noroshi/contract/setup/join-sheet-texts'
import type { SetupStep } from '@noroshi/contract/setup/setup.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { plain, printOnPaper } from '../fixtures/checks/paper.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { PASSWORD, type Person } from '../fixtures/person.ts'
import { button } from '../fixtures/servers/administration.ts'
import { registerFirstAdministrator } from '../fixtures/servers/administrator.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
const NAMES = ['Aiko', 'Ben', 'Chie', 'Daiki', 'Emi', 'Fumi', 'Goro', 'Hana']
/** People with an account and no device. */
const SILENT = ['Dora', 'Saburo']
/** Milliseconds within which the server has stored the outcome of a drill and the guide shows it. */
const OUTCOME_MS = 30_000
/** Milliseconds within which a first backup is written and restored as a test. */
const BACKUP_MS = 120_000

const step = ({ page }: Person, t: Texts, name: SetupStep) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: t(`setup.${name}`), exact: true }) })

const expectState = (admin: Person, t: Texts, name: SetupStep, state: 'done' | 'confirmed' | 'open' | 'unknown') =>
  expect(step(admin, t, name).getByRole('img', { name: t(`setup.state.${state}`), exact: true })).toBeVisible()

const createAccount = async (url: string, firstName: string, language: Language) => {
  const email = `${firstName.toLowerCase()}@example.org`
  const body = { firstName, lastName: '', email, password: PASSWORD, confirmPassword: PASSWORD }
  await callApi(url, accountRoutes.register, { body, language })
  return callApi(url, accountRoutes.login, { body: { email, password: PASSWORD }, language })
}

/** The steps that are about the unit, each also done wrong. */
async function describeUnit(admin: Person, t: Texts, language: Language): Promise<void> {
  const { page } = admin
  const name = step(admin, t, 'unitName')
  await name.getByRole('textbox').fill(' ')
  await button(name, t('chrome.save')).click()
  await expect(page.getByText(t('unit.nameRequired'))).toBeVisible()
  await expectState(admin, t, 'unitName', 'open')
  await name.getByRole('textbox').fill('若葉会館')
  await button(name, t('chrome.save')).click()
  await expectState(admin, t, 'unitName', 'done')

  await button(page, t('setup.location.choose')).click()
  await page.keyboard.press('Escape')
  await expectState(admin, t, 'location', 'open')
  await button(page, t('setup.location.choose')).click()
  await button(page, t('setup.location.use')).click()
  await expectState(admin, t, 'location', 'done')

  await button(page, language === 'ja' ? '日本語' : 'English').click()
  await expectState(admin, t, 'language', 'done')
  await button(page, t('setup.confirmOf', { item: t('setup.map') })).click()
  await expectState(admin, t, 'map', 'confirmed')
}

/** Prints the sheet for the wall: one page of A4, with the texts of both languages. */
async function printSheet(admin: Person, t: Texts, testInfo: TestInfo): Promise<void> {
  const { page } = admin
  await button(page, t('setup.sheet')).click()
  const dialog = page.getByRole('dialog', { name: t('setup.sheet') })
  await dialog.getByRole('textbox').first().fill('wakaba')
  await dialog.getByRole('textbox').last().fill('river rises')
  await button(dialog, t('setup.sheet.print')).click()
  const sheet = page.locator('body > [data-printed]')
  await expect(sheet).toHaveCount(1)
  const file = testInfo.outputPath('sheet.pdf')
  const { text, pages, size } = await printOnPaper(admin, file)
  await testInfo.attach('sheet.pdf', { path: file, contentType: 'application/pdf' })
  expect([pages, size]).toEqual([1, expect.stringContaining('(A4)')])
  const { connect, open, sos } = joinSheetMessages
  // The PDF puts the numbers of the steps elsewhere.
  const steps = [connect, open, sos].flatMap(({ en, ja }) => [en, ja]).map((line) => line.replace(/^\d\. /, ''))
  const parts = ['若葉会館', 'wakaba', 'river rises', 'Open it in Safari.', 'Chromeで開きます。', ...steps]
  for (const part of parts) expect(text).toContain(plain(part))
  await sheet.evaluate((printed) => printed.remove())
  await dialog.getByRole('textbox').first().fill('')
  await dialog.getByRole('textbox').last().fill('')
  await page.keyboard.press('Escape')
}

/** Turns the backup on in a folder and waits until the first copy was restored as a test. */
async function backUp(admin: Person, t: Texts): Promise<void> {
  const { page } = admin
  await page.getByRole('link', { name: t('setup.backup.press') }).click()
  await page.getByRole('textbox', { name: t('backup.folder'), exact: true }).fill('backup')
  await button(page, t('chrome.save')).click()
  await expect(page.getByText(t('backup.folderInvalid'))).toBeVisible()
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-first-hour-'))
  await page.getByRole('textbox', { name: t('backup.folder'), exact: true }).fill(folder)
  await button(page, t('chrome.save')).click()
  await button(page, t('backup.now')).click()
  await expect(async () => {
    await admin.open('/admin/guide')
    await expectState(admin, t, 'backup', 'done')
  }).toPass({ timeout: BACKUP_MS })
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `an administrator goes from the set-up link through the first hour to “8 of 10 rang” (${language})`,
    onlyLong(),
    async ({ server, visitor }, testInfo) => {
      test.setTimeout(300_000)
      const admin = await registerFirstAdministrator(server, visitor, t, { language, location: SENDAI })
      const { page } = admin
      await page.addInitScript(() => {
        // The dialog of the browser keeps the page as it is. Here a copy of the sheet stays for the PDF.
        window.print = () => {
          const sheet = document.querySelector('[data-print-sheet]')?.cloneNode(true) as HTMLElement // a node of HTML
          sheet.dataset['printed'] = ''
          document.body.append(sheet)
        }
      })

      await test.step('home leads to the first step', async () => {
        await admin.open('/')
        await expect(page.getByText(t('setup.progress', { done: 0, count: 10 }))).toBeVisible()
        await expectAccessible(admin, 'home with the card of the guide')
        await page.getByRole('link', { name: t('setup.continue') }).click()
        await expect(page).toHaveURL(`${server.url}/admin/guide#unitName`)
        await expectState(admin, t, 'devices', 'unknown') // until this device reports that it rings
        await expectAccessible(admin, 'the guide of a new server')
      })
      await test.step('name, location, language and map', () => describeUnit(admin, t, language))
      await test.step('the sheet, and a link that is not used yet', async () => {
        await printSheet(admin, t, testInfo)
        await button(page, t('setup.people.link')).click()
        const dialog = page.getByRole('dialog')
        await button(dialog, t('invitations.make')).click()
        await button(dialog, t('chrome.close')).last().click()
        await expect(page.getByText(t('setup.people.invited'))).toBeVisible()
      })

      const phones: Person[] = []
      await test.step('eight phones, and two people without one', async () => {
        for (const name of NAMES) {
          const phone = await visitor({ language })
          await phone.openWithSession((await createAccount(server.url, name, language)).accessToken)
          await phone.openLive('/')
          phones.push(phone)
        }
        for (const name of SILENT) await createAccount(server.url, name, language)
        await admin.open('/admin/guide')
        await expect(page.getByText(t('setup.people.done', { count: 11 }))).toBeVisible()
      })
      await test.step('a group and a feed by one press', async () => {
        await button(page, t('setup.groupAndFeed.press')).click()
        await expectState(admin, t, 'groupAndFeed', 'done')
        const [ben] = phones.slice(1)
        await ben?.open('/feeds')
        await expect(ben!.page.getByText(t('setup.example.feed')).first()).toBeVisible()
      })
      await test.step('a second administrator is left out, and then chosen', async () => {
        await button(page, t('setup.confirmOf', { item: t('setup.administrators') })).click()
        await expectState(admin, t, 'administrators', 'confirmed')
        const { id } = await fetchOk(phones[0]!, accountRoutes.me)
        await fetchOk(admin, adminUserRoutes.makeAdmin, { params: { id } })
        await admin.open('/admin/guide')
        await expectState(admin, t, 'administrators', 'done')
      })
      await test.step('the backup, first in a wrong folder', () => backUp(admin, t))

      await test.step('a drill of everyone, whose result names the two that it did not reach', async () => {
        for (const phone of phones) await phone.openLive('/')
        await button(page, t('setup.drill.start')).click()
        const dialog = page.getByRole('dialog', { name: t('drills.start') })
        await expect(dialog.getByRole('checkbox').first()).toBeChecked()
        await button(dialog, t('drills.start')).click()
        const alarm = page.getByRole('alertdialog', { name: t('alerts.drill.title') })
        await alarm.getByRole('button', { name: t('alerts.cannotHelp') }).click()
        await expect(page.getByText(t('setup.drill.running', { reached: 8, count: 10 }))).toBeVisible({ timeout: OUTCOME_MS })
        await button(page, t('setup.drill.end')).click()
        await expect(page.getByText(t('setup.drill.result', { reached: 8, count: 10 }))).toBeVisible({ timeout: OUTCOME_MS })
        for (const name of SILENT) await expect(step(admin, t, 'drill')).toContainText(name)
        await expectState(admin, t, 'drill', 'open')
        await expectAccessible(admin, 'the guide with the result of a drill')
      })
      await test.step('the two get the steps by one press', async () => {
        await button(page, t('setup.drill.send', { count: 2 })).click()
        await expect(page.getByText(t('setup.stepsSent', { count: 2 }))).toBeVisible()
        await expectState(admin, t, 'drill', 'done')
        const dora = await visitor({ language })
        const { accessToken } = await callApi(server.url, accountRoutes.login, {
          body: { email: 'dora@example.org', password: PASSWORD },
        })
        await dora.openWithSession(accessToken)
        const [thread] = (await fetchOk(dora, threadRoutes.personal)).items
        const { items } = await fetchOk(dora, messageRoutes.list, { params: { id: thread?.id ?? '' } })
        expect(items[0]?.text).toContain('/ready')
        await dora.open('/admin/guide')
        await expect(dora.page.getByRole('heading', { name: t('setup.title') })).toHaveCount(0)
      })
    },
  )
}

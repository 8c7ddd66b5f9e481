import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { type Language, LOCALES } from '@noroshi/contract/i18n'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { killTab } from '../fixtures/browsers/kill-tab.ts'
import { browserEnvironment, shiftClock, ZONE } from '../fixtures/browsers/time.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { storedContent } from '../fixtures/scenes/stored.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { waitUntilStored } from '../fixtures/servers/deployment.ts'
import { textsIn } from '../fixtures/texts.ts'
import { PASSWORD } from '../fixtures/person.ts'

const shelter = { kind: 'shelter', name: '若葉小学校', capacity: 300, latitude: 38.26, longitude: 140.87 } as const
const PIN = '482913'

/** Opens a browser whose profile is on disk, with a session. */
async function openProfile(profile: string, url: string, language: Language, token: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage', '--disable-gpu'],
    env: browserEnvironment(),
    locale: LOCALES[language].tag,
    timezoneId: ZONE,
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 780 },
  })
  await shiftClock(context)
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token)
  await page.close()
  return context
}

/** Returns the texts that a file of a profile has in plain, as UTF-8 or as UTF-16. */
function foundIn(profile: string, texts: readonly string[]): string[] {
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const contents = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name)))
  return texts.filter((text) =>
    contents.some((bytes) => bytes.includes(Buffer.from(text)) || bytes.includes(Buffer.from(text, 'utf16le'))),
  )
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  const receiveGuest = async (page: Page, name: string) => {
    await button(page, t('reception.addGuest')).click()
    const form = page.getByRole('dialog', { name: t('reception.editGuest') })
    await form.getByRole('textbox', { name: t('reception.name'), exact: true }).fill(name)
    await form.getByRole('button', { name: t('chrome.save') }).click()
    await button(page, t('reception.receive', { count: 1 })).click()
  }
  const unlock = async (page: Page, pin: string) => {
    await page.getByLabel(t('reception.offline.pin'), { exact: true }).fill(pin)
    await button(page, t('reception.offline.unlock')).click()
  }

  test(
    `a desk receives people without the server, and a killed tab loses none and leaves no name on the disk (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language })
      const aiko = await signedIn('Aiko', { language })
      const email = 'desk@example.org'
      const body = { firstName: 'Ben', lastName: '', email, password: PASSWORD, confirmPassword: PASSWORD }
      await callApi(server.url, accountRoutes.register, { body })
      const { accessToken } = await callApi(server.url, accountRoutes.login, { body: { email, password: PASSWORD } })
      const { id: userId } = await callApi(server.url, accountRoutes.me, {}, accessToken)
      const { id: placeId } = await fetchOk(admin, placeRoutes.create, { body: shelter })
      await fetchOk(admin, shelterStaffRoutes.set, { params: { placeId, userId }, body: { role: 'receptionist' } })
      const { code } = await fetchOk(aiko, dependantRoutes.own)
      for (const person of [admin, aiko]) await person.page.goto('about:blank')
      const mark = crypto.randomUUID().slice(0, 8)
      const [known, first, second] = [`canary${mark}A`, `canary${mark}B`, `canary${mark}C`]

      const profile = mkdtempSync(path.join(tmpdir(), 'noroshi-desk-'))
      const context = await openProfile(profile, server.url, language, accessToken)
      try {
        const page = await context.newPage()
        const address = `${server.url}/shelters/${placeId}`
        await test.step('with a connection, the desk receives a person and sets a PIN', async () => {
          await page.goto(address)
          await receiveGuest(page, known)
          await expect(page.getByText(t('reception.received', { count: 1 }))).toBeVisible()
          await button(page, t('reception.offline.setPin')).click()
          const form = page.getByRole('dialog', { name: t('reception.offline.setPin') })
          await form.getByLabel(t('reception.offline.pin'), { exact: true }).fill('1234')
          await form.getByRole('button', { name: t('chrome.save') }).click()
          await expect(form.getByText(t('reception.offline.pinInvalid'))).toBeVisible()
          await form.getByLabel(t('reception.offline.pin'), { exact: true }).fill(PIN)
          await form.getByLabel(t('reception.offline.pinAgain'), { exact: true }).fill(PIN)
          await form.getByRole('button', { name: t('chrome.save') }).click()
          await expect(page.getByText(t('reception.offline.onNote'))).toBeVisible()
          await waitUntilStored(page)
          await expect.poll(() => storedContent(page)).toContain('deskCopy')
          await page.evaluate((text) => localStorage.setItem('control', text), `control${mark}`)
        })
        await test.step('without the server, it receives two people', async () => {
          await server.kill()
          await expect(page.getByText(t('reception.offline.isOpen'))).toBeVisible({ timeout: 30_000 })
          for (const [index, name] of [first, second].entries()) {
            await receiveGuest(page, name)
            await expect(page.getByText(t('reception.offline.unsent', { count: index + 1 }))).toBeVisible()
          }
        })
        await killTab(page)
        const next = await context.newPage()
        await test.step('the next tab asks for the PIN, and has what was recorded', async () => {
          await next.goto(address)
          await expect(next.getByText(t('reception.offline.unsent', { count: 2 }))).toBeVisible({ timeout: 30_000 })
          await expect(next.getByText(first)).toHaveCount(0)
          await unlock(next, '111111')
          await expect(next.getByText(t('reception.offline.pinWrong'))).toBeVisible()
          await unlock(next, PIN)
          await button(next, t('reception.offline.showUnsent')).click()
          await expect(next.getByText(first)).toBeVisible()
          await expectAccessible({ page: next, pendingRequests: [] }, 'a desk without a connection')
        })
        await test.step('it reads a code, records a departure, and shows the headcount of its copy', async () => {
          await next.getByLabel(t('reception.code'), { exact: true }).fill(code)
          await button(next, t('reception.codeFind')).click()
          await expect(next.getByText(t('reception.offline.code', { code }))).toBeVisible()
          await button(next, t('reception.receive', { count: 1 })).click()
          await next.getByRole('tab', { name: t('reception.register') }).click()
          await next.getByRole('searchbox').fill(known)
          await button(next, t('reception.leaveOf', { name: known })).click()
          await expect(next.getByText(t('reception.offline.unsent', { count: 4 }))).toBeVisible()
          await next.getByRole('tab', { name: t('reception.headcount') }).click()
          await expect(next.locator('dl dd').first()).toHaveText('1')
        })
        await test.step('with the server, each person is in the register once', async () => {
          await server.restart(0)
          const people = async () => {
            const { items } = await callApi(server.url, receptionRoutes.register, { params: { placeId } }, accessToken)
            return items.map(({ name, stay }) => `${name}${stay.leftAt === null ? '' : ' left'}`).toSorted()
          }
          await expect.poll(people, { timeout: 60_000 }).toEqual(['Aiko', `${known} left`, first, second])
          await next.getByRole('tab', { name: t('reception.desk'), exact: true }).click()
          await expect(next.getByText(t('reception.offline.onNote'))).toBeVisible()
          await expect.poll(() => storedContent(next)).not.toContain('deskChange')
        })
        await context.close()
        expect(foundIn(profile, [known, first, second, PIN, `control${mark}`])).toEqual([`control${mark}`])
      } finally {
        await context.close()
        rmSync(profile, { recursive: true, force: true })
      }
    },
  )
}

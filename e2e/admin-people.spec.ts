import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { button, openArea, row } from './fixtures/administration.ts'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { login } from './fixtures/login.ts'
import { type Person } from './fixtures/person.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const NEW_PASSWORD = 'staple battery horse'

async function chooses({ page }: Person, words: Words, password: string): Promise<void> {
  await page.getByLabel(words('accounts.password'), { exact: true }).fill(password)
  await page.getByLabel(words('accounts.confirmPassword'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('passwords.update') }).click()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(
    `an administrator makes another and takes the right away, but not the own (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const admin = await administrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      const { page } = admin
      const choose = async (change: 'makeAdmin' | 'removeAdmin') => {
        await button(page, words('admin.actionsOf', { name: 'Ben' })).click()
        await page.getByRole('menuitem', { name: words(`adminUsers.${change}`) }).click()
        await expect(page.getByText(words(`adminUsers.${change}Confirm`, { name: 'Ben' }))).toBeVisible()
        await isClean(admin, change)
        await button(page.getByRole('dialog'), words(`adminUsers.${change}`)).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await openArea(page, words, 'adminUsers.title')
      await expect(row(page, 'Kenji').getByText(words('adminUsers.admin'), { exact: true })).toBeVisible()
      // On one's own row there is no menu: nobody removes their own right.
      await expect(button(page, words('admin.actionsOf', { name: 'Kenji' }))).toHaveCount(0)

      await choose('makeAdmin')
      await expect(row(page, 'Ben').getByText(words('adminUsers.admin'), { exact: true })).toBeVisible()
      // Ben's page follows by itself, and he administers: himself he cannot remove either, Kenji he could.
      await openMenu(ben)
      await ben.page.getByRole('menuitem', { name: words('admin.title') }).click()
      await ben.page.getByRole('link', { name: words('adminUsers.title') }).click()
      await expect(row(ben.page, 'Kenji')).toBeVisible()
      await expect(button(ben.page, words('admin.actionsOf', { name: 'Ben' }))).toHaveCount(0)
      await expect(button(ben.page, words('admin.actionsOf', { name: 'Kenji' }))).toBeVisible()

      ben.expects(/status of 403/)
      await choose('removeAdmin')
      await expect(row(page, 'Ben').getByText(words('adminUsers.admin'), { exact: true })).toBeHidden()
      // The open page of his does not stay one of the administration.
      await expect(ben.page.getByRole('heading', { name: words('chrome.pageNotFound') }).first()).toBeVisible()
      await openMenu(ben)
      await expect(ben.page.getByRole('menuitem', { name: words('accounts.logout') })).toBeVisible()
      await expect(ben.page.getByRole('menuitem', { name: words('admin.title') })).toHaveCount(0)
    },
  )

  test(
    `somebody is shut out, let in again, and comes back by a link that works once (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const admin = await administrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language })
      ben.expects(/status of 40[0134]/)
      const { page } = admin
      const toggle = async (change: 'activate' | 'deactivate') => {
        await row(page, 'Ben').getByRole('switch').click()
        await expect(page.getByText(words(`adminUsers.${change}Note`))).toBeVisible()
        await button(page.getByRole('dialog'), words(`adminUsers.${change}`)).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await openArea(page, words, 'adminUsers.title')
      const email = (await row(page, 'Ben').getByText('@').textContent()) ?? ''
      await toggle('deactivate')
      await expect(row(page, 'Ben').getByText(words('adminUsers.deactivated'), { exact: true })).toBeVisible()
      await ben.open('/login')
      await expect(ben.page.getByRole('heading', { name: words('accounts.login'), level: 1 })).toBeVisible()
      await ben.page.getByRole('textbox', { name: words('accounts.email') }).fill(email)
      await ben.page.getByLabel(words('accounts.password'), { exact: true }).fill('correct horse battery')
      await ben.page.getByRole('button', { name: words('accounts.login') }).click()
      await expect(ben.page.getByText(words('error.auth.deactivated'))).toBeVisible()

      await toggle('activate')
      await expect(row(page, 'Ben').getByText(words('adminUsers.active'), { exact: true })).toBeVisible()
      await isClean(admin, 'users')
      await button(page, words('admin.actionsOf', { name: 'Ben' })).click()
      await page.getByRole('menuitem', { name: words('adminUsers.resetLink') }).click()
      await button(page, words('adminUsers.resetLinkMake')).click()
      const field = page.getByRole('textbox', { name: words('admin.link') })
      await expect(field).toHaveValue(new RegExp(`^${server.url}/reset-password\\?token=\\S{43}$`))
      await isClean(admin, 'a link that is shown once')
      const link = await field.inputValue()
      await button(page.getByRole('dialog'), words('chrome.close')).last().click()
      await expect(field).toBeHidden()

      await ben.page.goto(link)
      await chooses(ben, words, NEW_PASSWORD)
      await login(ben.page, words, email, NEW_PASSWORD)
      await expect(ben.page.getByRole('banner').getByRole('button', { name: /Ben/ })).toBeVisible()

      const thief = await visitor({ language })
      thief.expects(/status of 400/)
      await thief.page.goto(link)
      await chooses(thief, words, 'another one of mine')
      await expect(thief.page.getByText(words('error.auth.resetToken'))).toBeVisible()

      await openArea(page, words, 'auditLog.title')
      for (const action of ['deactivated', 'activated', 'linkMade', 'passwordReset'] as const)
        await expect(row(page, words(`audit.user.${action}`)).first()).toContainText('Ben')
    },
  )
}

const openMenu = ({ page }: Person) => page.getByRole('banner').getByRole('button', { name: /Ben/ }).click()

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { areaLink, button, openArea, row } from '../fixtures/servers/administration.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { login } from '../fixtures/servers/login.ts'
import { type Person } from '../fixtures/person.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const NEW_PASSWORD = 'staple battery horse'

async function setPassword({ page }: Person, t: Texts, password: string): Promise<void> {
  await page.getByLabel(t('accounts.password'), { exact: true }).fill(password)
  await page.getByLabel(t('accounts.confirmPassword'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('passwords.update') }).click()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `an administrator adds and removes the admin role of another user, but cannot remove their own (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      const { page } = admin
      const choose = async (change: 'makeAdmin' | 'removeAdmin') => {
        await button(page, t('admin.actionsOf', { name: 'Ben' })).click()
        await page.getByRole('menuitem', { name: t(`adminUsers.${change}`) }).click()
        await expect(page.getByText(t(`adminUsers.${change}Confirm`, { name: 'Ben' }))).toBeVisible()
        await expectAccessible(admin, change)
        await button(page.getByRole('dialog'), t(`adminUsers.${change}`)).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await openArea(page, t, 'adminUsers.title')
      await expect(row(page, 'Kenji').getByText(t('adminUsers.admin'), { exact: true })).toBeVisible()
      // The own row has no menu: administrators cannot remove their own role.
      await expect(button(page, t('admin.actionsOf', { name: 'Kenji' }))).toHaveCount(0)

      await choose('makeAdmin')
      await expect(row(page, 'Ben').getByText(t('adminUsers.admin'), { exact: true })).toBeVisible()
      // Ben's page updates without a reload. He can manage Kenji, but not himself.
      await openMenu(ben)
      await ben.page.getByRole('menuitem', { name: t('admin.title') }).click()
      await areaLink(ben.page, t, 'adminUsers.title').click()
      await expect(row(ben.page, 'Kenji')).toBeVisible()
      await expect(button(ben.page, t('admin.actionsOf', { name: 'Ben' }))).toHaveCount(0)
      await expect(button(ben.page, t('admin.actionsOf', { name: 'Kenji' }))).toBeVisible()

      ben.allowConsoleError(/status of 403/)
      await choose('removeAdmin')
      await expect(row(page, 'Ben').getByText(t('adminUsers.admin'), { exact: true })).toBeHidden()
      // Ben's open page leaves the administration.
      await expect(ben.page.getByRole('heading', { name: t('chrome.pageNotFound') }).first()).toBeVisible()
      await openMenu(ben)
      await expect(ben.page.getByRole('menuitem', { name: t('accounts.logout') })).toBeVisible()
      await expect(ben.page.getByRole('menuitem', { name: t('admin.title') })).toHaveCount(0)
    },
  )

  test(
    `an administrator deactivates and activates a user, who signs in again with a reset link that works once (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language })
      ben.allowConsoleError(/status of 40[0134]/)
      const { page } = admin
      const toggle = async (change: 'activate' | 'deactivate') => {
        await row(page, 'Ben').getByRole('switch').click()
        await expect(page.getByText(t(`adminUsers.${change}Note`))).toBeVisible()
        await button(page.getByRole('dialog'), t(`adminUsers.${change}`)).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await openArea(page, t, 'adminUsers.title')
      const email = (await row(page, 'Ben').getByText('@').textContent()) ?? ''
      await toggle('deactivate')
      await expect(row(page, 'Ben').getByText(t('adminUsers.deactivated'), { exact: true })).toBeVisible()
      await ben.page
        .getByRole('banner')
        .getByRole('link', { name: t('accounts.login') })
        .click()
      await expect(ben.page.getByRole('heading', { name: t('accounts.login'), level: 1 })).toBeVisible()
      await ben.page.getByRole('textbox', { name: t('accounts.email') }).fill(email)
      await ben.page.getByLabel(t('accounts.password'), { exact: true }).fill('correct horse battery')
      await ben.page.getByRole('button', { name: t('accounts.login') }).click()
      await expect(ben.page.getByText(t('error.auth.deactivated'))).toBeVisible()

      await toggle('activate')
      await expect(row(page, 'Ben').getByText(t('adminUsers.active'), { exact: true })).toBeVisible()
      await expectAccessible(admin, 'users')
      await button(page, t('admin.actionsOf', { name: 'Ben' })).click()
      await page.getByRole('menuitem', { name: t('adminUsers.resetLink') }).click()
      await button(page, t('adminUsers.resetLinkMake')).click()
      const field = page.getByRole('textbox', { name: t('admin.link') })
      await expect(field).toHaveValue(new RegExp(`^${server.url}/reset-password\\?token=\\S{43}$`))
      await expectAccessible(admin, 'a link that is shown once')
      const link = await field.inputValue()
      await button(page.getByRole('dialog'), t('chrome.close')).last().click()
      await expect(field).toBeHidden()

      await ben.page.goto(link)
      await setPassword(ben, t, NEW_PASSWORD)
      await login(ben.page, t, email, NEW_PASSWORD)
      await expect(ben.page.getByRole('banner').getByRole('button', { name: /Ben/ })).toBeVisible()

      const thief = await visitor({ language })
      thief.allowConsoleError(/status of 400/)
      await thief.page.goto(link)
      await setPassword(thief, t, 'another one of mine')
      await expect(thief.page.getByText(t('error.auth.resetToken'))).toBeVisible()

      await openArea(page, t, 'auditLog.title')
      for (const action of ['deactivated', 'activated', 'linkMade', 'passwordReset'] as const)
        await expect(row(page, t(`audit.user.${action}`)).first()).toContainText('Ben')
    },
  )
}

const openMenu = ({ page }: Person) => page.getByRole('banner').getByRole('button', { name: /Ben/ }).click()

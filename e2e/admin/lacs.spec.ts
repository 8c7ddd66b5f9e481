import { expect, type Page } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { button, openArea, row } from '../fixtures/servers/administration.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

interface Group {
  readonly organizationName: string
  readonly subdomain: string
  readonly departmentName: string
  readonly contactPersonName: string
  readonly contactPersonDesignation: string
}
const wakaba: Group = {
  organizationName: '若葉町',
  subdomain: 'wakaba',
  departmentName: '防災課',
  contactPersonName: '佐藤 美咲',
  contactPersonDesignation: '課長',
}
const optional = ['departmentName', 'contactPersonName', 'contactPersonDesignation'] as const

const save = (page: Page, t: Texts) => button(page.getByRole('dialog'), t('chrome.save')).click()
const expectDialogClosed = (page: Page) => expect(page.getByRole('dialog')).toBeHidden()

async function fillGroup(page: Page, t: Texts, group: Group): Promise<void> {
  await page.getByRole('textbox', { name: t('lacs.organizationName') }).fill(group.organizationName)
  await page.getByRole('textbox', { name: t('lacs.subdomain') }).fill(group.subdomain)
  for (const field of optional)
    await page.getByRole('textbox', { name: t('admin.optional', { field: t(`lacs.${field}`) }), exact: true }).fill(group[field])
}

async function fillUnit(page: Page, t: Texts, unitName: string, unitId: string): Promise<void> {
  await page.getByRole('textbox', { name: t('lacs.unitName') }).fill(unitName)
  await page.getByRole('textbox', { name: t('lacs.unitId') }).fill(unitId)
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `an administrator saves LACS groups and units with all fields, and each error appears at its field (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language })
      await signedIn('Chie', { language })
      const { page } = admin
      admin.allowConsoleError(/status of 409/)
      await openArea(page, t, 'lacs.title')
      await expect(page.getByText(t('lacs.groupsEmpty'))).toBeVisible()
      await expectAccessible(admin, 'no groups')

      await test.step('a group: missing and invalid values get an error at their field, then all fields are saved', async () => {
        await button(page, t('lacs.groupCreate')).click()
        await expect(page.getByRole('textbox', { name: t('lacs.organizationName') })).toBeFocused()
        await page.getByRole('textbox', { name: t('lacs.subdomain') }).fill('Wakaba Town')
        await save(page, t)
        await expect(page.getByText(t('lacs.organizationRequired'))).toBeVisible()
        await expect(page.getByText(t('lacs.subdomainInvalid'))).toBeVisible()
        await expectAccessible(admin, 'a group with problems')
        await fillGroup(page, t, wakaba)
        await page.getByRole('switch', { name: t('lacs.shareDataAmongUnits') }).check({ force: true })
        await save(page, t)
        await expectDialogClosed(page)
        for (const value of Object.values(wakaba)) await expect(row(page, wakaba.organizationName)).toContainText(value)
        await expect(row(page, wakaba.organizationName)).toContainText(t('lacs.shared'))
      })

      await test.step('a second group with the same subdomain is refused', async () => {
        await button(page, t('lacs.groupCreate')).click()
        await expect(page.getByRole('textbox', { name: t('lacs.organizationName') })).toBeFocused()
        await fillGroup(page, t, { ...wakaba, organizationName: '青葉町' })
        await save(page, t)
        const field = page.getByRole('dialog').getByRole('textbox', { name: t('lacs.subdomain') })
        await expect(field).toHaveAccessibleDescription(t('error.lacs.subdomainTaken'))
        await expect(field).toBeFocused()
        await field.fill('aoba')
        await save(page, t)
        await expectDialogClosed(page)
        await expect(row(page, '青葉町')).toContainText('aoba')
      })

      await test.step('a unit with its group, its id and its admins', async () => {
        await page.getByRole('tab', { name: t('lacs.units') }).click()
        await button(page, t('lacs.unitCreate')).click()
        await save(page, t)
        await expect(page.getByText(t('lacs.unitNameRequired'))).toBeVisible()
        await expect(page.getByText(t('lacs.unitIdRequired'))).toBeVisible()
        await page.getByRole('combobox', { name: t('lacs.group') }).selectOption(wakaba.organizationName)
        await fillUnit(page, t, '若葉会館', 'hall-1')
        await page.getByRole('switch', { name: t('lacs.isCloudUnit') }).check({ force: true })
        for (const name of ['Kenji', 'Chie']) {
          await page.getByRole('combobox', { name: t('lacs.admins') }).fill(name)
          await page.getByRole('option', { name }).click()
        }
        await expectAccessible(admin, 'a unit with admins')
        await save(page, t)
        await expectDialogClosed(page)
        const unitRow = row(page, '若葉会館')
        for (const value of ['hall-1', wakaba.organizationName, 'Kenji', 'Chie', t('lacs.cloud')])
          await expect(unitRow).toContainText(value)
      })

      await test.step('a unit id must be unique; an admin can be removed', async () => {
        await button(page, t('lacs.unitCreate')).click()
        await fillUnit(page, t, '若葉小学校', 'HALL-1')
        await save(page, t)
        const field = page.getByRole('dialog').getByRole('textbox', { name: t('lacs.unitId') })
        await expect(field).toHaveAccessibleDescription(t('error.lacs.unitIdTaken'))
        await button(page.getByRole('dialog'), t('chrome.cancel')).click()
        await button(page, t('chrome.discard')).click()
        await expectDialogClosed(page)
        await button(page, t('admin.editOf', { name: '若葉会館' })).click()
        await button(page, t('people.remove', { name: 'Chie' })).click()
        await save(page, t)
        await expectDialogClosed(page)
        await expect(row(page, '若葉会館')).not.toContainText('Chie')
        await expectAccessible(admin, 'units')
      })

      await test.step('a group with units is not deleted, and its dialog shows the reason; without units it is deleted', async () => {
        await page.getByRole('tab', { name: t('lacs.groups') }).click()
        const deletes = async (name: string) => {
          await button(page, t('admin.deleteOf', { name })).click()
          await button(page.getByRole('dialog'), t('chrome.delete')).click()
        }
        await deletes(wakaba.organizationName)
        await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(t('error.lacs.groupHasUnits'))
        await expectAccessible(admin, 'a group that cannot be deleted')
        await button(page.getByRole('dialog'), t('chrome.cancel')).click()
        await expectDialogClosed(page)
        await page.getByRole('tab', { name: t('lacs.units') }).click()
        await deletes('若葉会館')
        await expect(page.getByText(t('lacs.unitsEmpty'))).toBeVisible()
        await page.getByRole('tab', { name: t('lacs.groups') }).click()
        await deletes(wakaba.organizationName)
        await expectDialogClosed(page)
        await expect(row(page, wakaba.organizationName)).toHaveCount(0)
        await expect(row(page, '青葉町')).toBeVisible()
      })
    },
  )
}

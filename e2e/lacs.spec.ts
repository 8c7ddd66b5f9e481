import { expect, type Page } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { button, openArea, row } from './fixtures/administration.ts'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

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

const save = (page: Page, words: Words) => button(page.getByRole('dialog'), words('chrome.save')).click()
const closed = (page: Page) => expect(page.getByRole('dialog')).toBeHidden()

async function fillGroup(page: Page, words: Words, group: Group): Promise<void> {
  await page.getByRole('textbox', { name: words('lacs.organizationName') }).fill(group.organizationName)
  await page.getByRole('textbox', { name: words('lacs.subdomain') }).fill(group.subdomain)
  for (const field of optional)
    await page
      .getByRole('textbox', { name: words('admin.optional', { field: words(`lacs.${field}`) }), exact: true })
      .fill(group[field])
}

async function fillUnit(page: Page, words: Words, unitName: string, unitId: string): Promise<void> {
  await page.getByRole('textbox', { name: words('lacs.unitName') }).fill(unitName)
  await page.getByRole('textbox', { name: words('lacs.unitId') }).fill(unitId)
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(
    `LACS groups and units are kept with all their fields, and each refusal stands where it belongs (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await administrator(server, visitor, { language })
      await signedIn('Chie', { language })
      const { page } = admin
      admin.expects(/status of 409/)
      await openArea(page, words, 'lacs.title')
      await expect(page.getByText(words('lacs.groupsEmpty'))).toBeVisible()
      await isClean(admin, 'no groups')

      await test.step('a group: what is missing or wrong is said at its field, then all of it is kept', async () => {
        await button(page, words('lacs.groupCreate')).click()
        await expect(page.getByRole('textbox', { name: words('lacs.organizationName') })).toBeFocused()
        await page.getByRole('textbox', { name: words('lacs.subdomain') }).fill('Wakaba Town')
        await save(page, words)
        await expect(page.getByText(words('lacs.organizationRequired'))).toBeVisible()
        await expect(page.getByText(words('lacs.subdomainInvalid'))).toBeVisible()
        await isClean(admin, 'a group with problems')
        await fillGroup(page, words, wakaba)
        await page.getByRole('switch', { name: words('lacs.shareDataAmongUnits') }).check({ force: true })
        await save(page, words)
        await closed(page)
        for (const value of Object.values(wakaba)) await expect(row(page, wakaba.organizationName)).toContainText(value)
        await expect(row(page, wakaba.organizationName)).toContainText(words('lacs.shared'))
      })

      await test.step('a second group: a subdomain is given once', async () => {
        await button(page, words('lacs.groupCreate')).click()
        await expect(page.getByRole('textbox', { name: words('lacs.organizationName') })).toBeFocused()
        await fillGroup(page, words, { ...wakaba, organizationName: '青葉町' })
        await save(page, words)
        const field = page.getByRole('dialog').getByRole('textbox', { name: words('lacs.subdomain') })
        await expect(field).toHaveAccessibleDescription(words('error.lacs.subdomainTaken'))
        await expect(field).toBeFocused()
        await field.fill('aoba')
        await save(page, words)
        await closed(page)
        await expect(row(page, '青葉町')).toContainText('aoba')
      })

      await test.step('a unit with its group, its id and its admins', async () => {
        await page.getByRole('tab', { name: words('lacs.units') }).click()
        await button(page, words('lacs.unitCreate')).click()
        await save(page, words)
        await expect(page.getByText(words('lacs.unitNameRequired'))).toBeVisible()
        await expect(page.getByText(words('lacs.unitIdRequired'))).toBeVisible()
        await page.getByRole('combobox', { name: words('lacs.group') }).selectOption(wakaba.organizationName)
        await fillUnit(page, words, '若葉会館', 'hall-1')
        await page.getByRole('switch', { name: words('lacs.isCloudUnit') }).check({ force: true })
        for (const name of ['Kenji', 'Chie']) {
          await page.getByRole('combobox', { name: words('lacs.admins') }).fill(name)
          await page.getByRole('option', { name }).click()
        }
        await isClean(admin, 'a unit with admins')
        await save(page, words)
        await closed(page)
        const made = row(page, '若葉会館')
        for (const said of ['hall-1', wakaba.organizationName, 'Kenji', 'Chie', words('lacs.cloud')])
          await expect(made).toContainText(said)
      })

      await test.step('a unit id is given once; an admin is taken away again', async () => {
        await button(page, words('lacs.unitCreate')).click()
        await fillUnit(page, words, '若葉小学校', 'HALL-1')
        await save(page, words)
        const field = page.getByRole('dialog').getByRole('textbox', { name: words('lacs.unitId') })
        await expect(field).toHaveAccessibleDescription(words('error.lacs.unitIdTaken'))
        await button(page.getByRole('dialog'), words('chrome.cancel')).click()
        await closed(page)
        await button(page, words('admin.editOf', { name: '若葉会館' })).click()
        await button(page, words('people.remove', { name: 'Chie' })).click()
        await save(page, words)
        await closed(page)
        await expect(row(page, '若葉会館')).not.toContainText('Chie')
        await isClean(admin, 'units')
      })

      await test.step('a group with units stays, and its dialog says why; without them it goes', async () => {
        await page.getByRole('tab', { name: words('lacs.groups') }).click()
        const deletes = async (name: string) => {
          await button(page, words('admin.deleteOf', { name })).click()
          await button(page.getByRole('dialog'), words('chrome.delete')).click()
        }
        await deletes(wakaba.organizationName)
        await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(words('error.lacs.groupHasUnits'))
        await isClean(admin, 'a group that cannot go')
        await button(page.getByRole('dialog'), words('chrome.cancel')).click()
        await closed(page)
        await page.getByRole('tab', { name: words('lacs.units') }).click()
        await deletes('若葉会館')
        await expect(page.getByText(words('lacs.unitsEmpty'))).toBeVisible()
        await page.getByRole('tab', { name: words('lacs.groups') }).click()
        await deletes(wakaba.organizationName)
        await closed(page)
        await expect(row(page, wakaba.organizationName)).toHaveCount(0)
        await expect(row(page, '青葉町')).toBeVisible()
      })
    },
  )
}

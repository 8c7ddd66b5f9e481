import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { registerFirstAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { pickUser } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { paragraph, publishPage, submitDraftByApi } from '../fixtures/scenes/page-texts.ts'
import { createPage } from '../fixtures/scenes/page-actions.ts'
import type { Person } from '../fixtures/person.ts'
import { dialogOf, titleOf } from '../fixtures/checks/screen.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const SAMPLES = {
  en: { title: 'What to bring', renamed: 'What to carry', draft: 'A draft', text: 'One bag for each person' },
  ja: { title: '避難所に持っていくもの', renamed: '非常持ち出し品', draft: '下書きです', text: '荷物は一人一袋までです' },
} satisfies Record<CatalogueLanguage, unknown>

/** Adds a member to the open page and grants a right. */
async function addModerator(admin: Person, t: Texts, name: string): Promise<void> {
  const { page } = admin
  await page.getByRole('link', { name: t('pages.membersCount', { count: 1 }) }).click()
  await page.getByRole('button', { name: t('pages.addMembers') }).click()
  await expect(dialogOf(admin).getByRole('combobox')).toBeVisible()
  await pickUser(admin, name)
  await expectAccessible(admin, 'members to add')
  await dialogOf(admin)
    .getByRole('button', { name: t('pages.addMembers') })
    .click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText(t('pages.canUpdate'))
  await row.getByRole('button', { name: t('pages.memberMenu', { name }) }).click()
  await page.getByRole('menuitem', { name: t('pages.permissions') }).click()
  const right = dialogOf(admin).getByRole('switch', { name: t('pages.canModerateUpdates') })
  await right.click({ force: true })
  await expect(right).toBeChecked()
  await expectAccessible(admin, 'rights of a member')
  await page.keyboard.press('Escape')
  await expect(row).toContainText(t('pages.canModerateUpdates'))
  await expectAccessible(admin, 'members')
}

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)
  const samples = SAMPLES[language]

  test(
    `an administrator on a phone creates a page, adds a member and grants a flag; a visitor reads it without a session and sees a new publication (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const kenji = await registerFirstAdministrator(server, visitor, t, { language })
      const ben = await signedIn('Ben', { language, wide: true, scheme: 'dark' })
      const guest = await visitor({ language })
      guest.allowConsoleError(/status of 404.*\/pages\//)
      let pageId = ''

      await test.step('a page needs a title of four characters and is public by default', async () => {
        await kenji.open('/pages')
        await expect(kenji.page.getByRole('heading', { name: t('pages.none') })).toBeVisible()
        await expectAccessible(kenji, 'no pages yet')
        await guest.open('/pages')
        await expect(guest.page.getByRole('heading', { name: t('pages.noneToShow') })).toBeVisible()
        await expectAccessible(guest, 'no pages to show')
        await kenji.page.getByRole('button', { name: t('pages.create') }).click()
        const title = dialogOf(kenji).getByRole('textbox', { name: t('pages.name') })
        await expect(title).toBeFocused()
        await title.fill('abc')
        await dialogOf(kenji)
          .getByRole('button', { name: t('pages.create') })
          .click()
        await expect(dialogOf(kenji).getByText(t('pages.titleTooShort', { min: 4 }))).toBeVisible()
        await expectAccessible(kenji, 'a page, with a problem')
        await expect(dialogOf(kenji).getByRole('switch', { name: t('pages.isPublic') })).toBeChecked()
        pageId = await createPage(kenji, t, samples.title)
        await expectAccessible(kenji, 'an empty page, for its administrator')
      })

      await test.step('Ben becomes a member who may publish, and his open page updates immediately', async () => {
        await ben.open(`/pages/${pageId}`)
        await expect(titleOf(ben, samples.title)).toBeVisible()
        await expect(ben.page.getByRole('link', { name: t('pages.edit') })).toHaveCount(0)
        await addModerator(kenji, t, 'Ben')
        await expect(ben.page.getByRole('link', { name: t('pages.edit'), exact: true })).toBeVisible()
        await expect(ben.page.getByRole('link', { name: t('pages.review') })).toBeVisible()
        await expect(ben.page.getByRole('link', { name: t('pages.membersCount', { count: 2 }) })).toBeVisible()
        await submitDraftByApi(kenji, pageId, paragraph(samples.draft))
        await expect(ben.page.getByRole('link', { name: t('pages.waiting', { count: 1 }) })).toBeVisible()
        await expectAccessible(ben, 'a page for a member, dark')
      })

      await test.step('only an administrator changes the creator or their own membership', async () => {
        await ben.open(`/page/${pageId}/members`)
        await expect(ben.page.getByRole('main').getByRole('listitem')).toHaveCount(2)
        await expect(ben.page.getByRole('button', { name: t('pages.addMembers') })).toHaveCount(0)
        await expect(ben.page.getByRole('button', { name: t('pages.memberMenu', { name: 'Ben' }) })).toHaveCount(0)
        await ben.page.getByRole('button', { name: t('pages.memberMenu', { name: 'Kenji' }) }).click()
        await expect(ben.page.getByRole('menuitem', { name: t('pages.viewProfile') })).toBeVisible()
        await expect(ben.page.getByRole('menuitem', { name: t('pages.permissions') })).toHaveCount(0)
        await expectAccessible(ben, 'members without the right to manage them')
        // An administrator cannot either while the creator is active.
        await expect(kenji.page.getByRole('button', { name: t('pages.memberMenu', { name: 'Ben' }) })).toBeVisible()
        await expect(kenji.page.getByRole('button', { name: t('pages.memberMenu', { name: 'Kenji' }) })).toHaveCount(0)
      })

      await test.step('a manager grants only the permissions that they have', async () => {
        const mei = await signedIn('Mei', { language })
        mei.allowConsoleError(/status of 404.*\/pages\//) // the page is deleted in the end
        const params = { id: pageId }
        const members = [(await fetchOk(mei, accountRoutes.me)).id, (await fetchOk(await signedIn('Zoe'), accountRoutes.me)).id]
        const { items } = await fetchOk(kenji, pageMemberRoutes.add, { params, body: { members } })
        const idOf = (name: string) => items.find(({ user }) => user.firstName === name)?.id ?? ''
        const change = (name: string, body: object) =>
          fetchOk(kenji, pageMemberRoutes.change, { params: { ...params, memberId: idOf(name) }, body })
        await change('Mei', { canModerateMembers: true })
        await change('Zoe', { canUpdate: false })
        await mei.open(`/page/${pageId}/members`)
        await mei.page.getByRole('button', { name: t('pages.memberMenu', { name: 'Zoe' }) }).click()
        await mei.page.getByRole('menuitem', { name: t('pages.permissions') }).click()
        const right = (key: 'pages.canUpdate' | 'pages.canModerateUpdates') => dialogOf(mei).getByRole('switch', { name: t(key) })
        await expect(dialogOf(mei).getByText(t('pages.permissionsOwnNote'))).toBeVisible()
        await expect(right('pages.canModerateUpdates')).toBeDisabled()
        await right('pages.canUpdate').click({ force: true })
        await expect(right('pages.canUpdate')).toBeChecked()
        await expectAccessible(mei, 'permissions of which some cannot be granted')
        for (const name of ['Mei', 'Zoe'])
          await fetchOk(kenji, pageMemberRoutes.remove, { params: { ...params, memberId: idOf(name) } })
      })

      await test.step('a visitor opens the page and its members from home without a redirect to the login page', async () => {
        await guest.open('/')
        await guest.page
          .getByRole('main')
          .getByRole('link', { name: t('pages.title') })
          .click()
        await guest.page.getByRole('link', { name: samples.title }).click()
        await expect(titleOf(guest, samples.title)).toBeVisible()
        await publishPage(ben, pageId, paragraph(samples.text))
        await expect(guest.page.getByRole('article')).toContainText(samples.text)
        await expect(guest.page.getByRole('article')).toContainText(t('pages.updatedBy', { when: t('pages.today'), name: 'Ben' }))
        await expect(guest.page.getByText(t('pages.updatedNow'))).toBeVisible()
        await expectAccessible(guest, 'a page for a visitor')
        await guest.page.getByRole('link', { name: t('pages.membersCount', { count: 2 }) }).click()
        await expect(guest.page.getByRole('main').getByRole('listitem')).toHaveText([/Kenji/, /Ben/])
        await expectAccessible(guest, 'members for a visitor')
        await guest.page.getByRole('link', { name: samples.title }).click()
      })

      await test.step('a page for signed-in users disappears from the visitor’s screen and list, and Ben can still read it', async () => {
        await ben.open(`/pages/${pageId}`)
        await kenji.open(`/pages/${pageId}`)
        const menu = kenji.page.getByRole('button', { name: t('pages.menuOf', { title: samples.title }) })
        await menu.click()
        await kenji.page.getByRole('menuitem', { name: t('pages.rename') }).click()
        await dialogOf(kenji)
          .getByRole('textbox', { name: t('pages.name') })
          .fill(samples.renamed)
        await dialogOf(kenji)
          .getByRole('switch', { name: t('pages.isPublic') })
          .click({ force: true })
        await dialogOf(kenji)
          .getByRole('button', { name: t('chrome.save') })
          .click()
        await expect(kenji.page.getByText(t('pages.renamed'))).toBeVisible()
        await expect(titleOf(ben, samples.renamed)).toBeVisible()
        await expect(guest.page.getByRole('heading', { name: t('pages.notFound') })).toBeVisible()
        await expectAccessible(guest, 'a page that does not exist')
        await guest.open(`/page/${pageId}/members`)
        await expect(guest.page.getByRole('heading', { name: t('pages.notFound') })).toBeVisible()
        await guest.open('/pages')
        await expect(guest.page.getByRole('heading', { name: t('pages.noneToShow') })).toBeVisible()
      })

      await test.step('a deleted page disappears for its readers', async () => {
        ben.allowConsoleError(/status of 404.*\/pages\//)
        kenji.allowConsoleError(/status of 404.*\/pages\//)
        await kenji.page.getByRole('button', { name: t('pages.menuOf', { title: samples.renamed }) }).click()
        await kenji.page.getByRole('menuitem', { name: t('pages.delete') }).click()
        await expectAccessible(kenji, 'the question before a page is deleted')
        await dialogOf(kenji)
          .getByRole('button', { name: t('chrome.delete') })
          .click()
        await expect(kenji.page.getByRole('heading', { name: t('pages.none') })).toBeVisible()
        await expect(ben.page.getByRole('heading', { name: t('pages.notFound') })).toBeVisible()
      })
    },
  )
}

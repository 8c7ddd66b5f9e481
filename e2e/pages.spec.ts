import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { firstAdministrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { picks } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { paragraph, publishes, submits } from './fixtures/page-texts.ts'
import { createsPage } from './fixtures/page-work.ts'
import type { Person } from './fixtures/person.ts'
import { dialogOf, titleOf } from './fixtures/screen.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const SAID = {
  en: { title: 'What to bring', renamed: 'What to carry', draft: 'A draft', text: 'One bag for each person' },
  ja: { title: '避難所に持っていくもの', renamed: '非常持ち出し品', draft: '下書きです', text: '荷物は一人一袋までです' },
} satisfies Record<Language, unknown>

/** Makes somebody a member of the open page, and gives them a right. */
async function letsModerate(admin: Person, words: Words, name: string): Promise<void> {
  const { page } = admin
  await page.getByRole('link', { name: words('pages.membersCount.one') }).click()
  await page.getByRole('button', { name: words('pages.addMembers') }).click()
  await expect(dialogOf(admin).getByRole('combobox')).toBeVisible()
  await picks(admin, name)
  await isClean(admin, 'members to add')
  await dialogOf(admin)
    .getByRole('button', { name: words('pages.addMembers') })
    .click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText(words('pages.canUpdate'))
  await row.getByRole('button', { name: words('pages.memberMenu', { name }) }).click()
  await page.getByRole('menuitem', { name: words('pages.permissions') }).click()
  const right = dialogOf(admin).getByRole('switch', { name: words('pages.canModerateUpdates') })
  await right.click({ force: true })
  await expect(right).toBeChecked()
  await isClean(admin, 'rights of a member')
  await page.keyboard.press('Escape')
  await expect(row).toContainText(words('pages.canModerateUpdates'))
  await isClean(admin, 'members')
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)
  const said = SAID[language]

  test(
    `an administrator on a phone creates a page, adds a member and gives a flag; a visitor reads without login, and sees it published anew (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const kenji = await firstAdministrator(server, visitor, words, { language })
      const ben = await signedIn('Ben', { language, wide: true, scheme: 'dark' })
      const guest = await visitor({ language })
      ben.expects(/status of 404.*members\/me/)
      guest.expects(/status of 404.*\/pages\//)
      let pageId = ''

      await test.step('a page needs a title of four characters; it is public unless said otherwise', async () => {
        await kenji.open('/pages')
        await expect(kenji.page.getByRole('heading', { name: words('pages.none') })).toBeVisible()
        await isClean(kenji, 'no pages yet')
        await guest.open('/pages')
        await expect(guest.page.getByRole('heading', { name: words('pages.noneToShow') })).toBeVisible()
        await isClean(guest, 'no pages to show')
        await kenji.page.getByRole('button', { name: words('pages.create') }).click()
        const title = dialogOf(kenji).getByRole('textbox', { name: words('pages.name') })
        await expect(title).toBeFocused()
        await title.fill('abc')
        await dialogOf(kenji)
          .getByRole('button', { name: words('pages.create') })
          .click()
        await expect(dialogOf(kenji).getByText(words('pages.titleTooShort', { min: 4 }))).toBeVisible()
        await isClean(kenji, 'a page, with a problem')
        await expect(dialogOf(kenji).getByRole('switch', { name: words('pages.isPublic') })).toBeChecked()
        pageId = await createsPage(kenji, words, said.title)
        await isClean(kenji, 'an empty page, for its administrator')
      })

      await test.step('Ben, who is a reader, becomes a member who may publish, which his open page learns at once', async () => {
        await ben.open(`/pages/${pageId}`)
        await expect(titleOf(ben, said.title)).toBeVisible()
        await expect(ben.page.getByRole('link', { name: words('pages.edit') })).toHaveCount(0)
        await letsModerate(kenji, words, 'Ben')
        await expect(ben.page.getByRole('link', { name: words('pages.edit'), exact: true })).toBeVisible()
        await expect(ben.page.getByRole('link', { name: words('pages.review') })).toBeVisible()
        await expect(ben.page.getByRole('link', { name: words('pages.membersCount.other', { count: 2 }) })).toBeVisible()
        await submits(kenji, pageId, paragraph(said.draft))
        await expect(ben.page.getByRole('link', { name: words('pages.waiting.one') })).toBeVisible()
        await isClean(ben, 'a page for who works on it, by night')
      })

      await test.step('nobody changes the creator or themselves, but for an administrator', async () => {
        await ben.open(`/page/${pageId}/members`)
        await expect(ben.page.getByRole('main').getByRole('listitem')).toHaveCount(2)
        await expect(ben.page.getByRole('button', { name: words('pages.addMembers') })).toHaveCount(0)
        await expect(ben.page.getByRole('button', { name: words('pages.memberMenu', { name: 'Ben' }) })).toHaveCount(0)
        await ben.page.getByRole('button', { name: words('pages.memberMenu', { name: 'Kenji' }) }).click()
        await expect(ben.page.getByRole('menuitem', { name: words('pages.viewProfile') })).toBeVisible()
        await expect(ben.page.getByRole('menuitem', { name: words('pages.permissions') })).toHaveCount(0)
        await isClean(ben, 'members for who does not manage them')
      })

      await test.step('a visitor comes from home, reads the page and who writes it, and is not led to the login', async () => {
        await guest.open('/')
        await guest.page.getByRole('link', { name: words('pages.title') }).click()
        await guest.page.getByRole('link', { name: said.title }).click()
        await expect(titleOf(guest, said.title)).toBeVisible()
        await publishes(ben, pageId, paragraph(said.text))
        await expect(guest.page.getByRole('article')).toContainText(said.text)
        await expect(guest.page.getByRole('article')).toContainText(
          words('pages.updatedBy', { when: words('pages.today'), name: 'Ben' }),
        )
        await expect(guest.page.getByText(words('pages.updatedNow'))).toBeVisible()
        await isClean(guest, 'a page for a visitor')
        await guest.page.getByRole('link', { name: words('pages.membersCount.other', { count: 2 }) }).click()
        await expect(guest.page.getByRole('main').getByRole('listitem')).toHaveText([/Kenji/, /Ben/])
        await isClean(guest, 'members for a visitor')
        await guest.page.getByRole('link', { name: said.title }).click()
      })

      await test.step('the page is for the signed-in alone: it leaves the visitor’s screen and list, and Ben goes on reading', async () => {
        await ben.open(`/pages/${pageId}`)
        await kenji.open(`/pages/${pageId}`)
        const menu = kenji.page.getByRole('button', { name: words('pages.menuOf', { title: said.title }) })
        await menu.click()
        await kenji.page.getByRole('menuitem', { name: words('pages.rename') }).click()
        await dialogOf(kenji)
          .getByRole('textbox', { name: words('pages.name') })
          .fill(said.renamed)
        await dialogOf(kenji)
          .getByRole('switch', { name: words('pages.isPublic') })
          .click({ force: true })
        await dialogOf(kenji)
          .getByRole('button', { name: words('chrome.save') })
          .click()
        await expect(kenji.page.getByText(words('pages.renamed'))).toBeVisible()
        await expect(titleOf(ben, said.renamed)).toBeVisible()
        await expect(guest.page.getByRole('heading', { name: words('pages.notFound') })).toBeVisible()
        await isClean(guest, 'a page that is not there')
        await guest.open(`/page/${pageId}/members`)
        await expect(guest.page.getByRole('heading', { name: words('pages.notFound') })).toBeVisible()
        await guest.open('/pages')
        await expect(guest.page.getByRole('heading', { name: words('pages.noneToShow') })).toBeVisible()
      })

      await test.step('a deleted page is gone for who reads it', async () => {
        ben.expects(/status of 404.*\/pages\//)
        kenji.expects(/status of 404.*\/pages\//)
        await kenji.page.getByRole('button', { name: words('pages.menuOf', { title: said.renamed }) }).click()
        await kenji.page.getByRole('menuitem', { name: words('pages.delete') }).click()
        await isClean(kenji, 'the question before a page is deleted')
        await dialogOf(kenji)
          .getByRole('button', { name: words('chrome.delete') })
          .click()
        await expect(kenji.page.getByRole('heading', { name: words('pages.none') })).toBeVisible()
        await expect(ben.page.getByRole('heading', { name: words('pages.notFound') })).toBeVisible()
      })
    },
  )
}

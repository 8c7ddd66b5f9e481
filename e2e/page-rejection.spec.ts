import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { cardOf, key, reviews } from './fixtures/draft-work.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { paragraph, publishes } from './fixtures/page-texts.ts'
import { editorOf, makesPage, opensEditor, submits, writesAfter } from './fixtures/page-work.ts'
import { dialogOf } from './fixtures/screen.ts'
import { wordsIn } from './fixtures/words.ts'

const SAID = {
  en: {
    title: 'Shelter rules',
    first: 'The shelter is the school.',
    second: 'Lights go out at ten.',
    added: ' Please be quiet.',
    found: 'be quiet',
    changed: 'quiet',
    remarks: 'Please write why',
    reason: ' People sleep here.',
    reasonFound: 'People sleep',
  },
  ja: {
    title: '避難所のきまり',
    first: '避難所は小学校です。',
    second: '消灯は二十二時です。',
    added: '静かにしましょう。',
    found: '静かにしましょう',
    changed: '静か',
    remarks: '理由も書いてください',
    reason: '眠る人がいます。',
    reasonFound: '眠る人がいます',
  },
} satisfies Record<Language, unknown>

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)
  const said = SAID[language]

  test(
    `a draft is rejected with remarks, taken up again, and taken back (${language})`,
    onlyLong(language === 'en'),
    async ({ server, signedIn, visitor }) => {
      const kenji = await administrator(server, visitor, { language, scheme: 'dark' })
      const mei = await signedIn('Mei', { language, wide: true })
      const ben = await signedIn('Ben', { language })
      ben.expects(/status of 404.*members\/me/)
      const pageId = await makesPage(kenji, said.title, [mei])
      await publishes(kenji, pageId, paragraph(said.first), paragraph(said.second))

      await test.step('who is no member finds no editor, and no requests', async () => {
        await ben.open(`/pages/${pageId}/content`)
        await expect(ben.page.getByRole('heading', { name: words('drafts.notAllowed') })).toBeVisible()
        await isClean(ben, 'not allowed to edit')
        await ben.open(`/pages/${pageId}/draft-request`)
        await expect(ben.page.getByRole('heading', { name: words('drafts.notModerator') })).toBeVisible()
      })

      await test.step('Mei previews and submits; Kenji sees the changed word and rejects it with remarks', async () => {
        await opensEditor(mei, words, pageId)
        await writesAfter(mei, words, said.second, said.added)
        await mei.page.getByText(words('drafts.preview'), { exact: true }).click()
        await expect(mei.page.getByRole('region', { name: words('drafts.preview') })).toContainText(said.added)
        await isClean(mei, 'a preview')
        await submits(mei, words)
        await kenji.open(`/pages/${pageId}/draft-request`)
        await isClean(kenji, 'editing and publishing, by night')
        await reviews(kenji, words, said.found)
        await expect(kenji.page.locator('ins').filter({ hasText: said.changed })).toBeVisible()
        await kenji.page.getByRole('textbox', { name: words('drafts.remarks') }).fill(said.remarks)
        await isClean(kenji, 'a review, by night')
        await key(kenji, words, 'drafts.reject').click()
        await expect(kenji.page.getByText(words('drafts.rejected'))).toBeVisible()
      })

      await test.step('Mei reads why, takes it up again, submits once more and takes that back; the reviewer’s list follows', async () => {
        const rejected = cardOf(mei, said.remarks)
        await expect(rejected).toContainText(words('drafts.status.rejected'))
        await isClean(mei, 'content status')
        await rejected.getByRole('button', { name: words('drafts.beginAgain') }).click()
        await expect(editorOf(mei, words)).toContainText(said.added)
        await mei.page.reload()
        await key(mei, words, 'drafts.continue').click()
        await writesAfter(mei, words, said.added, said.reason)
        await submits(mei, words)
        await expect(cardOf(kenji, said.reasonFound)).toBeVisible()
        await cardOf(mei, said.reasonFound)
          .getByRole('button', { name: words('drafts.takeBack') })
          .click()
        await dialogOf(mei)
          .getByRole('button', { name: words('drafts.takeBack') })
          .click()
        await expect(mei.page.getByText(words('drafts.takenBack'))).toBeVisible()
        await expect(cardOf(mei, said.reasonFound)).toContainText(words('drafts.status.discarded'))
        await expect(kenji.page.getByRole('heading', { name: words('drafts.noRequests') })).toBeVisible()
      })
    },
  )
}

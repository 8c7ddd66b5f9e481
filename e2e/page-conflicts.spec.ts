import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { cardOf, key, reviews, tab } from './fixtures/draft-work.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { paragraph, publishes } from './fixtures/page-texts.ts'
import { editorOf, makesPage, opensEditor, submits, writesAfter } from './fixtures/page-work.ts'
import { wordsIn } from './fixtures/words.ts'

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(
    `two drafts of one page: the second is brought together with what was published, and nothing is lost (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const kenji = await administrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language, wide: true })
      const mei = await signedIn('Mei', { language })
      const pageId = await makesPage(kenji, 'Shelter rules', [ben, mei])
      await publishes(kenji, pageId, paragraph('Shoes off'), paragraph('Lights out at ten'), paragraph('Ask at the desk'))

      await test.step('both begin from the same page', async () => {
        for (const [person, shoes] of [
          [ben, ' at the door'],
          [mei, ' in the hall'],
        ] as const) {
          await opensEditor(person, words, pageId)
          await writesAfter(person, words, 'Shoes off', shoes)
        }
        await writesAfter(ben, words, 'Lights out', ' sharp')
        await writesAfter(mei, words, 'Ask at the desk', ' or by radio')
        await submits(ben, words)
        await submits(mei, words)
      })

      await test.step('Kenji approves the first on his phone', async () => {
        await kenji.open(`/pages/${pageId}/draft-request`)
        await reviews(kenji, words, 'at the door')
        await isClean(kenji, 'a comparison on a phone')
        await key(kenji, words, 'drafts.approve').click()
        await expect(kenji.page.getByText(words('drafts.approved'))).toBeVisible()
      })

      await test.step('the second cannot be approved before he has chosen; he takes both, edits the result and publishes it', async () => {
        await expect(cardOf(kenji, 'in the hall')).toContainText(words('drafts.isBehind'))
        await reviews(kenji, words, 'in the hall')
        await expect(kenji.page.getByText(words('drafts.mergeNote'))).toBeVisible()
        await expect(key(kenji, words, 'drafts.approve')).toBeDisabled()
        await expect(kenji.page.getByText(words('drafts.by.published'))).toBeVisible()
        await expect(kenji.page.getByText(words('drafts.by.draft'))).toBeVisible()
        await isClean(kenji, 'three versions on a phone')
        await kenji.page.getByRole('textbox', { name: words('drafts.remarks') }).fill('I kept both')
        await kenji.page.getByRole('radio', { name: words('drafts.choice.both') }).check()
        await expect(kenji.page.getByText(words('drafts.conflictsDone'))).toBeVisible()
      })

      await test.step('somebody publishes meanwhile: it is compared anew, remarks and choice stay', async () => {
        await publishes(
          kenji,
          pageId,
          paragraph('Welcome'),
          paragraph('Shoes off at the door'),
          paragraph('Lights out at ten sharp'),
          paragraph('Ask at the desk'),
        )
        await expect(kenji.page.getByText(words('drafts.comparedAnew'))).toBeVisible()
        await expect(kenji.page.getByRole('textbox', { name: words('drafts.remarks') })).toHaveValue('I kept both')
        await expect(kenji.page.getByRole('radio', { name: words('drafts.choice.both') })).toBeChecked()
        await kenji.page.getByText(words('drafts.result'), { exact: true }).click()
        await key(kenji, words, 'drafts.edit').click()
        await writesAfter(kenji, words, 'Welcome', ', everybody')
      })

      await test.step('while he edits he looks elsewhere, and somebody publishes once more: neither his words nor theirs are lost', async () => {
        await tab(kenji, words, 'drafts.pageContent').click()
        await tab(kenji, words, 'drafts.pageRequest').click()
        await key(kenji, words, 'drafts.backToRequests').click()
        await expect(key(kenji, words, 'drafts.approve')).toBeHidden()
        await publishes(
          kenji,
          pageId,
          paragraph('Welcome'),
          paragraph('Shoes off at the door'),
          paragraph('Lights out at ten sharp'),
          paragraph('Ask at the desk'),
          paragraph('Doors close at eleven'),
        )
        await reviews(kenji, words, 'in the hall')
        await expect(kenji.page.getByRole('textbox', { name: words('drafts.remarks') })).toHaveValue('I kept both')
        await expect(editorOf(kenji, words)).toContainText('Welcome, everybody')
        await key(kenji, words, 'editor.apply').click()
        await isClean(kenji, 'the result on a phone')
        await expect(kenji.page.getByRole('region', { name: words('drafts.result') })).toContainText('Doors close at eleven')
        await key(kenji, words, 'drafts.approve').click()
        await expect(kenji.page.getByText(words('drafts.approved'))).toBeVisible()
        await kenji.open(`/pages/${pageId}`)
        const article = kenji.page.getByRole('article')
        for (const words of [
          'Welcome, everybody',
          'at the door',
          'in the hall',
          'at ten sharp',
          'or by radio',
          'close at eleven',
        ])
          await expect(article).toContainText(words)
      })

      await test.step('a moderator’s own publishing never overwrites silently', async () => {
        await opensEditor(kenji, words, pageId)
        await writesAfter(kenji, words, 'or by radio', ', channel 4')
        await publishes(kenji, pageId, paragraph('Welcome again'), paragraph('Ask at the desk or by radio'))
        await expect(kenji.page.getByRole('heading', { name: words('drafts.pageChanged') })).toBeVisible()
        await key(kenji, words, 'drafts.showChanges').click()
        await isClean(kenji, 'what changed meanwhile')
        await key(kenji, words, 'drafts.bringTogether').click()
        await key(kenji, words, 'drafts.takeResult').click()
        await expect(editorOf(kenji, words)).toContainText('Welcome again')
        await expect(editorOf(kenji, words)).toContainText('channel 4')
        await key(kenji, words, 'drafts.publish').click()
        await expect(kenji.page.getByText(words('drafts.published'))).toBeVisible()
      })
    },
  )
}

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { decideDraft, cardOf, button, reviewDraft, tab } from '../fixtures/scenes/draft-actions.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { paragraph, publishPage } from '../fixtures/scenes/page-texts.ts'
import { editorOf, createPageByApi, openEditor, submitDraft, typeAfter } from '../fixtures/scenes/page-actions.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `two drafts of one page: the reviewer merges the second with the published content, and nothing is lost (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const kenji = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language, wide: true })
      const mei = await signedIn('Mei', { language })
      const pageId = await createPageByApi(kenji, 'Shelter rules', [ben, mei])
      await publishPage(kenji, pageId, paragraph('Shoes off'), paragraph('Lights out at ten'), paragraph('Ask at the desk'))

      await test.step('both authors start from the same revision', async () => {
        for (const [person, shoes] of [
          [ben, ' at the door'],
          [mei, ' in the hall'],
        ] as const) {
          await openEditor(person, t, pageId)
          await typeAfter(person, t, 'Shoes off', shoes)
        }
        await typeAfter(ben, t, 'Lights out', ' sharp')
        await typeAfter(mei, t, 'Ask at the desk', ' or by radio')
        await submitDraft(ben, t)
        await submitDraft(mei, t)
      })

      await test.step('Kenji approves the first on his phone', async () => {
        await kenji.open(`/pages/${pageId}/draft-request`)
        await reviewDraft(kenji, t, 'at the door')
        await expectAccessible(kenji, 'a comparison on a phone')
        await decideDraft(kenji, t, 'approve')
        await expect(kenji.page.getByText(t('drafts.approved'))).toBeVisible()
      })

      await test.step('the second cannot be approved before Kenji has chosen; he takes both, edits the result and publishes it', async () => {
        await expect(cardOf(kenji, 'in the hall')).toContainText(t('drafts.isBehind'))
        await reviewDraft(kenji, t, 'in the hall')
        await expect(kenji.page.getByText(t('drafts.mergeNote'))).toBeVisible()
        await expect(button(kenji, t, 'drafts.approve')).toBeDisabled()
        await expect(kenji.page.getByText(t('drafts.by.published'))).toBeVisible()
        await expect(kenji.page.getByText(t('drafts.by.draft'))).toBeVisible()
        await expectAccessible(kenji, 'three versions on a phone')
        await kenji.page.getByRole('textbox', { name: t('drafts.remarks') }).fill('I kept both')
        await kenji.page.getByRole('radio', { name: t('drafts.choice.both') }).check()
        await expect(kenji.page.getByText(t('drafts.conflictsDone'))).toBeVisible()
      })

      await test.step('another user publishes meanwhile: the comparison is updated, remarks and choice stay', async () => {
        await publishPage(
          kenji,
          pageId,
          paragraph('Welcome'),
          paragraph('Shoes off at the door'),
          paragraph('Lights out at ten sharp'),
          paragraph('Ask at the desk'),
        )
        await expect(kenji.page.getByText(t('drafts.comparedAgain'))).toBeVisible()
        await expect(kenji.page.getByRole('textbox', { name: t('drafts.remarks') })).toHaveValue('I kept both')
        await expect(kenji.page.getByRole('radio', { name: t('drafts.choice.both') })).toBeChecked()
        await kenji.page.getByText(t('drafts.result'), { exact: true }).click()
        await button(kenji, t, 'drafts.edit').click()
        await typeAfter(kenji, t, 'Welcome', ', everybody')
      })

      await test.step('while he edits he visits another tab, and another user publishes again: no text is lost', async () => {
        await tab(kenji, t, 'drafts.pageContent').click()
        await tab(kenji, t, 'drafts.pageRequest').click()
        await button(kenji, t, 'drafts.backToRequests').click()
        await expect(button(kenji, t, 'drafts.approve')).toBeHidden()
        await publishPage(
          kenji,
          pageId,
          paragraph('Welcome'),
          paragraph('Shoes off at the door'),
          paragraph('Lights out at ten sharp'),
          paragraph('Ask at the desk'),
          paragraph('Doors close at eleven'),
        )
        await reviewDraft(kenji, t, 'in the hall')
        await expect(kenji.page.getByRole('textbox', { name: t('drafts.remarks') })).toHaveValue('I kept both')
        await expect(editorOf(kenji, t)).toContainText('Welcome, everybody')
        await button(kenji, t, 'editor.apply').click()
        await expectAccessible(kenji, 'the result on a phone')
        await expect(kenji.page.getByRole('region', { name: t('drafts.result') })).toContainText('Doors close at eleven')
        await decideDraft(kenji, t, 'approve')
        await expect(kenji.page.getByText(t('drafts.approved'))).toBeVisible()
        await kenji.open(`/pages/${pageId}`)
        const article = kenji.page.getByRole('article')
        for (const t of ['Welcome, everybody', 'at the door', 'in the hall', 'at ten sharp', 'or by radio', 'close at eleven'])
          await expect(article).toContainText(t)
      })

      await test.step('a moderator who publishes directly never overwrites silently', async () => {
        await openEditor(kenji, t, pageId)
        await typeAfter(kenji, t, 'or by radio', ', channel 4')
        await publishPage(kenji, pageId, paragraph('Welcome again'), paragraph('Ask at the desk or by radio'))
        await expect(kenji.page.getByRole('heading', { name: t('drafts.pageChanged') })).toBeVisible()
        await button(kenji, t, 'drafts.showChanges').click()
        await expectAccessible(kenji, 'changes meanwhile')
        await button(kenji, t, 'drafts.mergeBoth').click()
        await button(kenji, t, 'drafts.takeResult').click()
        await expect(editorOf(kenji, t)).toContainText('Welcome again')
        await expect(editorOf(kenji, t)).toContainText('channel 4')
        await button(kenji, t, 'drafts.publish').click()
        await expect(kenji.page.getByText(t('drafts.published'))).toBeVisible()
      })
    },
  )
}

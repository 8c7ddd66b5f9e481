import { expect } from '@playwright/test'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { decideDraft, cardOf, button, reviewDraft } from '../fixtures/scenes/draft-actions.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { paragraph, publishPage } from '../fixtures/scenes/page-texts.ts'
import { editorOf, createPageByApi, openEditor, submitDraft, typeAfter } from '../fixtures/scenes/page-actions.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const SAMPLES = {
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
} satisfies Record<CatalogueLanguage, unknown>

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)
  const samples = SAMPLES[language]

  test(
    `a draft is rejected with remarks, submitted again and withdrawn (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const kenji = await createAdministrator(server, visitor, { language, scheme: 'dark' })
      const mei = await signedIn('Mei', { language, wide: true })
      const ben = await signedIn('Ben', { language })
      const pageId = await createPageByApi(kenji, samples.title, [mei])
      await publishPage(kenji, pageId, paragraph(samples.first), paragraph(samples.second))

      await test.step('a user without a membership sees neither the editor nor the requests', async () => {
        await ben.open(`/pages/${pageId}/content`)
        await expect(ben.page.getByRole('heading', { name: t('drafts.notAllowed') })).toBeVisible()
        await expectAccessible(ben, 'not allowed to edit')
        await ben.open(`/pages/${pageId}/draft-request`)
        await expect(ben.page.getByRole('heading', { name: t('drafts.notModerator') })).toBeVisible()
      })

      await test.step('Mei previews and submits; Kenji sees the changed word and rejects it with remarks', async () => {
        await openEditor(mei, t, pageId)
        await typeAfter(mei, t, samples.second, samples.added)
        await mei.page.getByText(t('drafts.preview'), { exact: true }).click()
        await expect(mei.page.getByRole('region', { name: t('drafts.preview') })).toContainText(samples.added)
        await expectAccessible(mei, 'a preview')
        await submitDraft(mei, t)
        await kenji.open(`/pages/${pageId}/draft-request`)
        await expectAccessible(kenji, 'editing and publishing, dark')
        await reviewDraft(kenji, t, samples.found)
        await expect(kenji.page.locator('ins').filter({ hasText: samples.changed })).toBeVisible()
        await kenji.page.getByRole('textbox', { name: t('drafts.remarks') }).fill(samples.remarks)
        await expectAccessible(kenji, 'a review, dark')
        // Cancel changes nothing.
        await button(kenji, t, 'drafts.reject').click()
        await expect(dialogOf(kenji).getByRole('heading', { name: t('drafts.rejectConfirm') })).toBeVisible()
        await expectAccessible(kenji, 'the question before a rejection, dark')
        await button(kenji, t, 'chrome.cancel').click()
        await expect(cardOf(mei, samples.found)).toContainText(t('drafts.status.pending'))
        await decideDraft(kenji, t, 'reject')
        await expect(kenji.page.getByText(t('drafts.rejected'))).toBeVisible()
      })

      await test.step('Mei reads the remarks, edits and submits it again, and withdraws it; the reviewer’s list follows', async () => {
        const rejected = cardOf(mei, samples.remarks)
        await expect(rejected).toContainText(t('drafts.status.rejected'))
        await expectAccessible(mei, 'content status')
        await rejected.getByRole('button', { name: t('drafts.beginAgain') }).click()
        await expect(editorOf(mei, t)).toContainText(samples.added)
        await mei.page.reload()
        await button(mei, t, 'drafts.continue').click()
        await typeAfter(mei, t, samples.added, samples.reason)
        await submitDraft(mei, t)
        await expect(cardOf(kenji, samples.reasonFound)).toBeVisible()
        await cardOf(mei, samples.reasonFound)
          .getByRole('button', { name: t('drafts.withdraw') })
          .click()
        await dialogOf(mei)
          .getByRole('button', { name: t('drafts.withdraw') })
          .click()
        await expect(mei.page.getByText(t('drafts.withdrawn'))).toBeVisible()
        await expect(cardOf(mei, samples.reasonFound)).toContainText(t('drafts.status.discarded'))
        await expect(kenji.page.getByRole('heading', { name: t('drafts.noRequests') })).toBeVisible()
      })
    },
  )
}

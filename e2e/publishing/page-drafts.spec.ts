import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { decideDraft, cardOf, button, reviewDraft, tab } from '../fixtures/scenes/draft-actions.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { paragraph, publishPage } from '../fixtures/scenes/page-texts.ts'
import { editorOf, createPageByApi, openEditor, tool, typeAfter } from '../fixtures/scenes/page-actions.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const picture = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#2a7f62' } })
    .png()
    .toBuffer()

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `a contributor on a phone writes, reloads, restores the draft and submits it; the reviewer sees it live, compares and approves it (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const kenji = await createAdministrator(server, visitor, { wide: true, scheme: 'dark', language })
      const ben = await signedIn('Ben', { language })
      const guest = await visitor()
      const pageId = await createPageByApi(kenji, 'What to bring', [ben])
      await publishPage(kenji, pageId, paragraph('Water for three days'), paragraph('The gate opens at six'))
      const editor = editorOf(ben, t)

      await test.step('a visitor is redirected to the login page; a reviewer sees that no draft is pending', async () => {
        await guest.open(`/pages/${pageId}`)
        await kenji.open(`/pages/${pageId}/draft-request`)
        await tab(kenji, t, 'drafts.pageRequest').click()
        await expect(kenji.page.getByRole('heading', { name: t('drafts.noRequests') })).toBeVisible()
        await expect(kenji.page.getByText(t('drafts.noRequestsNote'))).toBeVisible()
        await expectAccessible(kenji, 'no requests')
      })

      await test.step('Ben writes with keyboard and toolbar', async () => {
        await openEditor(ben, t, pageId)
        await expect(button(ben, t, 'drafts.submit')).toBeDisabled()
        await typeAfter(ben, t, 'Water for three days', ', four litres each')
        await ben.page.keyboard.press('Enter')
        await tool(ben, t, 'editor.heading', { level: 1 }).click()
        await ben.page.keyboard.type('Food')
        await ben.page.keyboard.press('Enter')
        await tool(ben, t, 'editor.bulletList').click()
        await tool(ben, t, 'editor.bold').click()
        await expect(tool(ben, t, 'editor.bold')).toHaveAttribute('aria-pressed', 'true')
        await ben.page.keyboard.type('Rice')
        await expect(editor.locator('ul strong')).toHaveText('Rice')
        await expectAccessible(ben, 'the editor')
      })

      await test.step('a picture is uploaded, described and resized with keys; an invalid link is refused', async () => {
        const chooser = ben.page.waitForEvent('filechooser')
        await tool(ben, t, 'editor.picture').click()
        await (await chooser).setFiles({ name: 'bag.png', mimeType: 'image/png', buffer: await picture() })
        const image = editor.locator('img[src^="/backend/uploads/"]')
        await expect(image).toHaveAttribute('width', '500')
        await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
        await image.click()
        await tool(ben, t, 'editor.pictureEdit').click()
        await expect(dialogOf(ben).getByRole('textbox', { name: t('editor.alt') })).toBeFocused()
        await dialogOf(ben)
          .getByRole('textbox', { name: t('editor.alt') })
          .fill('A packed bag')
        await dialogOf(ben)
          .getByRole('textbox', { name: t('editor.width') })
          .fill('300')
        await expectAccessible(ben, 'a picture’s dialog')
        await dialogOf(ben)
          .getByRole('button', { name: t('editor.apply') })
          .click()
        await expect(image).toHaveAttribute('height', '225')
        const handle = ben.page.getByRole('slider', { name: t('editor.pictureWidth') })
        await handle.press('ArrowRight')
        await expect(image).toHaveAttribute('width', '310')
        await tool(ben, t, 'editor.embed').click()
        const url = dialogOf(ben).getByRole('textbox', { name: t('editor.embedUrl') })
        await expect(url).toBeFocused()
        await button(ben, t, 'editor.linkInsert').click()
        await expect(dialogOf(ben).getByText(t('editor.embedRequired'))).toBeVisible()
        await url.fill('water')
        await expect(dialogOf(ben).getByText(t('editor.embedInvalid'))).toBeVisible()
        await url.fill('https://video.example.org/1')
        await expect(dialogOf(ben).getByText(/^video\.example\.org/)).toBeVisible()
        await expectAccessible(ben, 'an embed, with a problem')
        await ben.page.keyboard.press('Escape')
      })

      await test.step('the page reloads; the draft is offered again', async () => {
        await ben.page.reload()
        await expect(ben.page.getByRole('heading', { name: t('drafts.unsentTitle') })).toBeVisible()
        await expectAccessible(ben, 'unsent changes')
        await button(ben, t, 'drafts.continue').click()
        await expect(editor).toContainText('four litres each')
        await expect(editor.locator('img')).toHaveAttribute('alt', 'A packed bag')
      })

      await test.step('a visit to the other tab loses no text', async () => {
        await typeAfter(ben, t, 'four litres each', ' at least')
        await tab(ben, t, 'drafts.contentStatus').click()
        await expect(editor).toBeHidden()
        await tab(ben, t, 'drafts.editContent').click()
        await expect(editor).toContainText('four litres each at least')
      })

      await test.step('Ben continues and submits offline, and the draft is sent when he is online', async () => {
        await ben.goOffline()
        await typeAfter(ben, t, 'The gate opens at six', ' sharp')
        await button(ben, t, 'drafts.submit').click()
        await expect(ben.page.getByText(t('outbox.waiting'))).toBeVisible()
        await ben.goOnline()
        await expect(ben.page.getByText(t('drafts.submitted'))).toBeVisible({ timeout: 30_000 })
        await expect(cardOf(ben, 'four litres each')).toContainText(t('drafts.status.pending'))
        await expectAccessible(ben, 'content status')
      })

      await test.step('Kenji’s page shows it without a reload; he compares and approves it; the visitor reads it', async () => {
        await expect(cardOf(kenji, 'four litres each')).toBeVisible()
        await expectAccessible(kenji, 'requests, dark')
        await reviewDraft(kenji, t, 'four litres each')
        await expect(kenji.page.locator('ins').filter({ hasText: 'four litres each' })).toBeVisible()
        await expect(kenji.page.getByText(t('drafts.change.added')).first()).toBeVisible()
        await expectAccessible(kenji, 'a comparison, dark')
        await decideDraft(kenji, t, 'approve')
        await expect(kenji.page.getByText(t('drafts.approved'))).toBeVisible()
        await expect(kenji.page.getByRole('heading', { name: t('drafts.noRequests') })).toBeVisible()
        await expect(cardOf(ben, 'four litres each')).toContainText(t('drafts.status.approved'))
        const article = guest.page.getByRole('article')
        await expect(article).toContainText('four litres each')
        const image = article.locator('img')
        await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
      })

      await test.step('Kenji restores the first version', async () => {
        await tab(kenji, t, 'drafts.pageContent').click()
        await button(kenji, t, 'drafts.history').click()
        await expect(cardOf(kenji, t('drafts.publishedNow'))).toContainText('Ben')
        await expectAccessible(kenji, 'history, dark')
        await kenji.page.getByRole('button', { name: `${t('drafts.view')}: ${t('drafts.older', { revision: 2 })}` }).click()
        await expect(kenji.page.getByRole('heading', { name: t('drafts.changesSince', { revision: 1 }) })).toBeVisible()
        await expectAccessible(kenji, 'a version, dark')
        await button(kenji, t, 'drafts.restore').click()
        await dialogOf(kenji)
          .getByRole('button', { name: t('drafts.restore') })
          .click()
        await expect(kenji.page.getByText(t('drafts.published'))).toBeVisible()
        await expect(guest.page.getByRole('article')).not.toContainText('four litres each')
        await expect(cardOf(kenji, t('drafts.restoredFrom', { revision: 2 }))).toBeVisible()
      })
    },
  )
}

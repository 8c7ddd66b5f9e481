import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { cardOf, key, reviews, tab } from './fixtures/draft-work.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { paragraph, publishes } from './fixtures/page-texts.ts'
import { editorOf, makesPage, opensEditor, submits, tool, writesAfter } from './fixtures/page-work.ts'
import { dialogOf } from './fixtures/screen.ts'
import { wordsIn } from './fixtures/words.ts'

const picture = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#2a7f62' } })
    .png()
    .toBuffer()

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(
    `a contributor on a phone writes, loses the page, finds the draft again and submits; the reviewer sees it live, compares and approves (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const kenji = await administrator(server, visitor, { wide: true, scheme: 'dark', language })
      const ben = await signedIn('Ben', { language })
      const guest = await visitor()
      const pageId = await makesPage(kenji, 'What to bring', [ben])
      await publishes(kenji, pageId, paragraph('Water for three days'), paragraph('The gate opens at six'))
      const editor = editorOf(ben, words)

      await test.step('a visitor is led to the login; a reviewer who waits sees that nothing waits', async () => {
        await guest.open(`/pages/${pageId}`)
        await kenji.open(`/pages/${pageId}/draft-request`)
        await tab(kenji, words, 'drafts.pageRequest').click()
        await expect(kenji.page.getByRole('heading', { name: words('drafts.noRequests') })).toBeVisible()
        await expect(kenji.page.getByText(words('drafts.noRequestsNote'))).toBeVisible()
        await isClean(kenji, 'no requests')
      })

      await test.step('Ben writes by keyboard and toolbar', async () => {
        await opensEditor(ben, words, pageId)
        await expect(key(ben, words, 'drafts.submit')).toBeDisabled()
        await writesAfter(ben, words, 'Water for three days', ', four litres each')
        await ben.page.keyboard.press('Enter')
        await tool(ben, words, 'editor.heading', { level: 1 }).click()
        await ben.page.keyboard.type('Food')
        await ben.page.keyboard.press('Enter')
        await tool(ben, words, 'editor.bulletList').click()
        await tool(ben, words, 'editor.bold').click()
        await expect(tool(ben, words, 'editor.bold')).toHaveAttribute('aria-pressed', 'true')
        await ben.page.keyboard.type('Rice')
        await expect(editor.locator('ul strong')).toHaveText('Rice')
        await isClean(ben, 'the editor')
      })

      await test.step('a picture is uploaded, described and resized by keys; a link that leads nowhere is refused', async () => {
        const chooser = ben.page.waitForEvent('filechooser')
        await tool(ben, words, 'editor.picture').click()
        await (await chooser).setFiles({ name: 'bag.png', mimeType: 'image/png', buffer: await picture() })
        const image = editor.locator('img[src^="/backend/uploads/"]')
        await expect(image).toHaveAttribute('width', '500')
        await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
        await image.click()
        await tool(ben, words, 'editor.pictureEdit').click()
        await expect(dialogOf(ben).getByRole('textbox', { name: words('editor.alt') })).toBeFocused()
        await dialogOf(ben)
          .getByRole('textbox', { name: words('editor.alt') })
          .fill('A packed bag')
        await dialogOf(ben)
          .getByRole('textbox', { name: words('editor.width') })
          .fill('300')
        await isClean(ben, 'a picture’s dialog')
        await dialogOf(ben)
          .getByRole('button', { name: words('editor.apply') })
          .click()
        await expect(image).toHaveAttribute('height', '225')
        const handle = ben.page.getByRole('slider', { name: words('editor.pictureWidth') })
        await handle.press('ArrowRight')
        await expect(image).toHaveAttribute('width', '310')
        await tool(ben, words, 'editor.embed').click()
        const url = dialogOf(ben).getByRole('textbox', { name: words('editor.embedUrl') })
        await expect(url).toBeFocused()
        await key(ben, words, 'editor.linkInsert').click()
        await expect(dialogOf(ben).getByText(words('editor.embedRequired'))).toBeVisible()
        await url.fill('water')
        await expect(dialogOf(ben).getByText(words('editor.embedInvalid'))).toBeVisible()
        await url.fill('https://video.example.org/1')
        await expect(dialogOf(ben).getByText(/^video\.example\.org/)).toBeVisible()
        await isClean(ben, 'an embed, with a problem')
        await ben.page.keyboard.press('Escape')
      })

      await test.step('the page is lost; the draft is offered again', async () => {
        await ben.page.reload()
        await expect(ben.page.getByRole('heading', { name: words('drafts.unsentTitle') })).toBeVisible()
        await isClean(ben, 'what was not sent')
        await key(ben, words, 'drafts.continue').click()
        await expect(editor).toContainText('four litres each')
        await expect(editor.locator('img')).toHaveAttribute('alt', 'A packed bag')
      })

      await test.step('a look at the other tab takes nothing away', async () => {
        await writesAfter(ben, words, 'four litres each', ' at least')
        await tab(ben, words, 'drafts.contentStatus').click()
        await expect(editor).toBeHidden()
        await tab(ben, words, 'drafts.editContent').click()
        await expect(editor).toContainText('four litres each at least')
      })

      await test.step('offline he goes on, and sends once he is back', async () => {
        await ben.cutOff()
        await expect(ben.page.getByText(words('drafts.waitsForUnit'))).toBeVisible()
        await writesAfter(ben, words, 'The gate opens at six', ' sharp')
        await expect(key(ben, words, 'drafts.submit')).toBeDisabled()
        await ben.comeBack()
        await expect(key(ben, words, 'drafts.submit')).toBeEnabled()
        await submits(ben, words)
        await expect(cardOf(ben, 'four litres each')).toContainText(words('drafts.status.pending'))
        await isClean(ben, 'content status')
      })

      await test.step('Kenji sees it without asking, compares and approves; the visitor reads it', async () => {
        await expect(cardOf(kenji, 'four litres each')).toBeVisible()
        await isClean(kenji, 'requests, by night')
        await reviews(kenji, words, 'four litres each')
        await expect(kenji.page.locator('ins').filter({ hasText: 'four litres each' })).toBeVisible()
        await expect(kenji.page.getByText(words('drafts.change.added')).first()).toBeVisible()
        await isClean(kenji, 'a comparison, by night')
        await key(kenji, words, 'drafts.approve').click()
        await expect(kenji.page.getByText(words('drafts.approved'))).toBeVisible()
        await expect(kenji.page.getByRole('heading', { name: words('drafts.noRequests') })).toBeVisible()
        await expect(cardOf(ben, 'four litres each')).toContainText(words('drafts.status.approved'))
        const article = guest.page.getByRole('article')
        await expect(article).toContainText('four litres each')
        const image = article.locator('img')
        await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
      })

      await test.step('Kenji brings the first version back', async () => {
        await tab(kenji, words, 'drafts.pageContent').click()
        await key(kenji, words, 'drafts.history').click()
        await expect(cardOf(kenji, words('drafts.publishedNow'))).toContainText('Ben')
        await isClean(kenji, 'history, by night')
        await kenji.page
          .getByRole('button', { name: `${words('drafts.view')}: ${words('drafts.older', { revision: 2 })}` })
          .click()
        await expect(kenji.page.getByRole('heading', { name: words('drafts.changesSince', { revision: 1 }) })).toBeVisible()
        await isClean(kenji, 'a version, by night')
        await key(kenji, words, 'drafts.restore').click()
        await dialogOf(kenji)
          .getByRole('button', { name: words('drafts.restore') })
          .click()
        await expect(kenji.page.getByText(words('drafts.published'))).toBeVisible()
        await expect(guest.page.getByRole('article')).not.toContainText('four litres each')
        await expect(cardOf(kenji, words('drafts.restoredFrom', { revision: 2 }))).toBeVisible()
      })
    },
  )
}

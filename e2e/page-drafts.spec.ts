import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { administrator } from './fixtures/administrator.ts'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { paragraph, publishes } from './fixtures/page-texts.ts'
import { editorOf, makesPage, opensEditor, submits, tool, writesAfter } from './fixtures/page-work.ts'
import type { Person } from './fixtures/person.ts'
import { onlyLong } from './fixtures/long.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const ja = wordsIn('ja')

const dialogOf = ({ page }: Person): Locator => page.getByRole('dialog')
const key = ({ page }: Person, words: Words, name: Parameters<Words>[0], params = {}): Locator =>
  page.getByRole('button', { name: words(name, params), exact: true })
const tab = (
  { page }: Person,
  words: Words,
  name: 'drafts.pageRequest' | 'drafts.contentStatus' | 'drafts.pageContent' | 'drafts.editContent',
): Locator => page.getByRole('tab', { name: words(name) })
const cardOf = ({ page }: Person, text: string): Locator => page.getByRole('listitem').filter({ hasText: text })

const picture = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#2a7f62' } })
    .png()
    .toBuffer()

/** Opens the review of the draft that holds these words. */
async function reviews(person: Person, words: Words, text: string): Promise<void> {
  await tab(person, words, 'drafts.pageRequest').click()
  await cardOf(person, text)
    .getByRole('button', { name: words('drafts.review') })
    .click()
  await expect(key(person, words, 'drafts.approve')).toBeVisible()
}

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
        await tool(ben, words, 'drafts.heading', { level: 1 }).click()
        await ben.page.keyboard.type('Food')
        await ben.page.keyboard.press('Enter')
        await tool(ben, words, 'drafts.bulletList').click()
        await tool(ben, words, 'drafts.bold').click()
        await expect(tool(ben, words, 'drafts.bold')).toHaveAttribute('aria-pressed', 'true')
        await ben.page.keyboard.type('Rice')
        await expect(editor.locator('ul strong')).toHaveText('Rice')
        await isClean(ben, 'the editor')
      })

      await test.step('a picture is uploaded, described and resized by keys; a link that leads nowhere is refused', async () => {
        const chooser = ben.page.waitForEvent('filechooser')
        await tool(ben, words, 'drafts.picture').click()
        await (await chooser).setFiles({ name: 'bag.png', mimeType: 'image/png', buffer: await picture() })
        const image = editor.locator('img[src^="/backend/uploads/"]')
        await expect(image).toHaveAttribute('width', '500')
        await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
        await image.click()
        await tool(ben, words, 'drafts.pictureEdit').click()
        await expect(dialogOf(ben).getByRole('textbox', { name: words('drafts.alt') })).toBeFocused()
        await dialogOf(ben)
          .getByRole('textbox', { name: words('drafts.alt') })
          .fill('A packed bag')
        await dialogOf(ben)
          .getByRole('textbox', { name: words('drafts.width') })
          .fill('300')
        await isClean(ben, 'a picture’s dialog')
        await dialogOf(ben)
          .getByRole('button', { name: words('drafts.apply') })
          .click()
        await expect(image).toHaveAttribute('height', '225')
        const handle = ben.page.getByRole('slider', { name: words('drafts.pictureWidth') })
        await handle.press('ArrowRight')
        await expect(image).toHaveAttribute('width', '310')
        await tool(ben, words, 'drafts.embed').click()
        const url = dialogOf(ben).getByRole('textbox', { name: words('drafts.embedUrl') })
        await expect(url).toBeFocused()
        await key(ben, words, 'drafts.linkInsert').click()
        await expect(dialogOf(ben).getByText(words('drafts.embedRequired'))).toBeVisible()
        await url.fill('water')
        await expect(dialogOf(ben).getByText(words('drafts.embedInvalid'))).toBeVisible()
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
        await key(kenji, words, 'drafts.apply').click()
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

test('in Japanese: a draft is rejected with remarks, taken up again, and taken back', async ({ server, signedIn, visitor }) => {
  const kenji = await administrator(server, visitor, { language: 'ja', scheme: 'dark' })
  const mei = await signedIn('Mei', { language: 'ja', wide: true })
  const ben = await signedIn('Ben', { language: 'ja' })
  ben.expects(/status of 404.*members\/me/)
  const pageId = await makesPage(kenji, '避難所のきまり', [mei])
  await publishes(kenji, pageId, paragraph('避難所は小学校です。'), paragraph('消灯は二十二時です。'))

  await test.step('who is no member finds no editor, and no requests', async () => {
    await ben.open(`/pages/${pageId}/content`)
    await expect(ben.page.getByRole('heading', { name: ja('drafts.notAllowed') })).toBeVisible()
    await isClean(ben, 'not allowed to edit')
    await ben.open(`/pages/${pageId}/draft-request`)
    await expect(ben.page.getByRole('heading', { name: ja('drafts.notModerator') })).toBeVisible()
  })

  await test.step('Mei previews and submits; Kenji sees the changed word and rejects it with remarks', async () => {
    await opensEditor(mei, ja, pageId)
    await writesAfter(mei, ja, '消灯は二十二時です。', '静かにしましょう。')
    await mei.page.getByText(ja('drafts.preview'), { exact: true }).click()
    await expect(mei.page.getByRole('region', { name: ja('drafts.preview') })).toContainText('静かにしましょう。')
    await isClean(mei, 'a preview')
    await submits(mei, ja)
    await kenji.open(`/pages/${pageId}/draft-request`)
    await isClean(kenji, 'editing and publishing, by night')
    await reviews(kenji, ja, '静かにしましょう')
    await expect(kenji.page.locator('ins').filter({ hasText: '静か' })).toBeVisible()
    await kenji.page.getByRole('textbox', { name: ja('drafts.remarks') }).fill('理由も書いてください')
    await isClean(kenji, 'a review, in Japanese, by night')
    await key(kenji, ja, 'drafts.reject').click()
    await expect(kenji.page.getByText(ja('drafts.rejected'))).toBeVisible()
  })

  await test.step('Mei reads why, takes it up again, submits once more and takes that back; the reviewer’s list follows', async () => {
    const rejected = cardOf(mei, '理由も書いてください')
    await expect(rejected).toContainText(ja('drafts.status.rejected'))
    await isClean(mei, 'content status, in Japanese')
    await rejected.getByRole('button', { name: ja('drafts.beginAgain') }).click()
    await expect(editorOf(mei, ja)).toContainText('静かにしましょう。')
    await mei.page.reload()
    await key(mei, ja, 'drafts.continue').click()
    await writesAfter(mei, ja, '静かにしましょう。', '眠る人がいます。')
    await submits(mei, ja)
    await expect(cardOf(kenji, '眠る人がいます')).toBeVisible()
    await cardOf(mei, '眠る人がいます')
      .getByRole('button', { name: ja('drafts.takeBack') })
      .click()
    await dialogOf(mei)
      .getByRole('button', { name: ja('drafts.takeBack') })
      .click()
    await expect(mei.page.getByText(ja('drafts.takenBack'))).toBeVisible()
    await expect(cardOf(mei, '眠る人がいます')).toContainText(ja('drafts.status.discarded'))
    await expect(kenji.page.getByRole('heading', { name: ja('drafts.noRequests') })).toBeVisible()
  })
})

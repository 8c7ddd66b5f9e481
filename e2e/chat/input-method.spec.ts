import { expect, type Locator } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { startChat, chatOf, field } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const ja = textsIn('ja')

/**
 * Types kana and confirms them with Enter, in both event orders: Chrome and Firefox emit the key within the
 * composition, Safari ends the composition before it emits the key.
 */
async function confirmKana({ page, context }: Person, where: Locator, kana: string, kanji: string): Promise<void> {
  await where.click()
  const keys = await where.evaluateHandle((element) => {
    const events: { key: string; keyCode: number; isComposing: boolean }[] = []
    element.addEventListener('keydown', (event) => {
      // `as`: listeners of keydown receive it
      const { key, keyCode, isComposing } = event as KeyboardEvent
      events.push({ key, keyCode, isComposing })
    })
    return events
  })
  const browser = await context.newCDPSession(page)
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await browser.send('Input.imeSetComposition', { text: kana, selectionStart: kana.length, selectionEnd: kana.length })
  await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await browser.send('Input.insertText', { text: kanji })
  await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  expect(await keys.jsonValue()).toEqual([
    { key: 'Enter', keyCode: 229, isComposing: true },
    { key: 'Enter', keyCode: 229, isComposing: false },
  ])
  await expect(where).toHaveValue(kanji)
}

test(
  'the Enter that confirms kana sends nothing, in all fields and for both event orders of browsers',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const kenji = await createAdministrator(server, visitor, { language: 'ja' })
    const { page } = kenji
    await signedIn('Ben', { language: 'ja' })

    await test.step('in a chat', async () => {
      await startChat(kenji, ja, 'Ben')
      await confirmKana(kenji, field(kenji, ja), 'ひなんじょ', '避難所')
      await expect(chatOf(kenji).locator('[data-line]')).toHaveCount(0)
      await page.keyboard.press('Enter')
      await expect(chatOf(kenji).locator('[data-line]')).toHaveCount(1)
    })

    await test.step('in the chat of an alert, in reply to a status report', async () => {
      const raised = await fetchOk(kenji, alertRoutes.raise, { body: { textContent: '橋が通れません' } })
      await kenji.open(`/alerts/${raised.id}/messages/${raised.alertMessageThread.MessageThreadId}`)
      const reply = page.getByRole('textbox', { name: ja('alerts.chat.write') })
      await confirmKana(kenji, reply, 'はし', '橋')
      await expect(page.getByText(ja('messages.begin'))).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(reply).toHaveValue('')
      await expect(page.getByText(ja('messages.begin'))).toBeHidden()
    })

    await test.step('under a post', async () => {
      const feed = await fetchOk(kenji, feedRoutes.create, { form: { name: '町内のお知らせ', description: '' } })
      const post = await fetchOk(kenji, postRoutes.create, {
        params: { id: feed.id },
        form: { textContent: '水位が下がりました' },
      })
      await kenji.open(`/feed/${feed.id}/posts/${post.id}/comments`)
      const comment = page.getByRole('textbox', { name: ja('comments.write') })
      await confirmKana(kenji, comment, 'よかった', '良かった')
      await expect(page.getByText(ja('comments.none'))).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByText(ja('comments.none'))).toBeHidden()
    })

    await test.step('in the name of a group, whose Enter goes to the next step', async () => {
      await kenji.open('/messages')
      await page.getByRole('tab', { name: ja('messages.groups') }).click()
      await page.getByRole('button', { name: ja('messages.newGroup') }).click()
      const name = page.getByRole('dialog').getByRole('textbox', { name: ja('messages.group.name') })
      await expect(name).toBeFocused()
      await confirmKana(kenji, name, 'みまもりたい', '見守り隊')
      await expect(page.getByText(ja('messages.group.step', { step: 1 }))).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByText(ja('messages.group.step', { step: 2 }))).toBeVisible()
    })

    await test.step('in the user search, where Enter picks the active option', async () => {
      const people = page.getByRole('dialog').getByRole('combobox')
      await people.fill('Ben')
      await expect(page.getByRole('option', { name: 'Ben' })).toBeVisible()
      await people.press('ArrowDown')
      for (const isComposing of [true, false])
        await people.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing, bubbles: true, cancelable: true })
      const create = page.getByRole('button', { name: ja('messages.group.create') })
      await expect(create).toBeDisabled()
      await people.press('Enter')
      await expect(create).toBeEnabled()
    })
  },
)

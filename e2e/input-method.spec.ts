import { expect, type Locator } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { administrator } from './fixtures/administrator.ts'
import { asks } from './fixtures/api.ts'
import { beginsChat, chatOf, field } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import type { Person } from './fixtures/person.ts'
import { wordsIn } from './fixtures/words.ts'

const ja = wordsIn('ja')

/**
 * Kana in the field, and the Enter that makes kanji of them: once as Chrome and Firefox tell it, within the composition, and once
 * as Safari does, which ends the composition before it tells the key.
 */
async function confirmsKana({ page, context }: Person, where: Locator, kana: string, kanji: string): Promise<void> {
  await where.click()
  const keys = await where.evaluateHandle((element) => {
    const told: { key: string; keyCode: number; isComposing: boolean }[] = []
    element.addEventListener('keydown', (event) => {
      // `as`: what a listener of keydown hears
      const { key, keyCode, isComposing } = event as KeyboardEvent
      told.push({ key, keyCode, isComposing })
    })
    return told
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

test('the Enter that confirms kana sends nothing, in whichever field and in whichever order the browser tells it', async ({
  server,
  signedIn,
  visitor,
}) => {
  const kenji = await administrator(server, visitor, { language: 'ja' })
  const { page } = kenji
  await signedIn('Ben', { language: 'ja' })

  await test.step('in a chat', async () => {
    await beginsChat(kenji, ja, 'Ben')
    await confirmsKana(kenji, field(kenji, ja), 'ひなんじょ', '避難所')
    await expect(chatOf(kenji).locator('[data-line]')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(chatOf(kenji).locator('[data-line]')).toHaveCount(1)
  })

  await test.step('in the chat of an alert, where a status report is answered', async () => {
    const raised = await asks(kenji, alertRoutes.raise, { body: { textContent: '橋が通れません' } })
    await kenji.open(`/alerts/${raised.id}/messages/${raised.alertMessageThread.MessageThreadId}`)
    const reply = page.getByRole('textbox', { name: ja('alerts.chat.write') })
    await confirmsKana(kenji, reply, 'はし', '橋')
    await expect(page.getByText(ja('alerts.chat.empty'))).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(reply).toHaveValue('')
    await expect(page.getByText(ja('alerts.chat.empty'))).toBeHidden()
  })

  await test.step('under a post', async () => {
    const feed = await asks(kenji, feedRoutes.create, { form: { name: '町内のお知らせ', description: '' } })
    const post = await asks(kenji, postRoutes.create, { params: { id: feed.id }, form: { textContent: '水位が下がりました' } })
    await kenji.open(`/feed/${feed.id}/posts/${post.id}/comments`)
    const comment = page.getByRole('textbox', { name: ja('comments.write') })
    await confirmsKana(kenji, comment, 'よかった', '良かった')
    await expect(page.getByText(ja('comments.none'))).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(ja('comments.none'))).toBeHidden()
  })

  await test.step('in the name of a group, whose Enter leads on', async () => {
    await kenji.open('/messages')
    await page.getByRole('tab', { name: ja('messages.groups') }).click()
    await page.getByRole('button', { name: ja('messages.newGroup') }).click()
    const name = page.getByRole('dialog').getByRole('textbox', { name: ja('messages.group.name') })
    await expect(name).toBeFocused()
    await confirmsKana(kenji, name, 'みまもりたい', '見守り隊')
    await expect(page.getByText(ja('messages.group.step', { step: 1 }))).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(ja('messages.group.step', { step: 2 }))).toBeVisible()
  })

  await test.step('in the search for somebody, where Enter picks the person at the arrow', async () => {
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
})

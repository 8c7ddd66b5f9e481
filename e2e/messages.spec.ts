import { expect } from '@playwright/test'
import { MESSAGE_MAX, PAGE_SIZE } from '@noroshi/contract/limits'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { asks } from './fixtures/api.ts'
import { isClean } from './fixtures/axe.ts'
import { beginsChat, bubble, chatOf, field, openMenu, opensThread, picks, writes } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import type { Person } from './fixtures/person.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const en = wordsIn('en')
const ja = wordsIn('ja')

/** The number at the messages of the navigation. */
const badge = ({ page }: Person, words: Words) =>
  page.getByRole('navigation', { name: words('chrome.main') }).getByRole('link', { name: words('messages.title') })

test('two people begin to talk: asked, accepted, typing, delivered, seen, blocked and taken back', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { wide: true })
  const ben = await signedIn('Ben', { scheme: 'dark' })

  await test.step('Aiko has no chats yet, finds Ben and writes to him', async () => {
    await aiko.open('/messages')
    await expect(aiko.page.getByRole('heading', { name: en('messages.noPersonal') })).toBeVisible()
    await isClean(aiko, 'no chats yet')
    await beginsChat(aiko, en, 'Ben')
    await expect(aiko.page.getByRole('heading', { name: en('messages.begin') })).toBeVisible()
    await writes(aiko, en, 'Are you safe? https://example.org/map')
    await expect(bubble(aiko, 'Are you safe?')).toContainText(en('messages.delivered'))
    const link = chatOf(aiko).getByRole('link', { name: 'https://example.org/map' })
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(chatOf(aiko).getByText(en('chrome.today'))).toBeVisible()
  })

  await test.step('Ben is told by the badge; what he reads before he accepts is not seen', async () => {
    await expect(badge(ben, en)).toContainText('1')
    await opensThread(ben, en, 'Aiko')
    await expect(ben.page.getByText(en('messages.undecided', { name: 'Aiko' }))).toBeVisible()
    await isClean(ben, 'asked to talk')
    await expect(chatOf(ben).getByText('Are you safe?')).toBeVisible()
    await expect(bubble(aiko, 'Are you safe?')).not.toContainText(en('messages.seen'))
    await ben.page.getByRole('button', { name: en('messages.accept') }).click()
    await expect(bubble(aiko, 'Are you safe?')).toContainText(en('messages.seen'))
  })

  await test.step('Ben types, which Aiko sees, and answers', async () => {
    await field(ben, en).pressSequentially('We are')
    await expect(aiko.page.getByText(en('messages.typing.one', { first: 'Ben' }))).toBeVisible()
    await ben.page.keyboard.press('Shift+Enter')
    await field(ben, en).pressSequentially('all at the school')
    await ben.page.keyboard.press('Enter')
    await expect(bubble(aiko, 'all at the school')).toBeVisible()
    await expect(aiko.page.getByText(en('messages.typing.one', { first: 'Ben' }))).toBeHidden()
    await expect(bubble(ben, 'all at the school')).toContainText(en('messages.seen'))
    await isClean(aiko, 'chat beside the list')
    await isClean(ben, 'chat on a phone, by night')
  })

  await test.step('while Aiko is elsewhere, the badge counts; on return the new ones are marked', async () => {
    await aiko.openLive('/alerts')
    await writes(ben, en, 'There is soup')
    await expect(badge(aiko, en)).toContainText('1')
    await expect(aiko.page).toHaveTitle(/^\(1\) .*Noroshi$/)
    await expect(bubble(ben, 'There is soup')).toContainText(en('messages.delivered'))
    await opensThread(aiko, en, 'Ben')
    await expect(aiko.page.getByText(en('messages.new'), { exact: true })).toBeVisible()
    await expect(bubble(ben, 'There is soup')).toContainText(en('messages.seen'))
    await expect(badge(aiko, en)).not.toContainText('1')
    await expect(aiko.page).toHaveTitle('Ben · Noroshi')
  })

  await test.step('Ben blocks Aiko, who cannot write; unblocked, she can', async () => {
    await openMenu(ben, en, 'Aiko')
    await ben.page.getByRole('menuitem', { name: en('messages.block') }).click()
    await ben.page
      .getByRole('dialog')
      .getByRole('button', { name: en('messages.block') })
      .click()
    await expect(ben.page.getByText(en('messages.youBlocked', { name: 'Aiko' }))).toBeVisible()
    await expect(aiko.page.getByText(en('messages.theyBlocked', { name: 'Ben' }))).toBeVisible()
    await expect(field(aiko, en)).toBeHidden()
    await isClean(ben, 'blocked')
    await ben.page.getByRole('button', { name: en('messages.unblock') }).click()
    await writes(aiko, en, 'Thank you')
    await expect(bubble(ben, 'Thank you')).toBeVisible()
  })
})

test('the same in Japanese: kana that become kanji send nothing, too long a text is refused, two characters find it again', async ({
  signedIn,
}) => {
  const haruka = await signedIn('Haruka', { language: 'ja' })
  const ken = await signedIn('Ken', { language: 'ja', scheme: 'dark', wide: true })
  haruka.expects(/status of 404.*with-user/)

  await test.step('Haruka begins by the dialog; Ken, who is in a chat with her then, is not offered again', async () => {
    await haruka.open('/messages')
    await expect(haruka.page.getByRole('heading', { name: ja('messages.noPersonal') })).toBeVisible()
    await haruka.page.getByRole('button', { name: ja('messages.newChat') }).click()
    await expect(haruka.page.getByText(ja('people.start'))).toBeVisible()
    await isClean(haruka, 'new chat')
    await picks(haruka, 'Ken')
    await expect(field(haruka, ja)).toBeVisible()
    await haruka.open('/messages')
    await haruka.page.getByRole('button', { name: ja('messages.newChat') }).click()
    await haruka.page.getByRole('combobox').fill('Ken')
    await expect(haruka.page.getByText(ja('people.none'))).toBeVisible()
    await opensThread(haruka, ja, 'Ken')
  })

  await test.step('Enter belongs to the input method while it composes, in the order of Chrome and in that of Safari', async () => {
    await field(haruka, ja).fill('避難所に着きました')
    for (const init of [
      { key: 'Enter', isComposing: true, keyCode: 229 },
      { key: 'Enter', isComposing: false, keyCode: 229 },
    ]) {
      await field(haruka, ja).dispatchEvent('keydown', { ...init, bubbles: true, cancelable: true })
    }
    await expect(field(haruka, ja)).toHaveValue('避難所に着きました')
    await expect(chatOf(haruka).locator('[data-line]')).toHaveCount(0)
    await haruka.page.keyboard.press('Enter')
    await expect(bubble(haruka, '避難所に着きました')).toContainText(ja('messages.delivered'))
  })

  await test.step('more than the limit is refused, with a word', async () => {
    await field(haruka, ja).fill('あ'.repeat(MESSAGE_MAX))
    await field(haruka, ja).press('End')
    await field(haruka, ja).pressSequentially('い')
    await expect(haruka.page.getByText(ja('messages.tooLong', { max: MESSAGE_MAX }))).toBeVisible()
    expect((await field(haruka, ja).inputValue()).length).toBe(MESSAGE_MAX)
    await field(haruka, ja).fill('')
  })

  await test.step('Ken blocks at once, lets her in again and answers; both see it', async () => {
    await opensThread(ken, ja, 'Haruka')
    await ken.page.getByRole('button', { name: ja('messages.block') }).click()
    await expect(ken.page.getByText(ja('messages.youBlocked', { name: 'Haruka' }))).toBeVisible()
    await ken.page.getByRole('button', { name: ja('messages.unblock') }).click()
    await writes(ken, ja, '水もあります')
    await expect(bubble(haruka, '水もあります')).toBeVisible()
    await expect(bubble(ken, '水もあります')).toContainText(ja('messages.seen'))
    await isClean(ken, 'chat in Japanese, wide, by night')
  })

  await test.step('a long history comes as one scrolls up, and what one reads stays where it is', async () => {
    const messageThreadId = new URL(ken.page.url()).pathname.split('/').at(-1) ?? ''
    const sends = (text: string) => asks(ken, messageRoutes.send, { body: { messageThreadId, text } })
    await Promise.all(Array.from({ length: PAGE_SIZE + 20 }, (_one, number) => sends(`連絡 ${number}`)))
    await sends('連絡は以上です')
    await ken.page.reload()
    await expect(bubble(ken, '連絡は以上です')).toBeInViewport()
    const moved = await chatOf(ken).evaluate(async (log) => {
      const held = log.children.length
      const [line] = log.children
      const scroller = log.closest('[tabindex]')
      if (!line || !scroller) throw new Error('there is no chat')
      scroller.scrollTop = 300
      const { bottom } = line.getBoundingClientRect()
      while (log.children.length === held) await new Promise((resolve) => requestAnimationFrame(resolve))
      return line.getBoundingClientRect().bottom - bottom
    })
    expect(Math.abs(moved)).toBeLessThan(2)
  })

  await test.step('two characters find a message and open it in its thread, far above its end', async () => {
    await haruka.open('/messages')
    await haruka.page.getByRole('searchbox', { name: ja('messages.search') }).fill('避難')
    const found = haruka.page.getByRole('link', { name: /避難所に着きました/ })
    await expect(found.locator('mark')).toHaveText('避難')
    await expect(found).toContainText('Ken')
    await isClean(haruka, 'found messages')
    await found.click()
    await expect(bubble(haruka, '避難所に着きました')).toHaveAttribute('data-sought', 'true')
    await haruka.open('/messages')
    await haruka.page.getByRole('searchbox', { name: ja('messages.search') }).fill('海苔')
    await expect(haruka.page.getByText(ja('messages.searchNone'))).toBeVisible()
  })
})

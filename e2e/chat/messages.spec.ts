import { expect } from '@playwright/test'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { startChat, bubble, chatOf, field, openMenu, openThread, pickUser, sendText } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

/** The newest messages of a thread that a device stores (WINDOW_MAX of the web). */
const STORED_MESSAGES = 300

const en = textsIn('en')
const ja = textsIn('ja')

/** The badge of Messages in the navigation. */
const badge = ({ page }: Person, t: Texts) =>
  page.getByRole('navigation', { name: t('chrome.main') }).getByRole('link', { name: t('messages.title') })

test('two users chat: request, acceptance, typing, delivered, seen, block, unblock and search', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { wide: true })
  const ben = await signedIn('Ben', { scheme: 'dark' })

  await test.step('Aiko has no chats yet, finds Ben and writes to him', async () => {
    await aiko.open('/messages')
    await expect(aiko.page.getByRole('heading', { name: en('messages.noPersonal') })).toBeVisible()
    await expectAccessible(aiko, 'no chats yet')
    await startChat(aiko, en, 'Ben')
    await expect(aiko.page.getByRole('heading', { name: en('messages.begin') })).toBeVisible()
    const row = aiko.page.getByRole('listitem').filter({ hasText: 'Ben' })
    await expect(row).toContainText(en('messages.begin'))
    // A chat without messages is hidden from the recipient, and from its initiator after it is closed.
    await ben.openLive('/messages')
    await expect(ben.page.getByRole('heading', { name: en('messages.noPersonal') })).toBeVisible()
    await aiko.openLive('/messages')
    await expect(aiko.page.getByRole('heading', { name: en('messages.noPersonal') })).toBeVisible()
    await expect(row).toHaveCount(0)
    await aiko.page.getByRole('button', { name: en('messages.newChat') }).click()
    await pickUser(aiko, 'Ben')
    const request = aiko.page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/messages'))
    await sendText(aiko, en, 'Are you safe? https://example.org/map')
    expect((await request).postDataJSON()).toMatchObject({ messageType: 'normalChat' })
    await expect(bubble(aiko, 'Are you safe? https://example.org/map')).toContainText(en('messages.delivered'))
    const link = chatOf(aiko).getByRole('link', { name: 'https://example.org/map' })
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(chatOf(aiko).getByText(en('chrome.today'))).toBeVisible()
  })

  await test.step('the badge notifies Ben; messages that he reads before he accepts are not marked as seen', async () => {
    await expect(badge(ben, en)).toContainText('1')
    await openThread(ben, en, 'Aiko')
    await expect(ben.page.getByText(en('messages.undecided', { name: 'Aiko' }))).toBeVisible()
    await expectAccessible(ben, 'asked to talk')
    await expect(chatOf(ben).getByText('Are you safe?')).toBeVisible()
    await expect(bubble(aiko, 'Are you safe? https://example.org/map')).not.toContainText(en('messages.seen'))
    await ben.page.getByRole('button', { name: en('messages.accept') }).click()
    await expect(bubble(aiko, 'Are you safe? https://example.org/map')).toContainText(en('messages.seen'))
  })

  await test.step('Ben types, which Aiko sees, and answers', async () => {
    await field(ben, en).pressSequentially('We are')
    await expect(aiko.page.getByText(en('messages.typing.one', { first: 'Ben' }))).toBeVisible()
    await ben.page.keyboard.press('Shift+Enter')
    await field(ben, en).pressSequentially('all at the school')
    await ben.page.keyboard.press('Enter')
    await expect(bubble(aiko, 'We are all at the school')).toBeVisible()
    await expect(aiko.page.getByText(en('messages.typing.one', { first: 'Ben' }))).toBeHidden()
    await expect(bubble(ben, 'We are all at the school')).toContainText(en('messages.seen'))
    await expectAccessible(aiko, 'chat beside the list')
    await expectAccessible(ben, 'chat on a phone, dark')
  })

  await test.step('while Aiko is on another screen, the badge counts; on return the new messages are marked', async () => {
    await aiko.openLive('/alerts')
    await sendText(ben, en, 'There is soup')
    await expect(badge(aiko, en)).toContainText('1')
    await expect(aiko.page).toHaveTitle(/^\(1\) .*Noroshi$/)
    await expect(bubble(ben, 'There is soup')).toContainText(en('messages.delivered'))
    await openThread(aiko, en, 'Ben')
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
    await expectAccessible(ben, 'blocked')
    await ben.page.getByRole('button', { name: en('messages.unblock') }).click()
    await sendText(aiko, en, 'Thank you')
    await expect(bubble(ben, 'Thank you')).toBeVisible()
  })

  await test.step('Aiko searches: chats by name, every term in messages, and her own messages by "You"', async () => {
    await aiko.page.getByRole('searchbox', { name: en('messages.search') }).fill('ben')
    const chats = aiko.page.getByRole('list', { name: en('messages.foundChats') })
    await expect(chats.getByRole('link', { name: 'Ben' }).locator('mark')).toHaveText('Ben')
    await aiko.page.getByRole('searchbox', { name: en('messages.search') }).fill('safe you')
    const found = aiko.page.getByRole('list', { name: en('messages.foundMessages') }).getByRole('link', { name: /Are you safe/ })
    await expect(found.locator('mark')).toHaveText(['you', 'safe'])
    await expect(found).toContainText(en('messages.youAlone'))
    await expect(chats).toHaveCount(0)
    await expectAccessible(aiko, 'search')
    await aiko.page.getByRole('searchbox', { name: en('messages.search') }).fill('ben')
    await chats.getByRole('link', { name: 'Ben' }).click()
    await expect(bubble(aiko, 'Thank you')).toBeVisible()
  })

  await test.step('Aiko searches in the chat, which shows the message in its place, and goes to its first day', async () => {
    await openMenu(aiko, en, 'Ben')
    await aiko.page.getByRole('menuitem', { name: en('messages.find') }).click()
    const find = aiko.page.getByRole('search', { name: en('messages.find') })
    await find.getByRole('searchbox').fill('SOUP')
    await expect(find.getByText(en('messages.find.position', { position: 1, count: 1 }))).toBeVisible()
    await expect(bubble(aiko, 'There is soup')).toHaveAttribute('data-sought', 'true')
    await find.getByRole('button', { name: en('messages.find.filters') }).click()
    await expectAccessible(aiko, 'search in a chat')
    await find.getByRole('combobox', { name: en('messages.find.person') }).selectOption({ label: 'Aiko' })
    await expect(find.getByText(en('messages.find.none'))).toBeVisible()
    await find.getByLabel(en('messages.find.day')).fill('2026-01-01')
    await find.getByRole('button', { name: en('messages.find.go'), exact: true }).click()
    await expect(bubble(aiko, 'Are you safe? https://example.org/map')).toHaveAttribute('data-sought', 'true')
    await aiko.page.keyboard.press('Escape')
    await expect(find).toHaveCount(0)
    await expect(field(aiko, en)).toBeVisible()
  })
})

test(
  'in Japanese: composing kana sends nothing, a too long text is refused, a search for two characters finds a message',
  onlyLong(),
  async ({ signedIn }) => {
    const haruka = await signedIn('Haruka', { language: 'ja' })
    const ken = await signedIn('Ken', { language: 'ja', scheme: 'dark', wide: true })
    haruka.allowConsoleError(/status of 404.*with-user/)

    await test.step('Haruka starts with the dialog, which finds Ken again and opens the same chat', async () => {
      await haruka.open('/messages')
      await expect(haruka.page.getByRole('heading', { name: ja('messages.noPersonal') })).toBeVisible()
      await haruka.page.getByRole('button', { name: ja('messages.newChat') }).click()
      await expect(haruka.page.getByText(ja('people.start'))).toBeVisible()
      await expectAccessible(haruka, 'new chat')
      await pickUser(haruka, 'Ken')
      await expect(field(haruka, ja)).toBeVisible()
      const address = haruka.page.url()
      await haruka.open('/messages')
      await haruka.page.getByRole('button', { name: ja('messages.newChat') }).click()
      await pickUser(haruka, 'Ken')
      await haruka.page.waitForURL(address, { waitUntil: 'commit' })
    })

    await test.step('Enter belongs to the input method while it composes, with the event orders of Chrome and Safari', async () => {
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

    await test.step('a text over the limit is refused with a message', async () => {
      await field(haruka, ja).fill('あ'.repeat(MESSAGE_MAX))
      await field(haruka, ja).press('End')
      await field(haruka, ja).pressSequentially('い')
      await expect(haruka.page.getByText(ja('messages.tooLong', { max: MESSAGE_MAX }))).toBeVisible()
      expect((await field(haruka, ja).inputValue()).length).toBe(MESSAGE_MAX)
      await field(haruka, ja).fill('')
    })

    await test.step('Ken blocks immediately, unblocks and answers; both see it', async () => {
      await openThread(ken, ja, 'Haruka')
      await expect(badge(ken, ja)).toContainText('1')
      await ken.page.getByRole('button', { name: ja('messages.block') }).click()
      await expect(ken.page.getByText(ja('messages.youBlocked', { name: 'Haruka' }))).toBeVisible()
      await expect(badge(ken, ja)).not.toContainText('1')
      await ken.page.getByRole('button', { name: ja('messages.unblock') }).click()
      await sendText(ken, ja, '水もあります')
      await expect(bubble(haruka, '水もあります')).toBeVisible()
      await expect(bubble(ken, '水もあります')).toContainText(ja('messages.seen'))
      await expectAccessible(ken, 'chat in Japanese, wide, dark')
    })

    await test.step('scrolling up loads a long history, and the visible messages keep their position', async () => {
      const messageThreadId = new URL(ken.page.url()).pathname.split('/').at(-1) ?? ''
      const sends = (text: string) => fetchOk(ken, messageRoutes.send, { body: { messageThreadId, text } })
      await Promise.all(Array.from({ length: STORED_MESSAGES + 20 }, (_one, number) => sends(`連絡 ${number}`)))
      await sends('連絡は以上です')
      await ken.page.reload()
      await expect(bubble(ken, '連絡は以上です')).toBeInViewport()
      const moved = await chatOf(ken).evaluate(async (log) => {
        const [line] = log.children
        const scroller = log.closest('[tabindex]')
        if (!line || !scroller) throw new Error('there is no chat')
        scroller.scrollTop = 300
        const { bottom } = line.getBoundingClientRect()
        while (log.firstElementChild === line) await new Promise((resolve) => requestAnimationFrame(resolve))
        return line.getBoundingClientRect().bottom - bottom
      })
      expect(Math.abs(moved)).toBeLessThan(2)
    })

    await test.step('a search for two characters finds a message and opens it in its thread, far above its end', async () => {
      await haruka.open('/messages')
      await haruka.page.getByRole('searchbox', { name: ja('messages.search') }).fill('避難')
      const found = haruka.page.getByRole('link', { name: /避難所に着きました/ })
      await expect(found.locator('mark')).toHaveText('避難')
      await expect(found).toContainText('Ken')
      await expectAccessible(haruka, 'found messages')
      await found.click()
      await expect(bubble(haruka, '避難所に着きました')).toHaveAttribute('data-sought', 'true')
      await haruka.open('/messages')
      await haruka.page.getByRole('searchbox', { name: ja('messages.search') }).fill('海苔')
      await expect(haruka.page.getByText(ja('messages.searchNone'))).toBeVisible()
    })
  },
)

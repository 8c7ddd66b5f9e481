import { expect, type Locator } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { bubble as bubbles, chatOf, field } from '../fixtures/scenes/chat.ts'
import { moveTo, pressItem } from '../fixtures/scenes/keyboard.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

/** The message with this text. Those that quote it are below it. */
const bubble = (person: Person, text: string): Locator => bubbles(person, text).first()

for (const language of ['en', 'ja'] as const satisfies Language[]) {
  const t = textsIn(language)
  test(
    `by keyboard alone (${language}), a user goes to a chat, replies, reacts, edits, pins, forwards, copies, votes, searches and deletes`,
    onlyLong(),
    async ({ signedIn }) => {
      const aiko = await signedIn('Aiko', { wide: true, language })
      const ben = await signedIn('Ben', { language })
      const { page } = aiko
      const { id: benId } = await fetchOk(ben, accountRoutes.me)
      const createGroup = (name: string) => fetchOk(aiko, threadRoutes.createGroup, { body: { name, recipients: [benId] } })
      const { id } = await createGroup('Night watch')
      const { id: kitchenId } = await createGroup('Kitchen')
      const send = (body: object) => fetchOk(ben, messageRoutes.send, { body: { messageThreadId: id, text: '', ...body } })
      await send({ text: 'Who brings water?' })
      const options = ['Harbour', 'Lighthouse']
      await send({ text: 'Where do we meet?', poll: { options, isMultiple: false, closesAt: null } })
      await ben.openLive(`/messages/${id}`)
      await aiko.openLive('/alerts')
      const press = (...keys: string[]) =>
        keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
      const write = async (text: string) => {
        await page.keyboard.type(text)
        await press('Enter')
      }
      const dialog = page.getByRole('dialog')

      await test.step('Ctrl+K goes to the chat by its name, and the field has the focus', async () => {
        const chatName = dialog.getByRole('combobox', { name: t('shortcuts.chatName') })
        // Shortcuts are loaded when the page is idle.
        await expect(async () => {
          if (!(await chatName.isVisible())) await press('Control+k')
          await expect(chatName).toBeFocused({ timeout: 1_000 })
        }).toPass()
        await expectAccessible(aiko, 'going to a chat')
        await write('night')
        await expect(field(aiko, t)).toBeFocused()
      })

      await test.step('the menu of a message replies', async () => {
        await pressItem(aiko, bubble(aiko, 'Who brings water?'), t('messages.reply'))
        await expect(field(aiko, t)).toBeFocused()
        await write('I do')
        const quote = { name: t('messages.quoteOf', { name: 'Ben', text: 'Who brings water?' }) }
        await expect(bubble(ben, 'I do').getByRole('button', quote)).toBeVisible()
      })

      await test.step('it reacts, and the focus is at the message again', async () => {
        await pressItem(aiko, bubble(aiko, 'Who brings water?'), t('messages.reactWith', { emoji: '🙏' }))
        const own = { name: t('messages.reactionOf', { emoji: '🙏', count: 1 }) }
        await expect(bubble(ben, 'Who brings water?').getByRole('button', own)).toBeVisible()
        await expect(bubble(aiko, 'Who brings water?')).toBeFocused()
      })

      await test.step('it copies, and it pins', async () => {
        await pressItem(aiko, bubble(aiko, 'Who brings water?'), t('messages.copyText'))
        await expect(page.getByText(t('messages.copied'))).toBeVisible()
        await pressItem(aiko, bubble(aiko, 'Who brings water?'), t('messages.pinMessage'))
        await expect(ben.page.getByRole('button', { name: new RegExp(t('messages.pinnedOne')) })).toBeVisible()
      })

      await test.step('it forwards to another chat', async () => {
        await pressItem(aiko, bubble(aiko, 'Who brings water?'), t('messages.forward'))
        await expect(dialog.getByRole('combobox')).toBeFocused()
        await expectAccessible(aiko, 'forwarding')
        await write('kitchen')
        await expect(dialog).toHaveCount(0)
        const forwarded = async () => (await fetchOk(ben, messageRoutes.list, { params: { id: kitchenId } })).items
        await expect.poll(forwarded).toMatchObject([{ text: 'Who brings water?', isForwarded: true }])
      })

      await test.step('a vote in a poll', async () => {
        const option = chatOf(aiko).getByRole('radio', { name: t('messages.poll.votesOf', { option: 'Lighthouse', count: 0 }) })
        await moveTo(aiko, chatOf(aiko).getByRole('radio', { name: /^Harbour/ }), 'Tab')
        await press('ArrowDown')
        await expect(option).toBeFocused()
        await press('Space')
        const voted = { name: t('messages.poll.votesOf', { option: 'Lighthouse', count: 1 }) }
        await expect(chatOf(ben).getByRole('radio', voted)).toBeVisible()
        await expectAccessible(aiko, 'a chat with a reply, a reaction, a pin and a poll')
      })

      await test.step('the up key in the empty field edits the last own message', async () => {
        await moveTo(aiko, field(aiko, t), 'Tab')
        await press('ArrowUp')
        await expect(page.getByRole('textbox', { name: t('messages.editing') })).toHaveValue('I do')
        await write(', at six')
        await expect(bubble(ben, 'I do, at six').getByRole('button', { name: t('messages.edited') })).toBeVisible()
        await expect(field(aiko, t)).toBeFocused()
      })

      await test.step('the info of an own message; Escape closes it and nothing else', async () => {
        await pressItem(aiko, bubble(aiko, 'I do, at six'), t('messages.info'))
        await expect(dialog.getByRole('heading', { name: t('messages.infoTitle') })).toBeVisible()
        await expectAccessible(aiko, 'info of a message')
        await press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(bubble(aiko, 'I do, at six')).toBeFocused()
      })

      await test.step('the menu of the chat mutes it', async () => {
        const menu = page.locator('header').getByRole('button', { name: t('messages.menuOf', { name: 'Night watch' }) })
        await moveTo(aiko, menu, 'Shift+Tab')
        await press('Enter')
        await moveTo(aiko, page.getByRole('menuitem', { name: t('messages.mute'), exact: true }), 'ArrowDown')
        await expectAccessible(aiko, 'menu of a chat')
        await press('Enter')
        await expect(page.getByText(t('messages.mutedDone'))).toBeVisible()
        await expect(menu).toBeFocused()
      })

      await test.step('its search goes to the earlier and to the later one; Escape leaves the search, then the chat', async () => {
        await press('Enter')
        await moveTo(aiko, page.getByRole('menuitem', { name: t('messages.find'), exact: true }), 'ArrowDown')
        await press('Enter')
        const find = page.getByRole('search', { name: t('messages.find') })
        await expect(find.getByRole('searchbox')).toBeFocused()
        await page.keyboard.type('w')
        await page.keyboard.type('h')
        const position = (number: number) => find.getByText(t('messages.find.position', { position: number, count: 2 }))
        await expect(position(1)).toBeVisible()
        await expect(chatOf(aiko).locator('[data-seq="2"]')).toHaveAttribute('data-sought', 'true')
        await press('Enter')
        await expect(position(2)).toBeVisible()
        await expect(bubble(aiko, 'Who brings water?')).toHaveAttribute('data-sought', 'true')
        await press('Shift+Enter')
        await expect(position(1)).toBeVisible()
        for (const name of ['messages.find.filters', 'chrome.close', 'messages.find.earlier', 'messages.find.later'] as const)
          await moveTo(aiko, find.getByRole('button', { name: t(name) }), 'Tab')
        await expectAccessible(aiko, 'search in a chat')
        await press('Escape')
        await expect(find).toHaveCount(0)
        await expect(page.locator('[data-chat] > [role=group]')).toBeFocused()
      })

      await test.step('a deletion asks first; a placeholder stays', async () => {
        await pressItem(aiko, bubble(aiko, 'I do, at six'), t('messages.delete'))
        await expect(dialog).toBeVisible()
        await moveTo(aiko, dialog.getByRole('button', { name: t('chrome.delete') }), 'Tab')
        await expectAccessible(aiko, 'deleting a message')
        await press('Enter')
        await expect(chatOf(ben).getByText(t('messages.deletedBy', { name: 'Aiko' }))).toBeVisible()
      })

      await test.step('Escape leaves an open menu, then a reply, then the chat', async () => {
        const line = bubble(aiko, 'Who brings water?')
        await pressItem(aiko, line, t('messages.reply'))
        await moveTo(aiko, page.locator('[data-chat] > [role=group]'), 'Shift+Tab')
        await moveTo(aiko, line, 'ArrowUp')
        await press('Enter')
        await expect(page.getByRole('menu')).toBeVisible()
        await expectAccessible(aiko, 'menu of a message')
        await press('Escape')
        await expect(page.getByRole('menu')).toHaveCount(0)
        await expect(line).toBeFocused()
        const bar = page.getByText(t('messages.replyTo', { name: 'Ben' }))
        await expect(bar).toBeVisible()
        await press('Escape')
        await expect(bar).toHaveCount(0)
        await press('Escape')
        await page.waitForURL(/\/messages$/, { waitUntil: 'commit' })
      })
    },
  )
}

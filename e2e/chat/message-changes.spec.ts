import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { bubble as bubbles, chatOf, field, openThread, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

/** The message with this text. Those that quote it are below it. */
const bubble = (person: Person, text: string) => bubbles(person, text).first()

/** Opens the menu of a message. */
const openMenu = (person: Person, text: string) => bubble(person, text).locator('[data-bubble]').click({ button: 'right' })

const item = ({ page }: Person, key: Parameters<typeof en>[0]) => page.getByRole('menuitem', { name: en(key), exact: true })

test('two users reply, react, edit and delete: by touch on a phone and by keyboard on a desktop', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { wide: true })
  const ben = await signedIn('Ben')

  await test.step('Aiko writes, and Ben replies by a long press', async () => {
    await aiko.open('/messages')
    await startChat(aiko, en, 'Ben')
    await sendText(aiko, en, 'Who brings water?')
    await openThread(ben, en, 'Aiko')
    await ben.page.getByRole('button', { name: en('messages.accept') }).click()
    await openMenu(ben, 'Who brings water?')
    await expectAccessible(ben, 'menu of a message')
    await item(ben, 'messages.reply').click()
    await expect(ben.page.getByText(en('messages.replyTo', { name: 'Aiko' }))).toBeVisible()
    await expect(field(ben, en)).toBeFocused()
    await sendText(ben, en, 'I do')
    await expect(ben.page.getByText(en('messages.replyTo', { name: 'Aiko' }))).toBeHidden()
    await expect(bubble(aiko, 'I do').getByRole('button', { name: /Who brings water/ })).toBeVisible()
  })

  await test.step('Aiko reacts by keyboard; Ben sees it and adds his', async () => {
    await aiko.page.getByRole('group', { name: en('messages.chat') }).focus()
    await aiko.page.keyboard.press('ArrowUp')
    await aiko.page.keyboard.press('Enter')
    await expect(aiko.page.getByRole('menu')).toBeVisible()
    await aiko.page.keyboard.press('Enter')
    const thumb = (person: Person) => bubble(person, 'I do').getByRole('button', { name: /^👍/ })
    await expect(thumb(ben)).toHaveAccessibleName(en('messages.reactionOf', { emoji: '👍', count: 1 }))
    await thumb(ben).click()
    await expect(thumb(aiko)).toHaveAccessibleName(en('messages.reactionOf', { emoji: '👍', count: 2 }))
    await expectAccessible(aiko, 'reactions')
  })

  await test.step('Ben searches an emoji in Japanese', async () => {
    await openMenu(ben, 'Who brings water?')
    await item(ben, 'messages.moreEmoji').click()
    await ben.page.getByRole('searchbox', { name: en('messages.searchEmoji') }).fill('みず')
    await ben.page.getByRole('searchbox', { name: en('messages.searchEmoji') }).fill('水')
    await expectAccessible(ben, 'emoji picker')
    await ben.page.getByRole('button', { name: 'droplet', exact: true }).click()
    await expect(bubble(aiko, 'Who brings water?').getByRole('button', { name: /^💧/ })).toBeVisible()
  })

  await test.step('Aiko edits; Ben reads the earlier text; the quote follows', async () => {
    await openMenu(aiko, 'Who brings water?')
    await item(aiko, 'messages.edit').click()
    const edit = aiko.page.getByRole('textbox', { name: en('messages.editing') })
    await expect(edit).toHaveValue('Who brings water?')
    await expect(edit).toBeFocused()
    await edit.fill('Who brings food?')
    await aiko.page.keyboard.press('Enter')
    await expect(field(aiko, en)).toBeVisible()
    await expect(bubble(ben, 'I do').getByRole('button', { name: /Who brings food/ })).toBeVisible()
    await bubble(ben, 'Who brings food?')
      .getByRole('button', { name: en('messages.edited') })
      .click()
    await expect(ben.page.getByRole('dialog').getByText('Who brings water?')).toBeVisible()
    await expectAccessible(ben, 'earlier versions')
    await ben.page.keyboard.press('Escape')
  })

  await test.step('Aiko deletes; a placeholder stays, and the quote says so', async () => {
    await openMenu(aiko, 'Who brings food?')
    await item(aiko, 'messages.delete').click()
    await aiko.page
      .getByRole('dialog')
      .getByRole('button', { name: en('chrome.delete') })
      .click()
    await expect(chatOf(ben).getByText(en('messages.deletedBy', { name: 'Aiko' }))).toBeVisible()
    await expect(chatOf(aiko).getByText(en('messages.deletedByMe'))).toBeVisible()
    await expect(bubble(ben, 'I do').getByText(en('messages.deleted'))).toBeVisible()
    await expect(chatOf(ben).getByText('Who brings food?')).toHaveCount(0)
  })
})

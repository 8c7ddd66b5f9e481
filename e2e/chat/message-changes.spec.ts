import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { bubble as bubbles, chatOf, field, openThread, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { Finger } from '../fixtures/scenes/finger.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const en = textsIn('en')
const ja = textsIn('ja')

/** The message with this text. Those that quote it are below it. */
const bubble = (person: Person, text: string) => bubbles(person, text).first()

/** Opens the menu of a message. */
const openMenu = (person: Person, text: string) => bubble(person, text).locator('[data-bubble]').click({ button: 'right' })

const item = ({ page }: Person, key: Parameters<typeof en>[0]) => page.getByRole('menuitem', { name: en(key), exact: true })

test('two users reply, react, edit and delete: by the menu on a phone and by keyboard on a desktop', async ({ signedIn }) => {
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

test(
  'in a group, a member is mentioned while an input method types; by touch, a swipe replies and a long press opens the menu',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { wide: true })
    const ben = await signedIn('Ben', { language: 'ja' })
    const chie = await signedIn('Chie')
    const ids = await Promise.all([ben, chie].map(async (person) => (await fetchOk(person, accountRoutes.me)).id))
    const { id } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Night watch', recipients: ids } })

    await test.step('Aiko mentions Ben: he is told so in his list, Chie is not', async () => {
      await aiko.open(`/messages/${id}`)
      await ben.openLive('/messages')
      await ben.page.getByRole('tab', { name: ja('messages.groups') }).click()
      await chie.openLive('/messages')
      await chie.page.getByRole('tab', { name: en('messages.groups') }).click()
      await field(aiko, en).pressSequentially('＠be')
      await expect(aiko.page.getByRole('listbox', { name: en('messages.mention') }).getByRole('option')).toHaveText(['@Ben'])
      await expectAccessible(aiko, 'members to mention')
      await aiko.page.keyboard.press('Enter')
      await expect(field(aiko, en)).toHaveValue('＠Ben ')
      await field(aiko, en).pressSequentially('come to the gate')
      await aiko.page.keyboard.press('Enter')
      await expect(bubbles(aiko, '＠Ben')).toBeVisible()
      await expect(ben.page.getByRole('img', { name: ja('messages.mentioned') })).toBeVisible()
      await expect(chie.page.getByRole('link', { name: 'Night watch' })).toContainText('come to the gate')
      await expect(chie.page.getByRole('img', { name: en('messages.mentioned') })).toHaveCount(0)
    })

    await test.step('Ben swipes to reply, and presses long to react', async () => {
      await ben.page.getByRole('link', { name: 'Night watch' }).click()
      const finger = await Finger.of(ben)
      const message = ben.page.locator('[data-seq="1"] [data-bubble]')
      await finger.swipe(message, 80)
      await expect(ben.page.getByText(ja('messages.replyTo', { name: 'Aiko' }))).toBeVisible()
      await sendText(ben, ja, '行きます')
      await expect(bubbles(aiko, '行きます').getByRole('button', { name: /come to the gate/ })).toBeVisible()
      await finger.hold(message, () => expect(ben.page.getByRole('menu')).toBeVisible())
      await ben.page.getByRole('menuitem', { name: ja('messages.reactWith', { emoji: '🙏' }) }).click()
      await expect(aiko.page.locator('[data-seq="1"]').getByRole('button', { name: /^🙏/ })).toBeVisible()
    })

    await test.step('without a connection, Aiko edits, deletes and reacts; it shows at once and reaches the others later', async () => {
      await sendText(aiko, en, 'two buckets')
      await sendText(aiko, en, 'never mind')
      await expect(bubbles(chie, 'never mind')).toHaveCount(0) // her list is open
      await chie.page.getByRole('link', { name: 'Night watch' }).click()
      await expect(bubbles(chie, 'never mind')).toBeVisible()
      // Loads the code of the dialog: these pages have no service worker, which stores it.
      await openMenu(aiko, 'never mind')
      await item(aiko, 'messages.delete').click()
      await aiko.page
        .getByRole('dialog')
        .getByRole('button', { name: en('chrome.cancel') })
        .click()
      aiko.allowConsoleError(/ERR_INTERNET_DISCONNECTED/)
      await aiko.context.setOffline(true)
      await openMenu(aiko, 'two buckets')
      await item(aiko, 'messages.edit').click()
      await aiko.page.getByRole('textbox', { name: en('messages.editing') }).fill('three buckets')
      await aiko.page.keyboard.press('Enter')
      await expect(bubbles(aiko, 'three buckets')).toBeVisible()
      await openMenu(aiko, 'never mind')
      await item(aiko, 'messages.delete').click()
      await aiko.page
        .getByRole('dialog')
        .getByRole('button', { name: en('chrome.delete') })
        .click()
      await expect(chatOf(aiko).getByText(en('messages.deletedByMe'))).toBeVisible()
      await openMenu(aiko, '行きます')
      await aiko.page.getByRole('menuitem', { name: en('messages.reactWith', { emoji: '👍' }) }).click()
      await expect(bubbles(aiko, '行きます').getByRole('button', { name: /^👍/ })).toBeVisible()
      await aiko.context.setOffline(false)
      await expect(bubbles(chie, 'three buckets')).toBeVisible({ timeout: 30_000 })
      await expect(chatOf(chie).getByText(en('messages.deletedBy', { name: 'Aiko' }))).toBeVisible()
      await expect(bubbles(chie, '行きます').getByRole('button', { name: /^👍/ })).toBeVisible()
    })
  },
)

test('a user pins, forwards, selects, hides and, by the up key, edits messages', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { wide: true })
  const ben = await signedIn('Ben')
  const { id: benId } = await fetchOk(ben, accountRoutes.me)
  const { id: groupId } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Night watch', recipients: [benId] } })
  await aiko.open(`/messages/${groupId}`)
  for (const text of ['Gate code is 4711', 'two', 'three']) await sendText(aiko, en, text)
  await expect(bubbles(aiko, 'three')).toBeVisible()

  await test.step('Aiko pins a message: it stands above the chat of both, until it is unpinned', async () => {
    await openMenu(aiko, 'Gate code is 4711')
    await item(aiko, 'messages.pinMessage').click()
    await ben.open(`/messages/${groupId}`)
    const pinned = ben.page.getByRole('button', { name: new RegExp(en('messages.pinnedOne')) })
    await expect(pinned).toContainText('Gate code is 4711')
    await expectAccessible(ben, 'a pinned message')
    await pinned.click()
    await expect(ben.page.locator('[data-seq="1"][data-sought]')).toBeVisible()
    await ben.page.getByRole('button', { name: en('messages.unpinMessage') }).click()
    await expect(pinned).toHaveCount(0)
  })

  await test.step('the up key edits the last own message', async () => {
    await field(aiko, en).focus()
    await aiko.page.keyboard.press('ArrowUp')
    await expect(aiko.page.getByRole('textbox', { name: en('messages.editing') })).toHaveValue('three')
    await aiko.page.keyboard.press('Escape')
    await expect(field(aiko, en)).toBeVisible()
  })

  await test.step('Ben selects two messages and forwards them to a new chat', async () => {
    const { id: aikoId } = await fetchOk(aiko, accountRoutes.me)
    const { id: messageThreadId } = await fetchOk(ben, threadRoutes.startPersonal, { body: { recipient: aikoId } })
    await fetchOk(ben, messageRoutes.send, { body: { messageThreadId, text: 'hello' } })
    await openMenu(ben, 'two')
    await item(ben, 'messages.select').click()
    await ben.page.locator('[data-seq="1"]').click()
    await expect(ben.page.getByRole('toolbar', { name: en('messages.selected', { count: 2 }) })).toBeVisible()
    await expectAccessible(ben, 'selected messages')
    await ben.page.getByRole('button', { name: en('messages.forward') }).click()
    await ben.page.getByRole('combobox').fill('Aiko')
    await ben.page.getByRole('option', { name: 'Aiko' }).click()
    await expect(ben.page.getByRole('toolbar')).toHaveCount(0)
    await openThread(ben, en, 'Aiko')
    await expect(bubbles(ben, 'Gate code is 4711').getByText(en('messages.forwarded'))).toBeVisible()
    await expect(bubbles(ben, 'two').getByText(en('messages.forwarded'))).toBeVisible()
  })

  await test.step('Ben hides a message for himself; Aiko still sees it', async () => {
    await ben.open(`/messages/${groupId}`)
    await openMenu(ben, 'three')
    await item(ben, 'messages.hide').click()
    await expect(bubbles(ben, 'three')).toHaveCount(0)
    await ben.page.reload()
    await expect(bubbles(ben, 'two')).toBeVisible()
    await expect(bubbles(ben, 'three')).toHaveCount(0)
    await expect(bubbles(aiko, 'three')).toBeVisible()
    await ben.page.getByRole('button', { name: en('messages.showAgain') }).click()
    await expect(bubbles(ben, 'three')).toBeVisible()
  })
})

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import type { MessageKey } from '@noroshi/contract/messages'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { startChat, bubble, field, openThread, pickUser, sendText } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }

/** The buttons that the journeys press. */
function createActions({ page }: Person, t: Texts) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    press: (key: MessageKey, params = {}) =>
      page
        .getByRole('button', { name: t(key, params), exact: true })
        .first()
        .click(),
    pickItem: (key: MessageKey) => page.getByRole('menuitem', { name: t(key), exact: true }).click(),
    tab: (name: 'personal' | 'groups') => page.getByRole('tab', { name: t(`messages.${name}`) }),
    async closeDialog() {
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    },
  }
}

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const) {
    const t = textsIn(language)
    test(`axe finds no violation on any screen of groups (${language}, ${scheme})`, onlyLong(), async ({ signedIn }) => {
      const aiko = await signedIn('Aiko', { language, scheme })
      await signedIn('Ben', { language, scheme })
      const { page } = aiko
      const { dialog, press, pickItem, tab, closeDialog } = createActions(aiko, t)
      await test.step('empty lists, and the dialogs that start a chat or a group', async () => {
        await aiko.open('/messages')
        await expect(page.getByRole('heading', { name: t('messages.noPersonal') })).toBeVisible()
        await expectAccessible(aiko, 'no personal chats')
        await press('messages.newChat')
        await dialog.getByRole('combobox').fill('Ben')
        await expect(page.getByRole('option', { name: 'Ben' })).toBeVisible()
        await expectAccessible(aiko, 'new chat, user found')
        await dialog.getByRole('combobox').fill('')
        await closeDialog()
        await tab('groups').click()
        await expect(page.getByRole('heading', { name: t('messages.noGroups') })).toBeVisible()
        await expectAccessible(aiko, 'no groups')
        await press('messages.newGroup')
        await dialog.getByRole('button', { name: t('messages.group.next') }).click()
        await expectAccessible(aiko, 'wizard, first step, with a problem')
        await dialog.getByRole('textbox', { name: t('messages.group.name') }).fill('Hillside watch')
        await dialog.getByRole('button', { name: t('messages.group.next') }).click()
        await pickUser(aiko, 'Ben')
        await expectAccessible(aiko, 'wizard, second step')
        await press('messages.group.create')
        await expect(field(aiko, t)).toBeVisible()
        await expect(page.getByText(t('messages.begin'))).toBeVisible()
        await expectAccessible(aiko, 'a group without messages')
      })

      await test.step('a group: its chat, menu, info, form, members', async () => {
        await sendText(aiko, t, 'Meet at nine: https://example.org/plan')
        await expect(bubble(aiko, 'Meet at nine: https://example.org/plan')).toBeVisible()
        await expectAccessible(aiko, 'group chat')
        const menu = () => press('messages.menuOf', { name: 'Hillside Watch' })
        await menu()
        await expectAccessible(aiko, 'menu of a group')
        await pickItem('messages.editGroup')
        await expect(dialog).toBeVisible()
        await expectAccessible(aiko, 'group form')
        await closeDialog()
        await menu()
        await pickItem('messages.leaveGroup')
        await expect(dialog).toBeVisible()
        await expectAccessible(aiko, 'leave?')
        await closeDialog()
        await menu()
        await pickItem('messages.viewMembers')
        await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ben' })).toBeVisible()
        await expectAccessible(aiko, 'members')
        await press('messages.memberMenu', { name: 'Ben' })
        await expectAccessible(aiko, 'menu of a member')
        await pickItem('messages.removeMember')
        await expect(dialog).toBeVisible()
        await expectAccessible(aiko, 'remove?')
        await closeDialog()
        await press('messages.addMembers')
        await expect(dialog).toBeVisible()
        await expectAccessible(aiko, 'members to add')
        await closeDialog()
      })

      await test.step('a list with rows, and the info of a group', async () => {
        await aiko.open('/messages')
        await tab('groups').click()
        await press('messages.group.infoOf', { name: 'Hillside Watch' })
        await expect(dialog).toBeVisible()
        await expectAccessible(aiko, 'group info')
        await closeDialog()
        await expectAccessible(aiko, 'groups')
      })
    })

    test(
      `axe finds no violation on any screen of personal chats and their search (${language}, ${scheme})`,
      onlyLong(),
      async ({ signedIn }) => {
        const aiko = await signedIn('Aiko', { language, scheme, location: SENDAI })
        const ben = await signedIn('Ben', { language, scheme })
        const { page } = aiko
        const { dialog, press, pickItem, tab } = createActions(aiko, t)
        await test.step('a personal chat: attachments, a location, failed and waiting messages, a request, a block', async () => {
          await startChat(aiko, t, 'Ben')
          await sendText(aiko, t, 'The bridge is closed')
          await press('messages.attach')
          await expectAccessible(aiko, 'attachment menu')
          await pickItem('messages.attach.file')
          await page
            .locator('input[type=file]')
            .setInputFiles([{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('first the bridge') }])
          await expectAccessible(aiko, 'a file to send')
          await dialog.getByRole('button', { name: t('media.send'), exact: true }).click()
          await expect(bubble(aiko, 'plan.txt')).toContainText(t('messages.delivered'))
          await press('messages.attach')
          await pickItem('messages.attach.location')
          await expect(page.getByRole('button', { name: t('messages.locationSend') })).toBeVisible()
          await expectAccessible(aiko, 'a location to send')
          await press('messages.locationSend')
          await openThread(ben, t, 'Aiko')
          await expect(ben.page.getByText(t('messages.undecided', { name: 'Aiko' }))).toBeVisible()
          await expectAccessible(ben, 'a request, with a file and a location')
          await ben.page.getByRole('button', { name: t('messages.block') }).click()
          await expect(ben.page.getByText(t('messages.youBlocked', { name: 'Aiko' }))).toBeVisible()
          await expectAccessible(ben, 'I block')
          await expect(page.getByText(t('messages.theyBlocked', { name: 'Ben' }))).toBeVisible()
          await expectAccessible(aiko, 'blocked')
          await ben.page.getByRole('button', { name: t('messages.unblock') }).click()
          await expect(field(aiko, t)).toBeVisible()
          await aiko.goOffline()
          await sendText(aiko, t, 'Are you there?')
          await expect(bubble(aiko, 'Are you there?')).toContainText(t('outbox.waiting'))
          await expectAccessible(aiko, 'waiting messages')
          await aiko.goOnline()
        })

        await test.step('a list with rows, and the search', async () => {
          await aiko.open('/messages')
          await tab('personal').click()
          await expect(page.getByRole('link', { name: 'Ben' })).toBeVisible()
          await expectAccessible(aiko, 'personal chats')
          await page.getByRole('searchbox', { name: t('messages.search') }).fill('bridge')
          await expect(page.getByRole('link', { name: /The bridge is closed/ })).toBeVisible()
          await expectAccessible(aiko, 'found messages')
          await page.getByRole('searchbox', { name: t('messages.search') }).fill('zzzz')
          await expect(page.getByText(t('messages.searchNone'))).toBeVisible()
          await expectAccessible(aiko, 'nothing found')
        })
      },
    )
  }

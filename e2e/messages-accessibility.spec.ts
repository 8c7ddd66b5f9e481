import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import type { MessageKey } from '@noroshi/contract/messages'
import { isClean } from './fixtures/axe.ts'
import { beginsChat, bubble, field, opensThread, picks, writes } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import type { Person } from './fixtures/person.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }

/** What one presses on the way. */
function handsOf({ page }: Person, words: Words) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    press: (key: MessageKey, params = {}) =>
      page
        .getByRole('button', { name: words(key, params), exact: true })
        .first()
        .click(),
    picksItem: (key: MessageKey) => page.getByRole('menuitem', { name: words(key), exact: true }).click(),
    tab: (name: 'personal' | 'groups') => page.getByRole('tab', { name: words(`messages.${name}`) }),
    async leavesDialog() {
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    },
  }
}

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const) {
    const words = wordsIn(language)
    test(
      `axe finds nothing on any screen of groups (${language}, ${scheme})`,
      onlyLong(language === 'en' || scheme === 'light'),
      async ({ signedIn }) => {
        const aiko = await signedIn('Aiko', { language, scheme })
        await signedIn('Ben', { language, scheme })
        const { page } = aiko
        const { dialog, press, picksItem, tab, leavesDialog } = handsOf(aiko, words)
        await test.step('empty lists, and what begins a chat or a group', async () => {
          await aiko.open('/messages')
          await expect(page.getByRole('heading', { name: words('messages.noPersonal') })).toBeVisible()
          await isClean(aiko, 'no personal chats')
          await press('messages.newChat')
          await dialog.getByRole('combobox').fill('Ben')
          await expect(page.getByRole('option', { name: 'Ben' })).toBeVisible()
          await isClean(aiko, 'new chat, somebody found')
          await dialog.getByRole('combobox').fill('')
          await leavesDialog()
          await tab('groups').click()
          await expect(page.getByRole('heading', { name: words('messages.noGroups') })).toBeVisible()
          await isClean(aiko, 'no groups')
          await press('messages.newGroup')
          await dialog.getByRole('button', { name: words('messages.group.next') }).click()
          await isClean(aiko, 'wizard, first step, with a problem')
          await dialog.getByRole('textbox', { name: words('messages.group.name') }).fill('Hillside watch')
          await dialog.getByRole('button', { name: words('messages.group.next') }).click()
          await picks(aiko, 'Ben')
          await isClean(aiko, 'wizard, second step')
          await press('messages.group.create')
          await expect(field(aiko, words)).toBeVisible()
          await expect(page.getByText(words('messages.begin'))).toBeVisible()
          await isClean(aiko, 'a group without a word')
        })

        await test.step('a group: its chat, menu, info, form, members', async () => {
          await writes(aiko, words, 'Meet at nine: https://example.org/plan')
          await expect(bubble(aiko, 'Meet at nine')).toBeVisible()
          await isClean(aiko, 'group chat')
          const menu = () => press('messages.menuOf', { name: 'Hillside Watch' })
          await menu()
          await isClean(aiko, 'menu of a group')
          await picksItem('messages.editGroup')
          await expect(dialog).toBeVisible()
          await isClean(aiko, 'group form')
          await leavesDialog()
          await menu()
          await picksItem('messages.leaveGroup')
          await expect(dialog).toBeVisible()
          await isClean(aiko, 'leave?')
          await leavesDialog()
          await menu()
          await picksItem('messages.viewMembers')
          await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ben' })).toBeVisible()
          await isClean(aiko, 'members')
          await press('messages.memberMenu', { name: 'Ben' })
          await isClean(aiko, 'menu of a member')
          await picksItem('messages.removeMember')
          await expect(dialog).toBeVisible()
          await isClean(aiko, 'remove?')
          await leavesDialog()
          await press('messages.addMembers')
          await expect(dialog).toBeVisible()
          await isClean(aiko, 'members to add')
          await leavesDialog()
        })

        await test.step('a list with rows, and what a group is', async () => {
          await aiko.open('/messages')
          await tab('groups').click()
          await press('messages.group.infoOf', { name: 'Hillside Watch' })
          await expect(dialog).toBeVisible()
          await isClean(aiko, 'group info')
          await leavesDialog()
          await isClean(aiko, 'groups')
        })
      },
    )

    test(
      `axe finds nothing on any screen of personal chats and their search (${language}, ${scheme})`,
      onlyLong(language === 'ja' || scheme === 'dark'),
      async ({ signedIn }) => {
        const aiko = await signedIn('Aiko', { language, scheme, place: SENDAI })
        const ben = await signedIn('Ben', { language, scheme })
        const { page } = aiko
        const { dialog, press, picksItem, tab } = handsOf(aiko, words)
        await test.step('a personal chat: attachments, a place, failed and waiting words, a request, a block', async () => {
          await beginsChat(aiko, words, 'Ben')
          await writes(aiko, words, 'The bridge is closed')
          await press('messages.attach')
          await isClean(aiko, 'what can be attached')
          await picksItem('messages.attach.file')
          await page
            .locator('input[type=file]')
            .setInputFiles([{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('first the bridge') }])
          await isClean(aiko, 'a file to send')
          await dialog.getByRole('button', { name: words('media.send'), exact: true }).click()
          await expect(bubble(aiko, 'plan.txt')).toContainText(words('messages.delivered'))
          await press('messages.attach')
          await picksItem('messages.attach.place')
          await expect(page.getByRole('button', { name: words('messages.placeSend') })).toBeVisible()
          await isClean(aiko, 'a place to send')
          await press('messages.placeSend')
          await opensThread(ben, words, 'Aiko')
          await expect(ben.page.getByText(words('messages.undecided', { name: 'Aiko' }))).toBeVisible()
          await isClean(ben, 'a request, with a file and a place')
          await ben.page.getByRole('button', { name: words('messages.block') }).click()
          await expect(ben.page.getByText(words('messages.youBlocked', { name: 'Aiko' }))).toBeVisible()
          await isClean(ben, 'I block')
          await expect(page.getByText(words('messages.theyBlocked', { name: 'Ben' }))).toBeVisible()
          await isClean(aiko, 'blocked')
          await ben.page.getByRole('button', { name: words('messages.unblock') }).click()
          await expect(field(aiko, words)).toBeVisible()
          await aiko.cutOff()
          await writes(aiko, words, 'Are you there?')
          await expect(bubble(aiko, 'Are you there?')).toContainText(words('messages.waiting'))
          await isClean(aiko, 'waiting words')
          await aiko.comeBack()
        })

        await test.step('a list with rows, and the search', async () => {
          await aiko.open('/messages')
          await tab('personal').click()
          await expect(page.getByRole('link', { name: 'Ben' })).toBeVisible()
          await isClean(aiko, 'personal chats')
          await page.getByRole('searchbox', { name: words('messages.search') }).fill('bridge')
          await expect(page.getByRole('link', { name: /The bridge is closed/ })).toBeVisible()
          await isClean(aiko, 'found messages')
          await page.getByRole('searchbox', { name: words('messages.search') }).fill('zzzz')
          await expect(page.getByText(words('messages.searchNone'))).toBeVisible()
          await isClean(aiko, 'nothing found')
        })
      },
    )
  }

import { expect } from '@playwright/test'
import sharp from 'sharp'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { chatOf, openMenu } from '../fixtures/scenes/chat.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const ja = textsIn('ja')

const pictures = ({ page }: Person) => page.getByRole('dialog').getByRole('listitem').getByRole('img')

test(
  'a member looks through the pictures, files and links of a group and goes to their messages',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { wide: true })
    const ben = await signedIn('Ben', { language: 'ja' })
    const { id: benId } = await fetchOk(ben, accountRoutes.me)
    const { id } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Night watch', recipients: [benId] } })
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a7f62' } })
      .png()
      .toBuffer()
    const upload = (...files: readonly (readonly [string, Uint8Array])[]) =>
      fetchOk(aiko, messageRoutes.upload, {
        form: { messageThreadId: id },
        files: files.map(([name, bytes]) => ({ field: 'messageMedia', name, bytes: new Uint8Array(bytes) })),
      })
    const say = (text: string) => fetchOk(ben, messageRoutes.send, { body: { messageThreadId: id, text } })
    const first = await upload(['map.png', photo], ['plan.txt', new TextEncoder().encode('first the bridge')])
    await upload(['bridge.png', photo])
    await say('The shelters: https://example.org/shelters')
    for (let number = 1; number <= 40; number += 1) await say(`note ${number}`)
    await aiko.open(`/messages/${id}`)
    await ben.open(`/messages/${id}`)

    await test.step('Ben opens a picture on a phone; one that Aiko deletes vanishes', async () => {
      await openMenu(ben, ja, 'Night Watch')
      await ben.page.getByRole('menuitem', { name: ja('messages.media'), exact: true }).click()
      await expect(pictures(ben)).toHaveCount(2)
      await expectAccessible(ben, 'pictures of a chat')
      await pictures(ben).first().click()
      await expect(ben.page.getByText(ja('media.position', { index: 1, count: 2 }))).toBeVisible()
      await ben.page.keyboard.press('Escape')
      await expect(pictures(ben)).toHaveCount(2)
      await fetchOk(aiko, messageChangeRoutes.delete, { params: { id: first.id } })
      await expect(pictures(ben)).toHaveCount(1)
      await ben.page.getByRole('tab', { name: ja('messages.media.file') }).click()
      await expect(ben.page.getByText(ja('messages.media.noneFile'))).toBeVisible()
      await expectAccessible(ben, 'no files of a chat')
    })

    await test.step('Aiko finds a link and goes to its message', async () => {
      await aiko.page
        .getByRole('button', { name: en('messages.menuOf', { name: 'Night Watch' }) })
        .last() // the first one is in the list
        .click()
      await aiko.page.getByRole('menuitem', { name: en('messages.media'), exact: true }).click()
      await aiko.page.getByRole('tab', { name: en('messages.media.link') }).click()
      await expectAccessible(aiko, 'links of a chat')
      await aiko.page.getByRole('link', { name: en('messages.media.inChatOf', { name: 'https://example.org/shelters' }) }).click()
      await expect(aiko.page.getByRole('dialog')).toHaveCount(0)
      await expect(chatOf(aiko).getByText('The shelters')).toBeInViewport()
    })
  },
)

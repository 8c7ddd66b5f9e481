import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { pushRoutes } from '@noroshi/contract/push/push.http'
import { bubble, chatOf } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/scenes/push.ts'
import { storedContent } from '../fixtures/scenes/stored.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { filesWith, rowsOf, tablesWith } from '../fixtures/servers/contents.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const en = textsIn('en')

test(
  'a message that is deleted for everyone is on no device and nowhere on the server: text, file, quote, reaction, push',
  onlyLong(),
  async ({ server, signedIn, pushService }) => {
    const aiko = await signedIn('Aiko')
    const [ben, chie, dai] = [
      await signedIn('Ben', { wide: true, hasServiceWorker: true }),
      await signedIn('Chie', { hasServiceWorker: true }),
      await signedIn('Dai'),
    ]
    const recipients = await Promise.all([ben, chie, dai].map(async (person) => (await fetchOk(person, accountRoutes.me)).id))
    const { id } = await fetchOk(aiko, threadRoutes.createGroup, { body: { name: 'Night watch', recipients } })
    // Dai has no page, and the push service accepts nothing yet.
    const subscription = pushService.newSubscription()
    await fetchOk(dai, pushRoutes.subscribe, { body: subscription })
    await dai.page.goto('about:blank')
    pushService.answer = async () => ({ status: 503 })
    for (const person of [ben, chie]) await person.openLive(`/messages/${id}`)
    const word = `canary${crypto.randomUUID().slice(0, 8)}`
    const devices = async () => {
      const found = await Promise.all([ben, chie].map(async ({ page }) => (await storedContent(page)).includes(word)))
      return [ben, chie].filter((_, index) => found[index]).map(({ name }) => name)
    }
    const isShown = ({ page }: Person) => page.getByText(word)

    const sent = await fetchOk(aiko, messageRoutes.upload, {
      form: { messageThreadId: id, text: `${word} at first` },
      files: [{ field: 'messageMedia', name: `${word}.txt`, bytes: new TextEncoder().encode(word) }],
    })
    await fetchOk(aiko, messageChangeRoutes.edit, { params: { id: sent.id }, body: { text: `The key is ${word}` } })
    await fetchOk(ben, messageRoutes.send, { body: { messageThreadId: id, text: 'I have it', replyToId: sent.id } })
    await fetchOk(chie, messageChangeRoutes.react, { params: { id: sent.id }, body: { emoji: '👍' } })

    await test.step('until then, the word is on the server, on both devices, and in a push that waits', async () => {
      for (const person of [ben, chie])
        await expect(bubble(person, 'I have it').getByRole('button', { name: new RegExp(word) })).toBeVisible()
      await expect.poll(devices).toEqual(['Ben', 'Chie'])
      expect(await tablesWith(server, word)).toEqual(expect.arrayContaining(['events', 'messages', 'message_versions', 'files']))
      await expect.poll(async () => (await rowsOf(server)).get('push_notifications')).toContain(id)
      expect(await filesWith(server, word)).not.toEqual([])
    })

    await test.step('Chie loses the connection, and Aiko deletes the message', async () => {
      await chie.goOffline()
      await fetchOk(aiko, messageChangeRoutes.delete, { params: { id: sent.id } })
      await expect(chatOf(ben).getByText(en('messages.deletedBy', { name: 'Aiko' }))).toBeVisible()
      await expect(isShown(ben)).toHaveCount(0)
      await expect(isShown(chie).first()).toBeVisible()
    })

    await test.step('the word is in no table and in no file of the server, and no longer on the connected device', async () => {
      await expect.poll(() => tablesWith(server, word)).toEqual([])
      await expect.poll(() => filesWith(server, word)).toEqual([])
      await expect.poll(devices).toEqual(['Chie'])
    })

    await test.step('after the connection, it is no longer on the other device, also after a reload', async () => {
      await chie.goOnline()
      await expect(isShown(chie)).toHaveCount(0, { timeout: 30_000 })
      await expect.poll(devices).toEqual([])
      await chie.page.reload()
      await expect(bubble(chie, 'I have it').getByText(en('messages.deleted'))).toBeVisible()
      expect(await devices()).toEqual([])
    })

    await test.step('the push that waited does not bring it either', async () => {
      pushService.answer = async () => undefined
      const { received } = pushService.deviceAt(subscription.endpoint)
      await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(0)
      expect(received.filter(({ text }) => text.includes(word))).toEqual([])
    })
  },
)

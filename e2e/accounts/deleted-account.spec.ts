import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { PASSWORD, type Person } from '../fixtures/person.ts'
import { bubble, chatOf } from '../fixtures/scenes/chat.ts'
import { storedContent } from '../fixtures/scenes/stored.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
/** Options of `expect.poll` for what follows the deletion in the background. Milliseconds. */
const WAIT = { timeout: 90_000 }

test(
  'the name and the messages of a deleted account leave the devices of others, also one that was offline, and its own',
  onlyLong(),
  async ({ signedIn, otherDevice }) => {
    test.setTimeout(300_000)
    const word = `Canary${crypto.randomUUID().slice(0, 8)}`
    const aiko = await signedIn(word, { hasServiceWorker: true })
    const ben = await signedIn('Ben', { hasServiceWorker: true })
    const phone = await otherDevice(ben, { hasServiceWorker: true })
    const { id: benId } = await fetchOk(ben, accountRoutes.me)
    const body = { name: 'Night watch', description: '', recipients: [benId] }
    const { id } = await fetchOk(aiko, threadRoutes.createGroup, { body })
    await fetchOk(aiko, messageRoutes.send, { body: { messageThreadId: id, text: `the key of ${word}` } })
    await fetchOk(ben, messageRoutes.send, { body: { messageThreadId: id, text: 'I have it' } })
    const devices = { own: aiko, online: ben, offline: phone }
    const withWord = async () => {
      const entries = Object.entries<Person>(devices)
      const stored = await Promise.all(entries.map(async ([, { page }]) => (await storedContent(page)).includes(word)))
      return entries.flatMap(([name], index) => (stored[index] === true ? name : []))
    }

    await test.step('until then, it is on all three devices', async () => {
      for (const device of Object.values(devices)) {
        await device.openLive(`/messages/${id}`)
        await expect(bubble(device, `the key of ${word}`)).toBeVisible()
      }
      await expect.poll(withWord).toEqual(['own', 'online', 'offline'])
    })

    await test.step('one device loses the connection, and the account is deleted with its messages', async () => {
      await phone.goOffline()
      aiko.allowConsoleError(/status of 40[14]/)
      await fetchOk(aiko, personalDataRoutes.delete, { body: { currentPassword: PASSWORD, deletesMessages: true } })
      await expect(chatOf(ben).getByText(word)).toHaveCount(0, WAIT)
      await expect.poll(withWord, WAIT).toEqual(['offline'])
    })

    await test.step('after the connection, it is no longer on the other device either, also after a reload', async () => {
      await phone.goOnline()
      await expect(phone.page.getByText(word)).toHaveCount(0, WAIT)
      await expect.poll(withWord, WAIT).toEqual([])
      for (const device of [ben, phone]) {
        await device.page.reload()
        await expect(bubble(device, 'I have it')).toBeVisible()
        await expect(chatOf(device).getByText(en('people.deleted')).first()).toBeVisible()
      }
      expect(await withWord()).toEqual([])
    })
  },
)

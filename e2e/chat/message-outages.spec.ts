import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { startChat, bubble, chatOf, openThread, sendText } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const en = textsIn('en')

test(
  'after an outage a user gets each message once, and messages written during the outage are sent once',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben', { wide: true })
    await startChat(aiko, en, 'Ben')
    await sendText(aiko, en, 'before')
    await openThread(ben, en, 'Aiko')
    await ben.page.getByRole('button', { name: en('messages.accept') }).click()
    await expect(bubble(aiko, 'before')).toContainText(en('messages.seen'))

    await ben.goOffline()
    for (const number of [1, 2, 3]) await sendText(aiko, en, `while away ${number}`)
    await expect(bubble(aiko, 'while away 3')).toContainText(en('messages.sent'))
    for (const number of [1, 2]) await sendText(ben, en, `from afar ${number}`)
    await expect(bubble(ben, 'from afar 2')).toContainText(en('outbox.waiting'))
    await expect(ben.page.getByText(en('messages.waitToBeSent', { count: 2 }))).toBeVisible({ timeout: 30_000 })
    await expectAccessible(ben, 'without a connection')

    const unsent = await bubble(ben, 'from afar 1').elementHandle()
    await ben.goOnline()
    const all = ['before', 'while away 1', 'while away 2', 'while away 3', 'from afar 1', 'from afar 2']
    for (const person of [aiko, ben]) {
      for (const t of all) await expect(bubble(person, t), `${t}, at ${person.name}`).toHaveCount(1, { timeout: 30_000 })
      await expect(chatOf(person).locator('[data-line]')).toHaveCount(all.length)
    }
    await expect(bubble(ben, 'from afar 2')).toContainText(en('messages.seen'))
    expect(await unsent?.evaluate((line) => line.isConnected), 'a line stays the same element when it has been sent').toBe(true)

    // Unsent messages and their files survive a reload.
    await ben.goOffline()
    await sendText(ben, en, 'over a reload')
    await expect(bubble(ben, 'over a reload')).toContainText(en('outbox.waiting'))
    await ben.goOnline()
    await ben.page.reload()
    await expect(bubble(aiko, 'over a reload')).toHaveCount(1, { timeout: 30_000 })
    for (const person of [aiko, ben]) {
      await person.page.reload()
      await expect(chatOf(person).locator('[data-line]')).toHaveCount(all.length + 1)
    }
  },
)

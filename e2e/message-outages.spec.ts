import { expect } from '@playwright/test'
import { isClean } from './fixtures/axe.ts'
import { beginsChat, bubble, chatOf, opensThread, writes } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import { wordsIn } from './fixtures/words.ts'

const en = wordsIn('en')

test('who was cut off misses nothing and sees nothing twice, and what was written meanwhile goes once', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben', { wide: true })
  await beginsChat(aiko, en, 'Ben')
  await writes(aiko, en, 'before')
  await opensThread(ben, en, 'Aiko')
  await ben.page.getByRole('button', { name: en('messages.accept') }).click()
  await expect(bubble(aiko, 'before')).toContainText(en('messages.seen'))

  await ben.cutOff()
  for (const number of [1, 2, 3]) await writes(aiko, en, `while away ${number}`)
  await expect(bubble(aiko, 'while away 3')).toContainText(en('messages.sent'))
  for (const number of [1, 2]) await writes(ben, en, `from afar ${number}`)
  await expect(bubble(ben, 'from afar 2')).toContainText(en('messages.waiting'))
  await expect(ben.page.getByText(en('messages.waitToBeSent.other', { count: 2 }))).toBeVisible({ timeout: 30_000 })
  await isClean(ben, 'without a connection')

  const unsent = await bubble(ben, 'from afar 1').elementHandle()
  await ben.comeBack()
  const all = ['before', 'while away 1', 'while away 2', 'while away 3', 'from afar 1', 'from afar 2']
  for (const person of [aiko, ben]) {
    for (const words of all)
      await expect(bubble(person, words), `${words}, at ${person.name}`).toHaveCount(1, { timeout: 30_000 })
    await expect(chatOf(person).locator('[data-line]')).toHaveCount(all.length)
  }
  await expect(bubble(ben, 'from afar 2')).toContainText(en('messages.seen'))
  expect(await unsent?.evaluate((line) => line.isConnected), 'a line stays the same element when it has been sent').toBe(true)

  // What is unsent outlives the page; its files too.
  await ben.cutOff()
  await writes(ben, en, 'over a reload')
  await expect(bubble(ben, 'over a reload')).toContainText(en('messages.waiting'))
  await ben.comeBack()
  await ben.page.reload()
  await expect(bubble(aiko, 'over a reload')).toHaveCount(1, { timeout: 30_000 })
  for (const person of [aiko, ben]) {
    await person.page.reload()
    await expect(chatOf(person).locator('[data-line]')).toHaveCount(all.length + 1)
  }
})

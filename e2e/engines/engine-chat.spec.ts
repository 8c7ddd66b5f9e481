import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { textsIn } from '../fixtures/texts.ts'
import { createChatOf } from './chat-of.ts'
import type { Device } from './device.ts'
import { expectShown, test, type User } from './engine-journey.ts'

const en = textsIn('en')
const MESSAGES = 200

const log = ({ screen }: Device) => screen.getByRole('log')
const field = ({ screen }: Device) => screen.getByRole('textbox', { name: en('messages.write') })

async function attach({ screen }: Device, kind: 'file' | 'voice'): Promise<void> {
  await screen.getByRole('button', { name: en('messages.attach'), exact: true }).click()
  await screen.getByRole('menuitem', { name: en(`messages.attach.${kind}`) }).click()
}

const send = ({ screen }: Device) =>
  screen
    .getByRole('dialog')
    .getByRole('button', { name: en('media.send'), exact: true })
    .click()

test('a chat with 200 messages: the newest is shown, older ones load, a picture and a voice note are sent', async ({
  user,
  deviceOf,
}, testInfo) => {
  const [aiko, ben] = await Promise.all([user('Aiko'), user('Ben')])
  const threadId = await createChatOf(aiko, ben)
  for (let index = 1; index <= MESSAGES; index++)
    await (index % 2 ? aiko : ben).call(messageRoutes.send, { body: { messageThreadId: threadId, text: `line ${index} of 200` } })
  const device = await deviceOf(aiko, 'Aiko')
  await device.open(`/messages/${threadId}`)

  await test.step('the chat opens at its end', async () => {
    await expectShown(log(device).getByText('line 200 of 200', { exact: true }))
    await expect.poll(() => device.evaluate(distanceFromEnd)).toBeLessThan(8)
  })
  await test.step('scrolling up shows the first message', async () => {
    await expect
      .poll(
        async () => {
          await device.evaluate(scrollLogUp)
          return log(device).getByText('line 1 of 200', { exact: true }).isVisible()
        },
        { timeout: 20_000 },
      )
      .toBe(true)
  })
  await test.step('a message that is typed is sent, and the chat shows it', async () => {
    await field(device).fill('The bridge is closed')
    await device.press('Enter')
    await expectShown(log(device).getByText('The bridge is closed', { exact: true }))
    await expect.poll(() => newestText(ben, threadId)).toBe('The bridge is closed')
  })
  await test.step('a picture is sent and shown', async () => {
    const path = testInfo.outputPath('bridge.png')
    await writeFile(
      path,
      await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    )
    await attach(device, 'file')
    await device.screen.locator('input[type=file]').setInputFiles(path)
    await send(device)
    await expectShown(log(device).locator('img').last())
    await expect
      .poll(() =>
        log(device)
          .locator('img')
          .last()
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0)
  })
  await test.step('a voice note is recorded, sent and can be played', async () => {
    await attach(device, 'voice')
    await device.screen.getByRole('button', { name: en('media.record'), exact: true }).click()
    await device.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_500)))
    await device.screen.getByRole('button', { name: en('media.stop'), exact: true }).click()
    await device.screen.getByRole('button', { name: en('media.useRecording') }).click()
    await send(device)
    const note = log(device).locator('audio').last()
    await note.waitFor({ state: 'attached' })
    await expect
      .poll(() => note.evaluate((audio) => (audio as HTMLAudioElement).readyState), { timeout: 20_000 })
      .toBeGreaterThan(0)
  })
})

async function newestText(user: User, threadId: string): Promise<string | null> {
  const { items } = await user.call(messageRoutes.list, { params: { id: threadId } })
  return items.at(-1)?.text ?? null
}

/** Runs in the page. */
function distanceFromEnd(): number {
  let scroller = document.querySelector('[role=log]')
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
  return scroller ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : Infinity
}

/** Runs in the page. */
function scrollLogUp(): void {
  let scroller = document.querySelector('[role=log]')
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
  scroller?.scrollTo({ top: 0 })
}

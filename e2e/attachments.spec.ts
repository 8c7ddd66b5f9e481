import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { BYTES_A_MB } from '@noroshi/contract/limits'
import { isClean } from './fixtures/axe.ts'
import { beginsChat, bubble, chatOf, opensThread, writes } from './fixtures/chat.ts'
import { test } from './fixtures/journey.ts'
import { wordsIn } from './fixtures/words.ts'

const en = wordsIn('en')
const ja = wordsIn('ja')

test('a picture, a video, a voice, files and a place are seen by the other', async ({ signedIn }, testInfo) => {
  const aiko = await signedIn('Aiko', { place: { latitude: 38.2682, longitude: 140.8694 } })
  const ben = await signedIn('Ben', { place: { latitude: 38.2611, longitude: 140.88 } })
  const { page } = aiko
  const attach = async (kind: 'photo' | 'video' | 'voice' | 'file' | 'place') => {
    await page.getByRole('button', { name: en('messages.attach'), exact: true }).click()
    await page.getByRole('menuitem', { name: en(`messages.attach.${kind}`) }).click()
  }
  const send = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: en('media.send'), exact: true })
      .click()
  await beginsChat(aiko, en, 'Ben')
  await writes(aiko, en, 'look')
  await opensThread(ben, en, 'Aiko')
  await ben.page.getByRole('button', { name: en('messages.accept') }).click()

  await test.step('a picture from the camera, with words', async () => {
    await attach('photo')
    await page.getByRole('button', { name: en('media.capture'), exact: true }).click()
    await page.getByRole('button', { name: en('media.usePicture') }).click()
    await page.getByRole('textbox', { name: en('messages.attach.caption') }).fill('the bridge')
    await isClean(aiko, 'a picture to send')
    await send()
    const picture = bubble(ben, 'the bridge').locator('img')
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await picture.click()
    await expect(ben.page.getByRole('dialog').locator('img')).toBeVisible()
    await isClean(ben, 'a picture, whole')
    await ben.page.keyboard.press('Escape')
  })
  for (const kind of ['video', 'voice'] as const) {
    await test.step(`a ${kind} from the fake devices`, async () => {
      await attach(kind)
      await page.getByRole('button', { name: en('media.record'), exact: true }).click()
      await page.waitForTimeout(1_200)
      await page.getByRole('button', { name: en('media.stop'), exact: true }).click()
      await page.getByRole('button', { name: en('media.useRecording') }).click()
      await send()
      const media = chatOf(ben).locator(kind === 'video' ? 'video' : 'audio')
      await expect(media).toHaveCount(1)
      await expect
        .poll(() => media.evaluate((element: HTMLMediaElement) => element.readyState), { timeout: 15_000 })
        .toBeGreaterThan(0)
    })
  }
  await test.step('two files at once; one that is too large is dropped, and it is said', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a7f62' } })
      .png()
      .toBuffer()
    const file = async (name: string, bytes: Buffer) => {
      const place = testInfo.outputPath(name)
      await writeFile(place, bytes)
      return place
    }
    await attach('file')
    await page
      .locator('input[type=file]')
      .setInputFiles([
        await file('plan.txt', Buffer.from('first the bridge, then the school')),
        await file('map.png', picture),
        await file('huge.bin', Buffer.alloc(26 * BYTES_A_MB)),
      ])
    await expect(page.getByText(en('messages.tooLarge.one'))).toBeVisible()
    await expect(page.getByText(en('messages.limit', { max: 25 }))).toBeVisible()
    await send()
    const plan = chatOf(ben).getByRole('link', { name: en('messages.download', { name: 'plan.txt' }) })
    const download = ben.page.waitForEvent('download')
    await plan.click()
    expect((await download).suggestedFilename()).toBe('plan.txt')
    await expect(bubble(ben, 'plan.txt').locator('img')).toBeVisible()
  })
  await test.step('Aiko’s own place, with the way from Ben to it', async () => {
    await attach('place')
    await page.getByRole('button', { name: en('messages.placeSend') }).click()
    await expect(chatOf(ben).getByText(en('map.awayFromYou', { distance: '1.2 km' }))).toBeVisible()
    await isClean(ben, 'all kinds of attachments')
    await chatOf(ben)
      .getByRole('button', { name: new RegExp(en('messages.place')) })
      .click()
    await expect(
      ben.page
        .getByRole('dialog')
        .getByText(en('map.awayFromYou', { distance: '1.2 km' }))
        .first(),
    ).toBeVisible()
  })
})

test('a picture out of the clipboard, and files that are dropped on the chat, are seen by the other', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { wide: true })
  const ben = await signedIn('Ben', { language: 'ja', scheme: 'dark' })
  const { page } = aiko
  const send = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: en('media.send'), exact: true })
      .click()
  await beginsChat(aiko, en, 'Ben')
  await writes(aiko, en, 'look')
  await opensThread(ben, ja, 'Aiko')
  const held = await page.evaluateHandle(async () => {
    const canvas = new OffscreenCanvas(30, 20)
    canvas.getContext('2d')?.fillRect(0, 0, 30, 20)
    const carried = new DataTransfer()
    carried.items.add(new File([await canvas.convertToBlob()], 'slope.png', { type: 'image/png' }))
    return carried
  })
  await page
    .getByRole('textbox', { name: en('messages.write') })
    .evaluate((field, clipboardData) => field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })), held)
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.getByRole('textbox', { name: en('messages.attach.caption') }).fill('pasted')
  await send()
  await expect(bubble(ben, 'pasted').locator('img')).toBeVisible()

  await page.dispatchEvent('main', 'dragover', { dataTransfer: held })
  await expect(page.getByText(en('messages.drop'))).toBeVisible()
  await isClean(aiko, 'files over a chat')
  await page.dispatchEvent('main', 'dragleave', { dataTransfer: held })
  await expect(page.getByText(en('messages.drop'))).toBeHidden()
  await page.dispatchEvent('main', 'dragover', { dataTransfer: held })
  await page.dispatchEvent('main', 'drop', { dataTransfer: held })
  await expect(page.getByText(en('messages.drop'))).toBeHidden()
  await page.getByRole('textbox', { name: en('messages.attach.caption') }).fill('dropped')
  await send()
  await expect(bubble(ben, 'dropped').locator('img')).toBeVisible()
})

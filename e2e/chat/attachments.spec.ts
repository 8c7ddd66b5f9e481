import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { startChat, bubble, chatOf, openThread, sendText } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { createPictureTransfer, pastePicture } from '../fixtures/scenes/paste.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const ja = textsIn('ja')

test(
  'the recipient sees a picture, a video, a voice message, files and a location',
  onlyLong(),
  async ({ signedIn }, testInfo) => {
    const aiko = await signedIn('Aiko', { location: { latitude: 38.2682, longitude: 140.8694 } })
    const ben = await signedIn('Ben', { location: { latitude: 38.2611, longitude: 140.88 } })
    const { page } = aiko
    const attach = async (kind: 'photo' | 'video' | 'voice' | 'file' | 'location') => {
      await page.getByRole('button', { name: en('messages.attach'), exact: true }).click()
      await page.getByRole('menuitem', { name: en(`messages.attach.${kind}`) }).click()
    }
    const send = () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: en('media.send'), exact: true })
        .click()
    await startChat(aiko, en, 'Ben')
    await sendText(aiko, en, 'look')
    await openThread(ben, en, 'Aiko')
    await ben.page.getByRole('button', { name: en('messages.accept') }).click()

    await test.step('a picture from the camera, with text', async () => {
      await attach('photo')
      await page.getByRole('button', { name: en('media.capture'), exact: true }).click()
      await page.getByRole('button', { name: en('media.usePicture') }).click()
      await page.getByRole('textbox', { name: en('messages.attach.caption') }).fill('the bridge')
      await expectAccessible(aiko, 'a picture to send')
      await send()
      const picture = bubble(ben, 'the bridge').locator('img')
      await expect(picture).toBeVisible()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await picture.click()
      await expect(ben.page.getByRole('dialog').locator('img')).toBeVisible()
      await expectAccessible(ben, 'a picture, full size')
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
    await test.step('two files are sent together; a file that is too large is dropped with a message', async () => {
      const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a7f62' } })
        .png()
        .toBuffer()
      const file = async (name: string, bytes: Buffer) => {
        const file = testInfo.outputPath(name)
        await writeFile(file, bytes)
        return file
      }
      await attach('file')
      await page
        .locator('input[type=file]')
        .setInputFiles([
          await file('plan.txt', Buffer.from('first the bridge, then the school')),
          await file('map.png', picture),
          await file('huge.bin', Buffer.alloc(26 * BYTES_PER_MB)),
        ])
      await expect(page.getByText(en('messages.tooLarge', { count: 1 }))).toBeVisible()
      await expect(page.getByText(en('messages.limit', { max: 25 }))).toBeVisible()
      await send()
      const plan = chatOf(ben).getByRole('link', { name: en('messages.download', { name: 'plan.txt' }) })
      const download = ben.page.waitForEvent('download')
      await plan.click()
      expect((await download).suggestedFilename()).toBe('plan.txt')
      await expect(bubble(ben, 'plan.txt').locator('img')).toBeVisible()
    })
    await test.step('Aiko’s own location, with its distance from Ben', async () => {
      await attach('location')
      await page.getByRole('button', { name: en('messages.locationSend') }).click()
      await expect(chatOf(ben).getByText(en('map.awayFromYou', { distance: '1.2 km' }))).toBeVisible()
      await expectAccessible(ben, 'all kinds of attachments')
      await chatOf(ben)
        .getByRole('button', { name: new RegExp(en('messages.location')) })
        .click()
      await expect(
        ben.page
          .getByRole('dialog')
          .getByText(en('map.awayFromYou', { distance: '1.2 km' }))
          .first(),
      ).toBeVisible()
    })
  },
)

test('the recipient sees a pasted picture and files that were dropped on the chat', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { wide: true })
  const ben = await signedIn('Ben', { language: 'ja', scheme: 'dark' })
  const { page } = aiko
  const send = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: en('media.send'), exact: true })
      .click()
  await startChat(aiko, en, 'Ben')
  await sendText(aiko, en, 'look')
  await openThread(ben, ja, 'Aiko')
  const held = await createPictureTransfer(page)
  await pastePicture(page.getByRole('textbox', { name: en('messages.write') }))
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.getByRole('textbox', { name: en('messages.attach.caption') }).fill('pasted')
  await send()
  await expect(bubble(ben, 'pasted').locator('img')).toBeVisible()

  await page.dispatchEvent('main', 'dragover', { dataTransfer: held })
  await expect(page.getByText(en('messages.drop'))).toBeVisible()
  await expectAccessible(aiko, 'files over a chat')
  await page.dispatchEvent('main', 'dragleave', { dataTransfer: held })
  await expect(page.getByText(en('messages.drop'))).toBeHidden()
  await page.dispatchEvent('main', 'dragover', { dataTransfer: held })
  await page.dispatchEvent('main', 'drop', { dataTransfer: held })
  await expect(page.getByText(en('messages.drop'))).toBeHidden()
  await page.getByRole('textbox', { name: en('messages.attach.caption') }).fill('dropped')
  await send()
  await expect(bubble(ben, 'dropped').locator('img')).toBeVisible()
  await test.step('Ben goes through the pictures of the chat with keys, buttons and a swipe', async () => {
    const viewer = ben.page.getByRole('dialog')
    const opener = bubble(ben, 'pasted').getByRole('button')
    await opener.click()
    await expect(viewer.getByRole('heading')).toHaveText(ja('messages.picture', { name: 'Aiko' }))
    await expect(viewer.getByText('pasted')).toBeVisible()
    await expect(viewer.getByRole('status').first()).toHaveText(ja('media.position', { index: 1, count: 2 }))
    await expectAccessible(ben, 'pictures over the whole screen')
    await ben.page.keyboard.press('ArrowRight')
    await expect(viewer.getByText('dropped')).toBeVisible()
    await viewer.getByRole('button', { name: ja('media.next') }).click()
    await expect(viewer.getByText('pasted')).toBeVisible()
    await ben.page.mouse.move(280, 350)
    await ben.page.mouse.down()
    await ben.page.mouse.move(80, 360, { steps: 4 })
    await ben.page.mouse.up()
    await expect(viewer.getByText('dropped')).toBeVisible()
    await viewer.getByRole('button', { name: ja('media.zoomIn') }).click()
    await expect(viewer.getByText('150%')).toBeVisible()
    await ben.page.keyboard.press('0')
    await expect(viewer.getByText('100%')).toBeVisible()
    await ben.page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
})

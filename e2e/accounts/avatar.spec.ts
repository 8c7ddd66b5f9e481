import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { AVATAR_PIXELS } from '@noroshi/contract/limits'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

type Colour = 'red' | 'green' | 'blue' | 'none'

/** A picture of three vertical stripes. The visible stripe shows which part was cropped. */
async function createStripes(): Promise<Buffer> {
  const stripe = (background: string) =>
    sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
  const colours = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(stripe))
  return sharp({ create: { width: 1200, height: 400, channels: 3, background: 'white' } })
    .composite(colours.map((input, index) => ({ input, left: index * 400, top: 0 })))
    .png()
    .toBuffer()
}

/** The colour of the centre of an image element. */
const centreColour = (page: Page, selector: string): Promise<Colour> =>
  page.locator(selector).evaluate((image: HTMLImageElement): Colour => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const context = canvas.getContext('2d')
    if (!context || image.naturalWidth === 0) return 'none'
    context.drawImage(image, image.naturalWidth / 2 - 1, image.naturalHeight / 2 - 1, 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    const most = Math.max(red, green, blue)
    return most === red ? 'red' : most === green ? 'green' : 'blue'
  })

/** Expects that the centre of the preview is in this third of the picture. */
const thirdInPreview = (page: Page): Promise<number> =>
  page
    .getByRole('dialog')
    .locator('figure img')
    .evaluate((image: HTMLImageElement) => {
      const round = image.parentElement?.getBoundingClientRect()
      const whole = image.getBoundingClientRect()
      return round ? Math.floor(((round.left + round.width / 2 - whole.left) / whole.width) * 3) : -1
    })

async function startCrop(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('profile.edit'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('profile.changeAvatar') })).toBeVisible()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(`a user crops a profile picture with a preview, and removes it again (${language})`, onlyLong(), async ({ signedIn }) => {
    const haruka = await signedIn('Haruka', { language })
    const ben = await signedIn('Ben', { language, scheme: 'dark' })
    await ben.open('/alerts')
    await ben.page.getByRole('tab', { name: t('alerts.members') }).click()
    const seenByBen = ben.page.getByRole('link', { name: 'Haruka' })
    await expect(seenByBen).toBeVisible()
    await expect(seenByBen.locator('img')).toHaveCount(0)

    const { page } = haruka
    const buffer = await createStripes()
    const dialog = page.getByRole('dialog', { name: t('profile.crop') })
    const choose = () => page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await haruka.open('/user/me')
    await startCrop(page, t)

    await test.step('the crop starts in the middle; arrow keys and dragging move it, and the preview follows', async () => {
      await choose()
      await expect.poll(() => thirdInPreview(page)).toBe(1)
      await expectAccessible(haruka, 'crop')
      const cropper = dialog.getByRole('application')
      await cropper.focus()
      // The crop stops at the edge of the picture.
      for (let step = 0; step < 400; step++) await page.keyboard.press('ArrowLeft')
      await expect.poll(() => thirdInPreview(page)).toBe(2)
      const box = await cropper.boundingBox()
      if (!box) throw new Error('there is no cropper')
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      for (let times = 0; times < 8; times++) {
        await page.mouse.move(middle.x, middle.y)
        await page.mouse.down()
        await page.mouse.move(middle.x + 120, middle.y, { steps: 4 })
        await page.mouse.up()
      }
      await expect.poll(() => thirdInPreview(page)).toBe(0)
    })
    await test.step('Cancel changes nothing; the same file can be chosen again', async () => {
      await dialog.getByRole('button', { name: t('chrome.cancel') }).click()
      await page.getByRole('button', { name: t('chrome.discard'), exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('main').locator('img')).toHaveCount(0)
      await choose()
      await expect(dialog).toBeVisible()
    })
    await test.step('all users see the content of the preview, cropped to a square', async () => {
      await expect.poll(() => thirdInPreview(page)).toBe(1)
      await dialog.getByRole('button', { name: t('chrome.save') }).click()
      await expect(page.getByText(t('profile.avatarSaved'))).toBeVisible()
      const mine = page.getByRole('main').locator('img').first()
      await expect.poll(() => mine.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(AVATAR_PIXELS)
      expect(await mine.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(AVATAR_PIXELS)
      expect(await centreColour(page, 'main img')).toBe('green')
      await expect(seenByBen.locator('img')).toBeVisible()
      await expect.poll(() => centreColour(ben.page, 'main a img')).toBe('green')
    })
    await test.step('after a confirmation, the picture disappears for all users', async () => {
      await page.getByRole('button', { name: t('profile.removeAvatar') }).click()
      await expect(page.getByText(t('profile.removeAvatarConfirm'))).toBeVisible()
      await expectAccessible(haruka, 'remove the picture?')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('profile.removeAvatar') })
        .click()
      await expect(page.getByText(t('profile.avatarRemoved'))).toBeVisible()
      await expect(page.getByRole('main').locator('img')).toHaveCount(0)
      await expect(page.getByRole('button', { name: t('profile.removeAvatar') })).toHaveCount(0)
      await expect(seenByBen.locator('img')).toHaveCount(0)
    })
  })
}

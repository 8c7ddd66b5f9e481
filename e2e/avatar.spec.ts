import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '@noroshi/contract/i18n'
import { AVATAR_PIXELS } from '@noroshi/contract/limits'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

type Colour = 'red' | 'green' | 'blue' | 'none'

/** Three stripes beside each other: which of them is shown tells what was cut out. */
async function stripes(): Promise<Buffer> {
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

/** The colour in the middle of a picture of the page. */
const middleOf = (page: Page, selector: string): Promise<Colour> =>
  page.locator(selector).evaluate((image: HTMLImageElement): Colour => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const context = canvas.getContext('2d')
    if (!context || image.naturalWidth === 0) return 'none'
    context.drawImage(image, image.naturalWidth / 2 - 1, image.naturalHeight / 2 - 1, 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    const most = Math.max(red, green, blue)
    return most === red ? 'red' : most === green ? 'green' : 'blue'
  })

/** Whether the preview shows this third of the picture: its middle lies there. */
const thirdInPreview = (page: Page): Promise<number> =>
  page
    .getByRole('dialog')
    .locator('figure img')
    .evaluate((image: HTMLImageElement) => {
      const round = image.parentElement?.getBoundingClientRect()
      const whole = image.getBoundingClientRect()
      return round ? Math.floor(((round.left + round.width / 2 - whole.left) / whole.width) * 3) : -1
    })

async function beginsToEdit(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('profile.edit'), exact: true }).click()
  await expect(page.getByRole('button', { name: words('profile.changeAvatar') })).toBeVisible()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(
    `somebody chooses what of a picture shows them, sees it before, and takes it away again (${language})`,
    onlyLong(),
    async ({ signedIn }) => {
      const haruka = await signedIn('Haruka', { language })
      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      await ben.open('/alerts')
      await ben.page.getByRole('tab', { name: words('alerts.members') }).click()
      const seenByBen = ben.page.getByRole('link', { name: 'Haruka' })
      await expect(seenByBen).toBeVisible()
      await expect(seenByBen.locator('img')).toHaveCount(0)

      const { page } = haruka
      const buffer = await stripes()
      const dialog = page.getByRole('dialog', { name: words('profile.crop') })
      const choose = () => page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
      await haruka.open('/user/me')
      await beginsToEdit(page, words)

      await test.step('the middle is shown first; the arrow keys and a drag move it, and the preview follows', async () => {
        await choose()
        await expect.poll(() => thirdInPreview(page)).toBe(1)
        await isClean(haruka, 'crop')
        const cropper = dialog.getByRole('application')
        await cropper.focus()
        // More steps than the picture is wide: it stops at its edge.
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
      await test.step('cancelled, nothing has changed; the same file can be chosen again', async () => {
        await dialog.getByRole('button', { name: words('chrome.cancel') }).click()
        await expect(dialog).toBeHidden()
        await expect(page.getByRole('main').locator('img')).toHaveCount(0)
        await choose()
        await expect(dialog).toBeVisible()
      })
      await test.step('what stood in the preview is what everybody sees, cut to a square', async () => {
        await expect.poll(() => thirdInPreview(page)).toBe(1)
        await dialog.getByRole('button', { name: words('chrome.save') }).click()
        await expect(page.getByText(words('profile.avatarSaved'))).toBeVisible()
        const mine = page.getByRole('main').locator('img').first()
        await expect.poll(() => mine.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(AVATAR_PIXELS)
        expect(await mine.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(AVATAR_PIXELS)
        expect(await middleOf(page, 'main img')).toBe('green')
        await expect(seenByBen.locator('img')).toBeVisible()
        await expect.poll(() => middleOf(ben.page, 'main a img')).toBe('green')
      })
      await test.step('taken away, after a question, it is gone for everybody', async () => {
        await page.getByRole('button', { name: words('profile.removeAvatar') }).click()
        await expect(page.getByText(words('profile.removeAvatarConfirm'))).toBeVisible()
        await isClean(haruka, 'remove the picture?')
        await page
          .getByRole('dialog')
          .getByRole('button', { name: words('profile.removeAvatar') })
          .click()
        await expect(page.getByText(words('profile.avatarRemoved'))).toBeVisible()
        await expect(page.getByRole('main').locator('img')).toHaveCount(0)
        await expect(page.getByRole('button', { name: words('profile.removeAvatar') })).toHaveCount(0)
        await expect(seenByBen.locator('img')).toHaveCount(0)
      })
    },
  )
}

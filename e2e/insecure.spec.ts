import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from './fixtures/journey.ts'
import { wordsIn } from './fixtures/words.ts'

const words = wordsIn('en')

test('on a page that is not secure an SOS goes out with words, a place from the map and a photo from a file', async ({
  signedIn,
  visitor,
}) => {
  const ben = await signedIn('Ben')
  const somebody = await visitor({ hostName: 'shelter.example' })
  const { page } = somebody
  await somebody.open('/')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)

  await page
    .getByRole('button', { name: words('alerts.sos.name') })
    .first()
    .click()
  await page.getByRole('button', { name: words('alerts.sos.sendNow') }).click()
  await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
  await expect(page.getByText(words('alerts.withoutLocation'))).toBeVisible()

  await page.getByRole('button', { name: words('alerts.add.text'), exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Two of us on the roof')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('media.send') })
    .click()
  await expect(page.getByText('Two of us on the roof')).toBeVisible()

  await page.getByRole('button', { name: words('alerts.add.place'), exact: true }).click()
  await expect(page.getByText(words('alerts.position.insecure'))).toBeVisible()
  const map = page.getByRole('dialog').locator('canvas')
  await map.click({ position: { x: 150, y: 150 } })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('alerts.add.placeSend') })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: words('alerts.add.photo'), exact: true }).click()
  await expect(page.getByText(words('media.insecure'))).toBeVisible()
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2c5a6b' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'roof.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('media.send') })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()

  const alarm = ben.page.getByRole('alertdialog', { name: words('alerts.alarm.title') })
  await expect(alarm.getByText('Two of us on the roof')).toBeVisible()
  await expect(alarm.locator('img').first()).toBeVisible()
  await expect(alarm.getByText(words('alerts.alarm.noPlace'))).toBeHidden()
})

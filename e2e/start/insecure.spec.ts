import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../fixtures/journey.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const t = textsIn('en')

test(
  'on an insecure page an SOS can be sent with text, a location from the map and a photo from a file',
  onlyLong(),
  async ({ signedIn, visitor }) => {
    const ben = await signedIn('Ben')
    const guest = await visitor({ hostName: 'shelter.example' })
    const { page } = guest
    await guest.open('/')
    expect(await page.evaluate(() => isSecureContext)).toBe(false)

    await page
      .getByRole('button', { name: t('alerts.sos.name') })
      .first()
      .click()
    await endCountdown(page, t)
    await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
    await expect(page.getByText(t('alerts.withoutLocation'))).toBeVisible()

    await page.getByRole('button', { name: t('alerts.add.text'), exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Two of us on the roof')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('media.send') })
      .click()
    await expect(page.getByText('Two of us on the roof')).toBeVisible()

    await page.getByRole('button', { name: t('alerts.add.location'), exact: true }).click()
    await expect(page.getByText(t('alerts.location.insecure'))).toBeVisible()
    const map = page.getByRole('dialog').locator('canvas')
    await map.click({ position: { x: 150, y: 150 } })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('alerts.add.locationSend') })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.getByRole('button', { name: t('alerts.add.photo'), exact: true }).click()
    await expect(page.getByText(t('media.insecure'))).toBeVisible()
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#2c5a6b' } })
      .jpeg()
      .toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'roof.jpg', mimeType: 'image/jpeg', buffer: picture })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('media.send') })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()

    const alarm = ben.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
    await expect(alarm.getByText('Two of us on the roof')).toBeVisible()
    await expect(alarm.locator('img').first()).toBeVisible()
    await expect(alarm.getByText(t('alerts.alarm.noLocation'))).toBeHidden()
  },
)

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { type Person } from '../fixtures/person.ts'
import { closeAlert } from '../fixtures/scenes/sos.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
const NEARBY = { latitude: 38.2611, longitude: 140.88 }

/** Holds the large SOS button until the SOS is sent. */
async function holdSos({ page }: Person, t: Texts): Promise<void> {
  const button = page.getByRole('button', { name: t('alerts.sos.hold') })
  await button.hover()
  await page.mouse.down()
  await page.waitForURL(/\/alerts\/.+\/messages\/.+/, { timeout: 20_000 })
  await page.mouse.up()
}

/** Adds a photo from the camera with a caption. */
async function addPhoto({ page }: Person, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('alerts.add.photo'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('media.takePicture') })
  await dialog.getByRole('button', { name: t('media.capture') }).click()
  await dialog.getByRole('button', { name: t('media.usePicture') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('media.send'), exact: true })
    .click()
  await expect(page.getByText(t('alerts.add.sent'))).toBeVisible()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(`an SOS from press to resolved, between two people (${language})`, onlyLong(language === 'ja'), async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { language, location: SENDAI })
    const ben = await signedIn('Ben', { language, location: NEARBY })

    await test.step('Aiko holds the SOS button: Ben gets an alarm with her name, the time and the location', async () => {
      await holdSos(aiko, t)
      const alarm = ben.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
      await expect(alarm).toBeVisible()
      await expect(alarm.getByText('Aiko').first()).toBeVisible()
      await expect(alarm.locator('time').first()).toBeVisible()
      await expect(alarm.getByText('1.2 km', { exact: true })).toBeVisible()
    })
    await test.step('the photo that she adds appears in the alarm', async () => {
      await addPhoto(aiko, t)
      const photo = ben.page.getByRole('alertdialog').locator('img').first()
      await expect(photo).toBeVisible()
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    })
    await test.step('Ben responds, and Aiko sees it', async () => {
      await ben.page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('alerts.responding') })
        .click()
      await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
      await expect(aiko.page.getByText(t('alerts.ledger.one', { name: 'Ben' })).first()).toBeVisible()
    })
    await test.step('they write in the alert’s chat', async () => {
      await ben.page.getByRole('textbox', { name: t('alerts.chat.write') }).fill('I am on my way')
      await ben.page.keyboard.press('Enter')
      await expect(aiko.page.getByRole('log').getByText('I am on my way')).toBeVisible()
      await aiko.page.getByRole('textbox', { name: t('alerts.chat.write') }).fill('Thank you')
      await aiko.page.getByRole('button', { name: t('messages.send') }).click()
      await expect(ben.page.getByRole('log').getByText('Thank you')).toBeVisible()
    })
    await test.step('Ben resolves it: both see the ribbon and his name', async () => {
      await ben.page.getByRole('button', { name: t('alerts.resolve') }).click()
      await closeAlert(ben.page.getByRole('dialog'), t)
      await expect(ben.page.getByText(t('alerts.resolveDone'))).toBeVisible()
      for (const { page } of [aiko, ben]) {
        await expect(page.getByText(t('alerts.resolved'), { exact: true }).first()).toBeVisible()
        await expect(page.getByText(t('alerts.resolvedBy')).first()).toBeVisible()
      }
      await expect(aiko.page.getByRole('button', { name: t('alerts.add.photo'), exact: true })).toBeHidden()
    })
  })

  test(
    `a visitor raises an SOS and receives the answers without a session (${language})`,
    onlyLong(language === 'ja'),
    async ({ signedIn, visitor }) => {
      const ben = await signedIn('Ben', { language, location: NEARBY })
      const guest = await visitor({ language, location: SENDAI })
      await guest.open('/')
      await holdSos(guest, t)

      const alarm = ben.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
      await expect(alarm.getByText(t('alerts.anonymous'), { exact: true }).first()).toBeVisible()
      await addPhoto(guest, t)
      await alarm.getByRole('button', { name: t('alerts.responding') }).click()
      await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
      await expect(guest.page.getByText(t('alerts.coming.someone'))).toBeVisible()
      await ben.page.getByRole('textbox', { name: t('alerts.chat.write') }).fill('We are coming')
      await ben.page.keyboard.press('Enter')
      await expect(guest.page.getByRole('log').getByText('We are coming')).toBeVisible()

      await guest.page.reload()
      await expect(guest.page.getByRole('log').getByText('We are coming')).toBeVisible()
      await guest.page.getByRole('tab', { name: t('alerts.tab.images') }).click()
      await expect(guest.page.getByRole('tabpanel').locator('img').first()).toBeVisible()
      await ben.page.getByRole('button', { name: t('alerts.resolve') }).click()
      await closeAlert(ben.page.getByRole('dialog'), t)
      for (const { page } of [guest, ben]) await expect(page.getByText(t('alerts.resolvedBy')).first()).toBeVisible()
    },
  )
}

test('an alarm sounds also when parts of the page failed to load', onlyLong(), async ({ signedIn, visitor }) => {
  const t = textsIn('en')
  const ben = await signedIn('Ben')
  ben.allowConsoleError(/net::ERR_FAILED|Failed to fetch dynamically imported module/)
  await ben.page.route(/\/assets\/(unread-messages|messages-overlay|dashboard-sections|map-canvas)-[^/]+\.js$/, (route) =>
    route.abort(),
  )
  await ben.open('/')
  await expect(ben.page.getByRole('button', { name: t('alerts.sos.hold') })).toBeVisible()
  const guest = await visitor({ location: SENDAI })
  await guest.open('/')
  await holdSos(guest, t)
  await expect(ben.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })).toBeVisible()
})

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { test } from './fixtures/journey.ts'
import { type Person } from './fixtures/person.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
const NEARBY = { latitude: 38.2611, longitude: 140.88 }

/** Holds the large key for as long as an SOS takes. */
async function holdSos({ page }: Person, words: Words): Promise<void> {
  const key = page.getByRole('button', { name: words('alerts.sos.hold') })
  await key.hover()
  await page.mouse.down()
  await page.waitForURL(/\/alerts\/.+\/messages\/.+/, { timeout: 20_000 })
  await page.mouse.up()
}

/** A photo from the camera, with words under it. */
async function addPhoto({ page }: Person, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('alerts.add.photo'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words('media.takePicture') })
  await dialog.getByRole('button', { name: words('media.capture') }).click()
  await dialog.getByRole('button', { name: words('media.usePicture') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('media.send'), exact: true })
    .click()
  await expect(page.getByText(words('alerts.add.sent'))).toBeVisible()
}

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(`an SOS from press to resolved, between two people (${language})`, async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { language, place: SENDAI })
    const ben = await signedIn('Ben', { language, place: NEARBY })

    await test.step('Aiko holds the key: Ben is alarmed, with her name, the time and the place', async () => {
      await holdSos(aiko, words)
      const alarm = ben.page.getByRole('alertdialog', { name: words('alerts.alarm.title') })
      await expect(alarm).toBeVisible()
      await expect(alarm.getByText('Aiko').first()).toBeVisible()
      await expect(alarm.locator('time').first()).toBeVisible()
      await expect(alarm.getByText('1.2 km', { exact: true })).toBeVisible()
    })
    await test.step('the photo that she adds comes into the alarm', async () => {
      await addPhoto(aiko, words)
      const photo = ben.page.getByRole('alertdialog').locator('img').first()
      await expect(photo).toBeVisible()
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    })
    await test.step('Ben responds, and Aiko sees it', async () => {
      await ben.page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('alerts.responding') })
        .click()
      await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
      await expect(aiko.page.getByText(words('alerts.ledger.one', { name: 'Ben' })).first()).toBeVisible()
    })
    await test.step('they talk in the alert’s chat', async () => {
      await ben.page.getByRole('textbox', { name: words('alerts.chat.write') }).fill('I am on my way')
      await ben.page.keyboard.press('Enter')
      await expect(aiko.page.getByText('I am on my way')).toBeVisible()
      await aiko.page.getByRole('textbox', { name: words('alerts.chat.write') }).fill('Thank you')
      await aiko.page.getByRole('button', { name: words('alerts.chat.send') }).click()
      await expect(ben.page.getByText('Thank you')).toBeVisible()
    })
    await test.step('Ben resolves it: both see the ribbon and who did it', async () => {
      await ben.page.getByRole('button', { name: words('alerts.resolve') }).click()
      await ben.page
        .getByRole('dialog')
        .getByRole('button', { name: words('alerts.resolve') })
        .click()
      await expect(ben.page.getByText(words('alerts.resolveDone'))).toBeVisible()
      for (const { page } of [aiko, ben]) {
        await expect(page.getByText(words('alerts.resolved'), { exact: true }).first()).toBeVisible()
        await expect(page.getByText(words('alerts.resolvedBy')).first()).toBeVisible()
      }
      await expect(aiko.page.getByRole('button', { name: words('alerts.add.photo'), exact: true })).toBeHidden()
    })
  })

  test(`an SOS of a visitor, who hears the answers without a login (${language})`, async ({ signedIn, visitor }) => {
    const ben = await signedIn('Ben', { language, place: NEARBY })
    const somebody = await visitor({ language, place: SENDAI })
    await somebody.open('/')
    await holdSos(somebody, words)

    const alarm = ben.page.getByRole('alertdialog', { name: words('alerts.alarm.title') })
    await expect(alarm.getByText(words('alerts.Anonymous'), { exact: true }).first()).toBeVisible()
    await addPhoto(somebody, words)
    await alarm.getByRole('button', { name: words('alerts.responding') }).click()
    await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
    await expect(somebody.page.getByText(words('alerts.ledger.one', { name: 'Ben' })).first()).toBeVisible()
    await ben.page.getByRole('textbox', { name: words('alerts.chat.write') }).fill('We are coming')
    await ben.page.keyboard.press('Enter')
    await expect(somebody.page.getByText('We are coming')).toBeVisible()

    await somebody.page.reload()
    await expect(somebody.page.getByText('We are coming')).toBeVisible()
    await somebody.page.getByRole('tab', { name: words('alerts.tab.images') }).click()
    await expect(somebody.page.getByRole('tabpanel').locator('img').first()).toBeVisible()
    await ben.page.getByRole('button', { name: words('alerts.resolve') }).click()
    await ben.page
      .getByRole('dialog')
      .getByRole('button', { name: words('alerts.resolve') })
      .click()
    for (const { page } of [somebody, ben]) await expect(page.getByText(words('alerts.resolvedBy')).first()).toBeVisible()
  })
}

test('an alarm rings also where parts of the page were lost on the way', async ({ signedIn, visitor }) => {
  const words = wordsIn('en')
  const ben = await signedIn('Ben')
  ben.expects(/net::ERR_FAILED|Failed to fetch dynamically imported module/)
  await ben.page.route(/\/assets\/(messages-overlay|dashboard-sections|map-canvas)-[^/]+\.js$/, (route) => route.abort())
  await ben.open('/')
  await expect(ben.page.getByRole('button', { name: words('alerts.sos.hold') })).toBeVisible()
  const somebody = await visitor({ place: SENDAI })
  await somebody.open('/')
  await holdSos(somebody, words)
  await expect(ben.page.getByRole('alertdialog', { name: words('alerts.alarm.title') })).toBeVisible()
})

import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { ask, asks } from './fixtures/api.ts'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import type { Person } from './fixtures/person.ts'
import { type Words, wordsIn } from './fixtures/words.ts'

const SENDAI = { latitude: '38.2682', longitude: '140.8694', textContent: '' }
const dialogOf = ({ page }: Person, words: Words) => page.getByRole('alertdialog', { name: words('alerts.alarm.title') })

/** Anonymous SOS, each of another device, at once. */
const flood = (url: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () => ask(url, alertRoutes.raise, { body: { ...SENDAI, clientId: crypto.randomUUID() } })),
  )
const raises = (person: Person, textContent: string) =>
  asks(person, alertRoutes.raise, { body: { ...SENDAI, textContent, clientId: crypto.randomUUID() } })

for (const language of ['en', 'ja'] satisfies Language[]) {
  const words = wordsIn(language)

  test(
    `a flood of anonymous alerts is grouped and quiet, hides no name, and none of it is missing (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn }) => {
      const ben = await signedIn('Ben', { language })
      const aiko = await signedIn('Aiko', { language, wide: true })
      const dialog = dialogOf(ben, words)
      const sounds = dialog.getByRole('button', { name: words('alerts.alarm.stopSound') })
      const isSilent = dialog.getByRole('button', { name: words('alerts.alarm.soundStopped') })
      await ben.page.mouse.click(5, 5) // a first touch, so that the browser lets the alarm out

      await test.step('the first one sounds, until Ben stops it', async () => {
        await flood(server.url, 1)
        await expect(sounds).toBeVisible()
        await expect(dialog.getByText(words('alerts.Anonymous'), { exact: true })).toBeVisible()
        await ben.page.waitForTimeout(1500) // what is touched in the dialog's first second was meant for the page below
        await sounds.click()
        await expect(isSilent).toBeVisible()
      })
      await test.step('150 more are counted, each of them, and do not sound again', async () => {
        await flood(server.url, 150)
        await expect(dialog.getByText(words('alerts.alarm.more.other', { count: 150 }))).toBeVisible()
        await expect(isSilent).toBeVisible()
        await isClean(ben, 'a flood')
      })
      await test.step('an alert with a name comes on top and sounds', async () => {
        await raises(aiko, 'The bridge is gone')
        await expect(dialog.getByText('The bridge is gone')).toBeVisible()
        await expect(sounds).toBeVisible()
        await flood(server.url, 10)
        await expect(dialog.getByText(words('alerts.alarm.more.other', { count: 161 }))).toBeVisible()
        await expect(dialog.getByText(words('alerts.alarm.anonymousCount', { count: 161 }))).toBeVisible()
        await expect(dialog.getByText('The bridge is gone')).toBeVisible()
      })
      await test.step('the list behind “n more” holds each of them', async () => {
        await dialog.getByText(words('alerts.alarm.more.other', { count: 161 })).click()
        const rows = dialog.getByRole('list', { name: words('alerts.alarm.others') }).getByRole('listitem')
        await rows.last().scrollIntoViewIfNeeded()
        await expect(rows).toHaveCount(161)
        await isClean(ben, 'the list of a flood')
      })
      await test.step('so does the list of alerts, and Ben can read one while more come', async () => {
        await dialog.getByRole('button', { name: words('alerts.alarm.details') }).click()
        await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { waitUntil: 'commit' })
        await flood(server.url, 10)
        await expect(ben.page.getByText(words('alerts.alarm.more.other', { count: 171 }))).toBeVisible()
        await expect(dialog).toBeHidden()

        const rows = aiko.page.getByRole('main').locator('a[data-active]')
        await expect(dialogOf(aiko, words)).toBeVisible()
        await aiko.page.waitForTimeout(1500)
        await dialogOf(aiko, words)
          .getByRole('button', { name: words('alerts.alarm.details') })
          .click()
        await aiko.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { waitUntil: 'commit' })
        // Within the page: opened anew, it would alarm her of all that she has not seen.
        await aiko.page.goBack()
        await aiko.page
          .getByRole('link', { name: words('chrome.alerts'), exact: true })
          .first()
          .click()
        await expect(aiko.page.getByRole('heading', { name: words('alerts.title'), level: 1 })).toBeVisible()
        await aiko.page.getByRole('button', { name: words('alerts.filter.active'), exact: true }).click()
        await expect(async () => {
          await rows.last().scrollIntoViewIfNeeded()
          expect(await rows.count()).toBe(172)
        }).toPass({ timeout: 20_000 })
      })
    },
  )
}

test.describe('later', () => {
  test.use({ hasMovableClock: true })

  test('who has not seen an alert is alarmed again after two minutes, wherever in the app', async ({ server, signedIn }) => {
    const words = wordsIn('en')
    const ben = await signedIn('Ben')
    const aiko = await signedIn('Aiko')
    const chie = await signedIn('Chie')
    const dialog = dialogOf(ben, words)
    await ben.page.mouse.click(5, 5)
    await raises(aiko, 'The bridge is gone')
    await expect(dialog.getByText('The bridge is gone')).toBeVisible()
    await raises(chie, 'My father fell')
    await expect(dialog.getByText('My father fell')).toBeVisible()
    await ben.page.waitForTimeout(1500)
    // He goes to the one and never looks at the other.
    await dialog.getByRole('button', { name: words('alerts.alarm.details') }).click()
    await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { waitUntil: 'commit' })
    await expect(ben.page.getByRole('button', { name: new RegExp(words('alerts.alarm.more.one')) })).toBeVisible()
    await expect(dialog).toBeHidden()

    server.advance(2.1)
    await expect(dialog.getByText('The bridge is gone')).toBeVisible({ timeout: 25_000 })
    await expect(dialog.getByRole('button', { name: words('alerts.alarm.stopSound') })).toBeVisible()
    await expect(dialog.getByText('My father fell')).toBeHidden()
  })
})

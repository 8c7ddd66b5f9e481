import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const SENDAI = { latitude: '38.2682', longitude: '140.8694', textContent: '' }
const dialogOf = ({ page }: Person, t: Texts) => page.getByRole('alertdialog', { name: t('alerts.alarm.title') })

/** Raises anonymous SOS alerts concurrently, each from another device. */
const raiseFlood = (url: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () => callApi(url, alertRoutes.raise, { body: { ...SENDAI, clientId: crypto.randomUUID() } })),
  )
const raise = (person: Person, textContent: string) =>
  fetchOk(person, alertRoutes.raise, { body: { ...SENDAI, textContent, clientId: crypto.randomUUID() } })

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `a flood of anonymous alerts is grouped without sound, hides no named alert, and is complete (${language})`,
    onlyLong(),
    async ({ server, signedIn }) => {
      const ben = await signedIn('Ben', { language })
      const aiko = await signedIn('Aiko', { language, wide: true })
      const dialog = dialogOf(ben, t)
      const sounds = dialog.getByRole('button', { name: t('alerts.alarm.stopSound') })
      const isSilent = dialog.getByRole('button', { name: t('alerts.alarm.soundStopped') })
      await ben.page.mouse.click(5, 5) // a touch, so that the browser allows the alarm sound

      await test.step('the first alarm sounds until Ben stops it', async () => {
        await raiseFlood(server.url, 1)
        await expect(sounds).toBeVisible()
        await expect(dialog.getByText(t('alerts.anonymous'), { exact: true })).toBeVisible()
        await ben.page.waitForTimeout(1500) // the dialog ignores touches in its first second
        await sounds.click()
        await expect(isSilent).toBeVisible()
      })
      await test.step('150 further alerts are counted and do not sound again', async () => {
        await raiseFlood(server.url, 150)
        await expect(dialog.getByText(t('alerts.alarm.more', { count: 150 }))).toBeVisible()
        await expect(isSilent).toBeVisible()
        await expectAccessible(ben, 'a flood')
      })
      await test.step('an alert with a name comes on top and sounds', async () => {
        await raise(aiko, 'The bridge is gone')
        await expect(dialog.getByText('The bridge is gone')).toBeVisible()
        await expect(sounds).toBeVisible()
        await raiseFlood(server.url, 10)
        await expect(dialog.getByText(t('alerts.alarm.more', { count: 161 }))).toBeVisible()
        await expect(dialog.getByText(t('alerts.alarm.anonymousCount', { count: 161 }))).toBeVisible()
        await expect(dialog.getByText('The bridge is gone')).toBeVisible()
      })
      await test.step('the list behind “n more” contains each of them', async () => {
        await dialog.getByText(t('alerts.alarm.more', { count: 161 })).click()
        const rows = dialog.getByRole('list', { name: t('alerts.alarm.others') }).getByRole('listitem')
        await rows.last().scrollIntoViewIfNeeded()
        await expect(rows).toHaveCount(161)
        await expectAccessible(ben, 'the list of a flood')
      })
      await test.step('so does the list of alerts, and Ben can read one while further alerts arrive', async () => {
        await dialog.getByRole('button', { name: t('alerts.alarm.details') }).click()
        await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { waitUntil: 'commit' })
        await raiseFlood(server.url, 10)
        await expect(ben.page.getByText(t('alerts.alarm.more', { count: 171 }))).toBeVisible()
        await expect(dialog).toBeHidden()

        const rows = aiko.page.getByRole('main').locator('a[data-active]')
        await expect(dialogOf(aiko, t)).toBeVisible()
        await aiko.page.waitForTimeout(1500)
        await dialogOf(aiko, t)
          .getByRole('button', { name: t('alerts.alarm.details') })
          .click()
        await aiko.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { waitUntil: 'commit' })
        // Navigate within the page: a reload would sound the alarm for all unseen alerts.
        await aiko.page.goBack()
        await aiko.page
          .getByRole('link', { name: t('chrome.alerts'), exact: true })
          .first()
          .click()
        await expect(aiko.page.getByRole('heading', { name: t('alerts.title'), level: 1 })).toBeVisible()
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

  test(
    'a recipient who has not seen an alert gets a second alarm after two minutes, on any screen',
    onlyLong(),
    async ({ server, signedIn }) => {
      const t = textsIn('en')
      const ben = await signedIn('Ben')
      const aiko = await signedIn('Aiko')
      const chie = await signedIn('Chie')
      const dialog = dialogOf(ben, t)
      await ben.page.mouse.click(5, 5)
      await raise(aiko, 'The bridge is gone')
      await expect(dialog.getByText('The bridge is gone')).toBeVisible()
      await raise(chie, 'My father fell')
      await expect(dialog.getByText('My father fell')).toBeVisible()
      await ben.page.waitForTimeout(1500)
      // Ben opens one alert and never sees the other.
      const isSeen = ben.page.waitForResponse((response) => /\/alerts\/[^/]+\/answer$/.test(response.url()) && response.ok())
      await dialog.getByRole('button', { name: t('alerts.alarm.details') }).click()
      await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { waitUntil: 'commit' })
      await expect(ben.page.getByRole('button', { name: new RegExp(t('alerts.alarm.more', { count: 1 })) })).toBeVisible()
      await expect(dialog).toBeHidden()
      await isSeen

      server.advance(2.1)
      await expect(dialog.getByText('The bridge is gone')).toBeVisible({ timeout: 25_000 })
      await expect(dialog.getByRole('button', { name: t('alerts.alarm.stopSound') })).toBeVisible()
      await expect(dialog.getByText('My father fell')).toBeHidden()
    },
  )
})

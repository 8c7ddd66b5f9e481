import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const SENDAI = { latitude: '38.2682', longitude: '140.8694' }
const raise = (person: Person, textContent: string) =>
  fetchOk(person, alertRoutes.raise, { body: { ...SENDAI, textContent, clientId: crypto.randomUUID() } })

test.use({ hasMovableClock: true })

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `after a restart with the clock 6 hours back, a new SOS is first, and administrators get a warning (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const kenji = await createAdministrator(server, visitor, { language, scheme: language === 'en' ? 'dark' : 'light' })
      const ben = await signedIn('Ben', { language })
      const aiko = await signedIn('Aiko', { language })
      const chie = await signedIn('Chie', { language })
      for (const person of [kenji, ben, aiko, chie])
        person.allowConsoleError(
          /net::ERR_|WebSocket connection|status of 50\d|Worker failed to load|Failed to fetch|Unable to preload CSS/,
        )
      const dialog = ben.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
      const alertIds = [(await raise(aiko, 'The bridge is gone')).id]
      await expect(dialog.getByText('The bridge is gone')).toBeVisible()
      await server.restart(-6)

      await test.step('the emergency dialog shows the new SOS with its true age', async () => {
        alertIds.push((await raise(chie, 'My father fell')).id)
        await expect(dialog.getByText('My father fell')).toBeVisible({ timeout: 30_000 })
        await expect(dialog.getByText(t('alerts.alarm.more', { count: 1 }))).toBeVisible()
        await expect(dialog.getByText(t('common.justNow'), { exact: true })).toBeVisible()
      })
      await test.step('an SOS of the same member is a new alert and is also on top', async () => {
        const { id, isExisting } = await raise(aiko, 'The water rises')
        expect(isExisting).toBe(false)
        alertIds.push(id)
        await expect(dialog.getByText('The water rises')).toBeVisible()
      })
      await test.step('the list starts with the new alerts', async () => {
        await aiko.open('/alerts')
        const rows = aiko.page.getByRole('main').locator('a[data-active]')
        await expect(rows).toHaveCount(3)
        await expect(rows.nth(0)).toContainText('Aiko')
        await expect(rows.nth(1)).toContainText('Chie')
        await expect(rows.nth(2)).toContainText('Aiko')
      })
      await test.step('an administrator sees the jump until it is confirmed', async () => {
        for (const AlertId of alertIds) await fetchOk(aiko, alertRoutes.resolve, { body: { AlertId } })
        await kenji.open('/admin')
        const amount = language === 'en' ? '6 hours' : '6時間'
        const warning = kenji.page.getByRole('status').filter({ hasText: t('chrome.clock.back', { amount }) })
        await expect(warning).toBeVisible()
        await expectAccessible(kenji, 'the warning about the clock')
        await warning.getByRole('button', { name: t('chrome.clock.confirm'), exact: true }).click()
        await expect(warning).toBeHidden()
        await kenji.page.reload()
        await expect(kenji.page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(warning).toBeHidden()
        await expect(ben.page.getByText(t('chrome.clock.confirm'))).toBeHidden()
      })
    },
  )
}

import { expect, type Page } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { button, openArea, row } from '../fixtures/servers/administration.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { layoutFaults, smallTargets } from '../fixtures/checks/layout.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

/** Text of a source: six hexadecimal digits. */
const SOURCE = /#[0-9A-F]{6}/
const NARROW = { width: 360, height: 740 }

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)
  const alarmOf = (page: Page) => page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
  const starting = (text: string) => new RegExp(`^${text}`)

  test(
    `an administrator mutes a source, releases one of its alerts and dismisses it for everyone (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, wide: true })
      const ben = await signedIn('Ben', { language })
      const spam = await callApi(server.url, alertRoutes.raise, { body: { textContent: 'A joke' } })
      await fetchOk(ben, alertRoutes.resolve, { body: { AlertId: spam.id, latitude: null, longitude: null } })
      await ben.openLive('/')
      const { page } = admin

      await test.step('mute the source of the alert', async () => {
        await openArea(page, t, 'anonymousAlerts.title')
        const source = row(page, '#').first()
        await expect(source).toContainText(SOURCE)
        await expect(source.getByRole('button', { name: starting(t('anonymousAlerts.resolveAll')) })).toBeDisabled()
        await expectAccessible(admin, 'anonymous alerts')
        await source.getByRole('button', { name: starting(t('anonymousAlerts.mute')) }).click()
        await expect(page.getByText(t('anonymousAlerts.muteShelter'))).toBeVisible()
        await expectAccessible(admin, 'mute the source?')
        await button(page.getByRole('dialog'), t('anonymousAlerts.mute')).click()
        await expect(source.getByRole('button', { name: starting(t('anonymousAlerts.unmute')) })).toBeVisible()
      })
      await test.step('its next SOS alarms only the administrator', async () => {
        const { recipientCount } = await callApi(server.url, alertRoutes.raise, { body: { textContent: 'A tree on the road' } })
        expect(recipientCount).toBe(1)
        await expect(alarmOf(page).getByText(t('alerts.muted'))).toBeVisible()
        await expectAccessible(admin, 'the alarm of a muted alert')
        await button(alarmOf(page), t('alerts.cannotHelp')).click()
        await expect(alarmOf(page)).toBeHidden()
        await expect(alarmOf(ben.page)).toBeHidden()
      })
      await test.step('release it: it alarms everyone', async () => {
        await page.reload() // the list is otherwise read again after half a minute
        const muted = row(page, 'A tree on the road')
        await muted.scrollIntoViewIfNeeded()
        await page.setViewportSize(NARROW)
        await expect.poll(() => layoutFaults(page)).toEqual([])
        await expect.poll(() => smallTargets(page)).toEqual([])
        await expectAccessible(admin, 'muted alerts at 360 px')
        await muted.getByRole('button').click()
        await button(page.getByRole('dialog'), t('anonymousAlerts.release')).click()
        await expect(page.getByText(t('anonymousAlerts.noMuted'))).toBeVisible()
        await expect(alarmOf(ben.page).getByText('A tree on the road')).toBeVisible()
      })
      await test.step('dismiss the alerts of the last hour: the alarm ends, and the alert leaves the lists', async () => {
        await button(page, t('anonymousAlerts.next')).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByText(t('anonymousAlerts.count', { count: 1 }))).toBeVisible()
        await dialog.getByRole('radio', { name: starting(t('anonymousAlerts.dismiss')) }).check()
        await expectAccessible(admin, 'resolve or dismiss')
        await button(dialog, t('anonymousAlerts.dismiss')).click()
        await expect(row(page, 'A tree on the road')).toContainText(t('anonymousData.resolved'))
        await expect(alarmOf(ben.page)).toBeHidden()
        await expect(ben.page.getByRole('status').filter({ hasText: t('alerts.alarm.allEnded') })).toHaveCount(1)
        await ben.open('/alerts')
        await button(ben.page, t('alerts.filter.all')).click()
        await expect(ben.page.getByText('A joke').first()).toBeVisible()
        await expect(ben.page.getByText('A tree on the road')).toHaveCount(0)
      })
    },
  )
}

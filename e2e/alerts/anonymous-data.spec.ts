import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { openArea, row } from '../fixtures/servers/administration.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `an administrator sees the usage and deletes an alert, which disappears for its readers (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language })
      const ben = await signedIn('Ben', { language })
      ben.allowConsoleError(/status of 404/)
      const stranger = await visitor({ language })
      await stranger.open('/login')
      const { id, alertMessageThread } = await fetchOk(stranger, alertRoutes.raise, { body: { textContent: 'A false alarm' } })
      await fetchOk(ben, alertRoutes.resolve, { body: { AlertId: id, latitude: null, longitude: null } }) // no alarm covers the screen
      await ben.open(`/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`)
      await expect(ben.page.getByText('A false alarm').first()).toBeVisible()

      const { page } = admin
      await openArea(page, t, 'anonymousData.title')
      await expect(row(page, 'A false alarm')).toContainText(t('anonymousData.anonymous'))
      await expect(page.getByRole('progressbar', { name: t('anonymousData.usage') })).toHaveAttribute('aria-valuenow', '0')
      await expectAccessible(admin, 'anonymous data')
      await row(page, 'A false alarm').getByRole('button').click()
      await expect(page.getByText(t('anonymousData.deleteNote'))).toBeVisible()
      await expectAccessible(admin, 'delete this alert?')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('anonymousData.delete') })
        .click()

      await expect(page.getByText(t('anonymousData.empty'))).toBeVisible()
      await expect(ben.page.getByText(t('alerts.notFound'))).toBeVisible()
      await ben.open('/alerts')
      await expect(ben.page.getByRole('tab').first()).toBeVisible()
      await expect(ben.page.getByText('A false alarm')).toHaveCount(0)
    },
  )
}

import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const language of ['en', 'ja'] satisfies Language[])
  test(
    `a user opens the stand-by screen from the menu, gets an alarm over it and leaves it by Escape (${language})`,
    onlyLong(),
    async ({ signedIn }) => {
      const t = textsIn(language)
      const aiko = await signedIn('Aiko', { language })
      const ben = await signedIn('Ben', { language, scheme: 'dark' })
      const { page } = ben
      await page.getByRole('banner').getByRole('button', { name: /Ben/ }).click()
      await page.getByRole('menuitem', { name: t('chrome.standby') }).click()
      await page.waitForURL(/\/standby$/)
      await expect(page.getByText(t('standby.online'))).toBeVisible()
      await expect(page.getByText(t('standby.noAlert'))).toBeVisible()
      await expectAccessible(ben, 'stand-by')

      const { id } = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'water is rising' } })
      const alarm = page.getByRole('alertdialog')
      await expect(alarm).toBeVisible()
      await alarm.getByRole('button', { name: t('alerts.alarm.stopSound') }).click()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(/\/standby$/)
      await fetchOk(aiko, alertRoutes.resolve, { body: { AlertId: id } })
      await expect(alarm).toBeHidden()
      await expect(page.getByText(new RegExp(t('standby.lastAlert', { name: 'Aiko', time: '.+' })))).toBeVisible()

      await page.keyboard.press('Escape')
      await page.waitForURL((url) => url.pathname === '/')
    },
  )

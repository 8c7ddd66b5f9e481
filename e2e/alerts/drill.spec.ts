import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { ALARM_DELIVERY_MINUTES } from '@noroshi/contract/limits'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { button, openArea, row } from '../fixtures/servers/administration.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { PASSWORD, type Person } from '../fixtures/person.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

/** Milliseconds within which the server has stored the outcome of a drill. */
const OUTCOME_MS = 20_000

const drillDialog = ({ page }: Person, t: Texts) => page.getByRole('alertdialog', { name: t('alerts.drill.title') })

for (const [language, scheme, otherScheme] of [
  ['en', 'light', 'dark'],
  ['ja', 'dark', 'light'],
] satisfies [Language, 'light' | 'dark', 'light' | 'dark'][]) {
  const t = textsIn(language)

  test(
    `a member tests their own alarm on the device check and answers it, and an SOS meanwhile goes first (${language})`,
    onlyLong(),
    async ({ signedIn }) => {
      const ben = await signedIn('Ben', { language, scheme })
      const aiko = await signedIn('Aiko', { language })
      const { page } = ben
      const alarm = drillDialog(ben, t)

      await test.step('the alarm says that it is a drill', async () => {
        await ben.open('/ready')
        await button(page, t('drills.testStart')).click()
        await expect(alarm).toBeVisible()
        await expect(alarm.getByText(t('alerts.drill.note'))).toBeVisible()
        await expect(alarm.getByText(t('alerts.drill.of', { name: 'Ben' }))).toBeVisible()
        await expectAccessible(ben, 'the dialog of a drill')
        await expect(drillDialog(aiko, t)).toBeHidden()
      })
      await test.step('the SOS of another user is on top of the drill', async () => {
        await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'Smoke in the school' } })
        const sos = page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
        await expect(sos.getByText('Smoke in the school')).toBeVisible()
        await sos.getByRole('button', { name: t('alerts.cannotHelp') }).click()
        await expect(alarm).toBeVisible()
      })
      await test.step('Ben answers, sees the drill as one, and ends it on the device check', async () => {
        await alarm.getByRole('button', { name: t('alerts.responding') }).click()
        await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
        await expect(page.getByRole('heading', { name: t('alerts.drill.of', { name: 'Ben' }) }).first()).toBeVisible()
        await expectAccessible(ben, 'the page of a drill')
        await ben.open('/ready')
        await expect(page.getByText(t('drills.testAnswered'))).toBeVisible()
        await expectAccessible(ben, 'the device check')
        await button(page, t('alerts.drill.end')).click()
        await expect(page.getByText(t('alerts.drill.over'))).toBeVisible()
        await expect(button(page, t('drills.testStart'))).toBeVisible()
      })
    },
  )

  test(
    `an administrator runs a drill with a group and sees which member it did not reach (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, scheme })
      const ben = await signedIn('Ben', { language, scheme: otherScheme })
      // Dora has an account and no open page.
      const account = {
        firstName: 'Dora',
        lastName: '',
        email: 'dora@example.org',
        password: PASSWORD,
        confirmPassword: PASSWORD,
      }
      await callApi(server.url, accountRoutes.register, { body: account })
      const { page } = admin

      await test.step('she starts it for the group of all members', async () => {
        await openArea(page, t, 'devices.title')
        await expect(row(page, 'Ben').getByText(t('devices.connected'))).toBeVisible()
        await expect(row(page, 'Dora').getByText(t('devices.none'))).toBeVisible()
        await expectAccessible(admin, 'readiness')
        await button(page, t('drills.start')).click()
        const dialog = page.getByRole('dialog', { name: t('drills.start') })
        await dialog.getByRole('checkbox').first().check()
        await expectAccessible(admin, 'the start of a drill')
        await button(dialog, t('drills.start')).click()
      })
      await test.step('both users see that it is a drill and answer it', async () => {
        await expect(drillDialog(ben, t).getByText(t('alerts.drill.note'))).toBeVisible()
        await expectAccessible(ben, 'the drill of an administrator')
        for (const person of [ben, admin])
          await drillDialog(person, t)
            .getByRole('button', { name: t('alerts.responding') })
            .click()
        await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
        await expect(page.getByText(t('alerts.ledger.others', { count: 1, name: 'Kenji' })).first()).toBeVisible()
        await expect(ben.page.getByRole('button', { name: t('alerts.drill.end') })).toHaveCount(0)
      })
      await test.step('she ends it and sees that it did not reach Dora', async () => {
        await button(page, t('alerts.drill.end')).click()
        await button(page.getByRole('dialog'), t('alerts.drill.end')).click()
        await expect(ben.page.getByText(t('alerts.resolved'), { exact: true }).first()).toBeVisible()
        await openArea(page, t, 'devices.title')
        const missed = page.getByText(t('devices.notReached', { count: 1, minutes: String(ALARM_DELIVERY_MINUTES) }))
        await expect(async () => {
          await page.reload()
          await expect(missed).toBeVisible({ timeout: 10_000 })
        }).toPass({ timeout: OUTCOME_MS })
        await expect(row(page, 'Ben').getByText(t('devices.lastAlarm.reached'), { exact: true })).toBeVisible()
        await page.getByLabel(t('devices.filter')).selectOption('notReached')
        await expect(row(page, 'Ben')).toHaveCount(0)
        await expect(row(page, 'Dora').getByText(t('devices.lastAlarm.notReached'))).toBeVisible()
        await expectAccessible(admin, 'members that a drill did not reach')
      })
    },
  )
}

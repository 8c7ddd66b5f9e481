import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
/** Milliseconds; longer than the time for which a new dialog ignores keys. */
const AFTER_GUARD_MS = 1_800
const DRAFT = 'we are at the school, all of us, with the dog and the cat '

test(
  'a status report and an alarm that appear during typing take no characters and do not count as seen',
  onlyLong(),
  async ({ server, signedIn }) => {
    const ben = await signedIn('Ben')
    const aiko = await signedIn('Aiko', { wide: true })
    const { page } = ben
    const raised = await fetchOk(ben, alertRoutes.raise, { body: { textContent: 'The bridge is gone' } })
    const other = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'Smoke' } })
    await fetchOk(ben, alertRoutes.answer, { params: { id: other.id }, body: { answer: 'responding' } })
    await ben.openLive(`/alerts/${raised.id}/messages/${raised.alertMessageThread.MessageThreadId}`)
    const field = page.getByRole('textbox', { name: t('alerts.chat.write') })
    await field.click()

    const report = page.getByRole('dialog', { name: t('alerts.report.title') })
    await test.step('the report', async () => {
      const typing = field.pressSequentially(DRAFT, { delay: 60 })
      await fetchOk(aiko, alertRoutes.sendMessage, { body: { alertId: other.id, text: 'The fire comes nearer' } })
      await expect(report).toBeVisible()
      await typing
      await expect(report.getByText('The fire comes nearer')).toBeVisible()
      await expect(field).toHaveValue(DRAFT)
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport()
      await expectAccessible(ben, 'a status report')
    })
    await test.step('F6 moves the focus to the report, to the banner of a call, and back', async () => {
      const { id: ReceiverId } = await fetchOk(ben, accountRoutes.me)
      const { sessions } = await fetchOk(aiko, callRoutes.startPersonal, { body: { ReceiverId, location: null } })
      const banner = page.getByRole('region', { name: t('calls.incoming') })
      await expect(banner).toBeVisible()
      for (const target of [report.getByRole('heading'), banner, report.getByRole('heading')]) {
        await page.keyboard.press('F6')
        await expect(target).toBeFocused()
      }
      await fetchOk(aiko, callRoutes.leave, { body: { callSessionIds: sessions.map(({ id }) => id) } })
      await expect(banner).toBeHidden()
      await field.focus()
    })
    await test.step('its Close button by keyboard: F6, Tab and Enter; the focus returns to the field', async () => {
      await page.keyboard.press('F6')
      for (const key of ['Enter', 'Space', 'Escape']) await page.keyboard.press(key)
      await page.waitForTimeout(AFTER_GUARD_MS)
      await expect(report).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(report.getByRole('button', { name: t('alerts.report.close') })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(report).toBeHidden()
      await expect(field).toBeFocused()
    })
    await test.step('the alarm', async () => {
      const alarm = page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
      const typing = field.pressSequentially(DRAFT, { delay: 60 })
      const { id } = await callApi(server.url, alertRoutes.raise, { body: { textContent: 'Landslide' } })
      await expect(alarm).toBeVisible()
      await typing
      await expect(field).toHaveValue(DRAFT + DRAFT)
      await expect(alarm.getByRole('heading', { name: t('alerts.alarm.title') })).toBeFocused()

      await page.waitForTimeout(AFTER_GUARD_MS)
      for (const key of ['Enter', 'Space', 'a', 'Escape']) await page.keyboard.press(key)
      const seen = async () => (await fetchOk(ben, alertRoutes.get, { params: { id } })).viewer.seenAt !== null
      await page.waitForTimeout(500)
      expect(await seen()).toBe(false)
      const details = alarm.getByRole('button', { name: t('alerts.alarm.soundStopped') })
      for (let presses = 0; presses < 5 && !(await details.evaluate((button) => button === document.activeElement)); presses++)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(seen).toBe(true)
      await expect(alarm).toBeVisible()
    })
  },
)

test('a status report takes the focus when no control has it, and closes by a click', onlyLong(), async ({ signedIn }) => {
  const ben = await signedIn('Ben')
  const aiko = await signedIn('Aiko')
  const { page } = ben
  const { id: alertId } = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'Smoke' } })
  await fetchOk(ben, alertRoutes.answer, { params: { id: alertId }, body: { answer: 'cannotHelp' } })
  await ben.openLive('/')
  await fetchOk(aiko, alertRoutes.sendMessage, { body: { alertId, text: 'It burns' } })
  const report = page.getByRole('dialog', { name: t('alerts.report.title') })
  await expect(report.getByRole('heading')).toBeFocused()
  for (const key of ['Tab', 'Enter', 'Space', 'Escape']) await page.keyboard.press(key)
  await expect(report.getByRole('heading')).toBeFocused()
  await fetchOk(aiko, alertRoutes.sendMessage, { body: { alertId, text: 'It is out' } })
  await expect(report.getByText(t('alerts.report.more', { count: 1 }))).toBeVisible()
  await expect(report.getByText('It burns')).toBeVisible()
  await report.getByRole('button', { name: t('alerts.report.close') }).click()
  await expect(report.getByText('It is out')).toBeVisible()
  await report.getByRole('button', { name: t('alerts.report.reply') }).click()
  await page.waitForURL(/\/alerts\/.+\/messages\/.+/)
  await expect(report).toBeHidden()
})

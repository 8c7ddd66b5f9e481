import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi, fetchOk } from './fixtures/api.ts'
import { test } from './fixtures/journey.ts'
import { textsIn } from './fixtures/texts.ts'

const t = textsIn('en')

test('an SOS can be raised and answered with only the keyboard', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const key = aiko.page.getByRole('button', { name: t('alerts.sos.hold') })
  await expect(key).toBeVisible()
  for (let presses = 0; presses < 40 && !(await key.evaluate((button) => button === document.activeElement)); presses++)
    await aiko.page.keyboard.press('Tab')
  await expect(key).toBeFocused()
  await aiko.page.keyboard.press('Enter')
  await expect(aiko.page.getByRole('button', { name: t('alerts.sos.sendNow') })).toBeVisible()
  await aiko.page.keyboard.press('Escape')
  await expect(aiko.page.getByRole('button', { name: t('alerts.sos.sendNow') })).toBeHidden()
  await expect(ben.page.getByRole('alertdialog')).toBeHidden()

  await key.focus()
  await aiko.page.keyboard.press('Space')
  await aiko.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { timeout: 20_000 })

  const alarm = ben.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
  await expect(alarm).toBeVisible()
  await expect.poll(() => ben.page.evaluate(() => document.activeElement?.closest('[role=alertdialog]') !== null)).toBe(true)
  await expect(alarm.getByRole('heading', { name: t('alerts.alarm.title') })).toBeFocused()
  await ben.page.keyboard.press('Escape')
  await expect(alarm).toBeVisible()
  const respond = alarm.getByRole('button', { name: t('alerts.responding') })
  const movesToAnswer = async () => {
    await ben.page.keyboard.press('Tab') // ignored, because the dialog ignores keys at first
    return respond.evaluate((button) => button === document.activeElement)
  }
  await expect.poll(movesToAnswer, { intervals: [100] }).toBe(true)
  await ben.page.keyboard.press('Enter')
  await expect(aiko.page.getByText(t('alerts.ledger.one', { name: 'Ben' })).first()).toBeVisible()
})

test('an alarm that appears during typing is neither silenced nor marked as seen', async ({ server, signedIn }) => {
  const ben = await signedIn('Ben')
  // The page's clock is used, because a busy machine may process the key of the test after the first second.
  const typed = ben.page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (!document.activeElement?.closest('[role=alertdialog]')) await frame()
    const focused = document.activeElement
    for (const key of [' ', 'Enter', 'Escape']) focused.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    for (const button of document.querySelectorAll<HTMLElement>('[role=alertdialog] button')) button.click()
    return focused.tagName
  })
  await callApi(server.url, alertRoutes.raise, { body: { textContent: 'Smoke on the ridge' } })
  const alarm = ben.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
  expect(await typed).toBe('H1')
  await expect(alarm).toBeVisible()
  await expect(alarm.getByRole('button', { name: t('alerts.alarm.soundStopped') })).toBeHidden()
  const { items } = await fetchOk(ben, alertRoutes.list)
  expect(items).toMatchObject([{ counts: { seen: 0 }, viewer: { seenAt: null, answer: null } }])

  await expect(alarm.getByRole('button', { name: t('alerts.cannotHelp') })).toBeEnabled()
  await alarm.getByRole('button', { name: t('alerts.cannotHelp') }).click()
  await expect(alarm).toBeHidden()
})

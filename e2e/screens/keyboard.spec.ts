import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

test('an SOS can be raised and answered with only the keyboard', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const button = aiko.page.getByRole('button', { name: t('alerts.sos.hold') })
  await expect(button).toBeVisible()
  for (let presses = 0; presses < 40 && !(await button.evaluate((element) => element === document.activeElement)); presses++)
    await aiko.page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await aiko.page.keyboard.press('Enter')
  await expect(aiko.page.getByRole('button', { name: t('alerts.sos.sendNow') })).toBeVisible()
  await aiko.page.keyboard.press('Escape')
  await expect(aiko.page.getByRole('button', { name: t('alerts.sos.sendNow') })).toBeHidden()
  await aiko.page.keyboard.press('Alt+Shift+S')
  await expect(aiko.page.getByRole('button', { name: t('alerts.sos.sendNow') })).toBeVisible()
  await aiko.page.keyboard.press('Escape')
  await expect(aiko.page.getByRole('button', { name: t('alerts.sos.sendNow') })).toBeHidden()
  await expect(ben.page.getByRole('alertdialog')).toBeHidden()

  await button.focus()
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

test('an alarm that appears during typing is neither silenced nor marked as seen', onlyLong(), async ({ server, signedIn }) => {
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

test('a call can be answered out of a dialog, muted and ended with only the keyboard', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const { page } = ben
  const press = async (name: string, key = 'Enter') => {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toBeVisible()
    const isFocused = () => button.evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 30 && !(await isFocused()); presses++) await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press(key)
  }
  // The call rings although the reply of the acknowledgement does not come, as on a bad network.
  await page.route(/\/acknowledge$/, () => undefined)
  await ben.openLive('/calls')
  await press(t('calls.newCall'))
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toBeFocused()
  const { id: ReceiverId } = await fetchOk(ben, accountRoutes.me)
  await fetchOk(aiko, callRoutes.startPersonal, { body: { ReceiverId, location: null } })
  await expect(page.getByRole('region', { name: t('calls.incoming') })).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.press('F6')
  await press(t('calls.accept'))
  await page.waitForURL(/\/call\//, { waitUntil: 'commit' })
  await press(t('calls.unmute'), 'Space')
  await expect(page.getByRole('button', { name: t('calls.mute'), exact: true })).toBeFocused()
  await press(t('calls.end'))
  await page.waitForURL(/\/calls$/)
  await expect
    .poll(async () => (await fetchOk(aiko, callRoutes.personal)).calls)
    .toMatchObject([{ callStatus: 'Connected', endedAt: expect.any(String) }])
})

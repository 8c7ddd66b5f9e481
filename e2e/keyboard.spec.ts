import { expect } from '@playwright/test'
import { test } from './fixtures/journey.ts'
import { wordsIn } from './fixtures/words.ts'

const words = wordsIn('en')

test('an SOS is raised by keyboard alone, and answered by keyboard alone', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const key = aiko.page.getByRole('button', { name: words('alerts.sos.hold') })
  await expect(key).toBeVisible()
  for (let presses = 0; presses < 40 && !(await key.evaluate((button) => button === document.activeElement)); presses++)
    await aiko.page.keyboard.press('Tab')
  await expect(key).toBeFocused()
  await aiko.page.keyboard.press('Enter')
  await expect(aiko.page.getByRole('button', { name: words('alerts.sos.sendNow') })).toBeVisible()
  await aiko.page.keyboard.press('Escape')
  await expect(aiko.page.getByRole('button', { name: words('alerts.sos.sendNow') })).toBeHidden()
  await expect(ben.page.getByRole('alertdialog')).toBeHidden()

  await key.focus()
  await aiko.page.keyboard.press('Space')
  await aiko.page.waitForURL(/\/alerts\/.+\/messages\/.+/, { timeout: 20_000 })

  const alarm = ben.page.getByRole('alertdialog', { name: words('alerts.alarm.title') })
  await expect(alarm).toBeVisible()
  await expect.poll(() => ben.page.evaluate(() => document.activeElement?.closest('[role=alertdialog]') !== null)).toBe(true)
  await expect(alarm.getByRole('heading', { name: words('alerts.alarm.title') })).toBeFocused()
  await ben.page.keyboard.press('Escape')
  await expect(alarm).toBeVisible()
  const respond = alarm.getByRole('button', { name: words('alerts.responding') })
  for (let presses = 0; presses < 20 && !(await respond.evaluate((button) => button === document.activeElement)); presses++)
    await ben.page.keyboard.press('Tab')
  await expect(respond).toBeEnabled() // an alarm takes nothing in its first second
  await ben.page.keyboard.press('Enter')
  await expect(aiko.page.getByText(words('alerts.ledger.one', { name: 'Ben' })).first()).toBeVisible()
})

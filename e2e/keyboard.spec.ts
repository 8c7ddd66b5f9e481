import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ask, asks } from './fixtures/api.ts'
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

test('an alarm that comes up in the middle of typing is neither silenced nor seen by it', async ({ server, signedIn }) => {
  const ben = await signedIn('Ben')
  // By the page's own clock, since a busy machine answers a key of the test's when the first second is over.
  const typed = ben.page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (!document.activeElement?.closest('[role=alertdialog]')) await frame()
    const focused = document.activeElement
    for (const key of [' ', 'Enter', 'Escape']) focused.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    for (const button of document.querySelectorAll<HTMLElement>('[role=alertdialog] button')) button.click()
    return focused.tagName
  })
  await ask(server.url, alertRoutes.raise, { body: { textContent: 'Smoke on the ridge' } })
  const alarm = ben.page.getByRole('alertdialog', { name: words('alerts.alarm.title') })
  expect(await typed).toBe('H1')
  await expect(alarm).toBeVisible()
  await expect(alarm.getByRole('button', { name: words('alerts.alarm.soundStopped') })).toBeHidden()
  const { items } = await asks(ben, alertRoutes.list)
  expect(items).toMatchObject([{ counts: { seen: 0 }, viewer: { seenAt: null, answer: null } }])

  await expect(alarm.getByRole('button', { name: words('alerts.cannotHelp') })).toBeEnabled()
  await alarm.getByRole('button', { name: words('alerts.cannotHelp') }).click()
  await expect(alarm).toBeHidden()
})

import { expect, type Locator, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const SIZES = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
] as const

const toastOf = (page: Page, title: string) => page.getByRole('status').filter({ has: page.getByText(title, { exact: true }) })

/** Expects that the toast is in the lower half of the window and overlaps none of these elements. */
async function expectNoOverlap(page: Page, title: string, others: readonly Locator[]): Promise<void> {
  const toast = toastOf(page, title).locator('> span')
  await expect(toast).toBeVisible()
  await expect
    .poll(async () => {
      const box = await toast.boundingBox()
      const boxes = await Promise.all(others.map((other) => other.boundingBox()))
      if (!box) return ['no toast']
      const height = page.viewportSize()?.height ?? 0
      const covered = boxes.flatMap((each, index) =>
        each &&
        each.y < box.y + box.height &&
        each.y + each.height > box.y &&
        each.x < box.x + box.width &&
        each.x + each.width > box.x
          ? [`covers ${String(others[index])}`]
          : [],
      )
      return [...covered, ...(box.y < height / 2 ? ['in the upper half'] : [])]
    })
    .toEqual([])
}

test('a toast at the bottom covers no composer, send button or submit button', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const { page } = aiko
  const { id, alertMessageThread } = await fetchOk(aiko, alertRoutes.raise, {
    body: { textContent: 'The bridge is under water' },
  })
  const alertPath = `/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`
  aiko.allowConsoleError(/status of 500/)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  for (const size of SIZES) {
    await page.setViewportSize(size)
    await test.step(`above the composer and the buttons of an alert at ${size.width} px`, async () => {
      await aiko.open(alertPath)
      const field = page.getByRole('textbox', { name: en('alerts.chat.write') })
      await field.fill('x'.repeat(MESSAGE_MAX))
      await page.keyboard.press('y')
      const others = [field, button(en('messages.send')), button(en('alerts.resolve'))]
      await expectNoOverlap(page, en('messages.tooLong', { max: MESSAGE_MAX }), others)
    })
    await test.step(`next to Save and Cancel of the profile at ${size.width} px`, async () => {
      await page.route(`**${accountRoutes.me.path.replace('/auth/me', '/users/*')}`, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 500, json: { code: 'internal', message: 'no', issues: [] } })
          : route.continue(),
      )
      await aiko.open('/user/me')
      await button(en('profile.edit')).click()
      await page.getByRole('textbox', { name: en('accounts.lastName') }).fill('Sato')
      await page.getByRole('radio', { name: en('profile.female') }).check()
      await button(en('chrome.save')).click()
      await expectNoOverlap(page, en('chrome.serverError'), [button(en('chrome.save')), button(en('chrome.cancel'))])
    })
  }
})

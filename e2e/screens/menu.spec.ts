import { expect } from '@playwright/test'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

test(
  'a press on the menu while the session is being loaded opens the menu of the signed-in user',
  onlyLong(),
  async ({ signedIn }) => {
    const texts = textsIn('en')
    const ben = await signedIn('Ben')
    const { page } = ben
    const loading = Promise.withResolvers<void>()
    await page.route('**/backend/api/auth/me', async (route) => {
      await loading.promise
      await route.continue()
    })
    await page.goto(`${ben.url}/alerts`)
    await page.getByRole('button', { name: texts('chrome.menu'), exact: true }).click()
    loading.resolve()
    await expect(page.getByRole('menuitem', { name: texts('accounts.logout') })).toBeVisible()
  },
)

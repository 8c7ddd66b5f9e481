import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const HALL = { latitude: 38.27, longitude: 140.87 }
/** So far from the hall that no pin hides another one. */
const SCHOOL = { latitude: 38.285, longitude: 140.88 }

test(
  'an administrator draws an area by the keyboard alone, and the answers are counted by place',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const admin = await createAdministrator(server, visitor, { location: HALL })
    const ben = await signedIn('Ben', { location: HALL })
    await fetchOk(admin, placeRoutes.create, { body: { kind: 'shelter', name: 'Aoba School', capacity: 120, ...SCHOOL } })
    await fetchOk(ben, accountRoutes.chooseSharing, { body: { mode: 'always' } })
    await fetchOk(ben, accountRoutes.shareLocation, { body: { ...HALL, accuracy: 10 } })

    await test.step('the administrator draws an area', async () => {
      const { page } = admin
      await admin.open('/roll-calls')
      await button(page, t('rollCalls.new')).click()
      const form = page.getByRole('dialog', { name: t('rollCalls.new') })
      await form.getByRole('radio', { name: t('rollCalls.audience.area') }).check()
      await form.getByRole('button', { name: t('rollCalls.area.draw') }).press('Enter')
      const dialog = page.getByRole('dialog', { name: t('rollCalls.audience.area') })
      const map = dialog.getByRole('region', { name: t('rollCalls.audience.area') })
      const add = dialog.getByRole('button', { name: t('map.useCentre') })
      for (const [index, keys] of [
        ['ArrowUp'],
        ['ArrowDown', 'ArrowDown', 'ArrowLeft'],
        ['ArrowRight', 'ArrowRight'],
      ].entries()) {
        await map.focus()
        for (const key of keys) {
          await page.keyboard.press(key)
          await page.waitForTimeout(400) // the map moves
        }
        await add.press('Enter')
        await expect(dialog.getByText(t('map.areaPoints', { count: index + 1 }))).toBeVisible()
      }
      await add.press('Enter')
      await button(dialog, t('map.areaUndo')).press('Enter')
      await expect(dialog.getByText(t('map.areaPoints', { count: 3 }))).toBeVisible()
      await dialog.getByRole('button', { name: t('map.areaPoint', { number: 2 }) }).press('Enter')
      await button(dialog, t('map.areaRemove', { number: 2 })).press('Enter')
      await expect(button(dialog, t('map.areaUse'))).toBeDisabled()
      await button(dialog, t('map.areaUndo')).press('Enter')
      await expectAccessible(admin, 'the map of an area')
      await button(dialog, t('map.areaUse')).press('Enter')
      await expect(form.getByText(t('rollCalls.area.insideFew', { count: 10 }))).toBeVisible()
      await form.getByRole('button', { name: t('rollCalls.ask') }).click()
      const audience = t('rollCalls.audience.area')
      await button(page.getByRole('dialog', { name: t('rollCalls.askConfirm', { audience }) }), t('rollCalls.ask')).click()
      await page.waitForURL(/\/roll-calls\/.+/)
    })
    await test.step('Ben answers with the place where he is', async () => {
      const { page } = ben
      await ben.open(new URL(admin.page.url()).pathname)
      await button(page, t('rollCalls.state.safe')).click()
      await button(page.getByRole('dialog'), t('rollCalls.addDetails')).click()
      const details = page.getByRole('dialog', { name: t('rollCalls.addDetails') })
      await details.getByLabel(t('rollCalls.chosenPlace')).selectOption('Aoba School')
      await details.getByRole('button', { name: t('rollCalls.send') }).click()
      await expect(details).toBeHidden()
      await expect(page.getByText('Aoba School')).toBeVisible()
    })
    await test.step('the administrator sees the place with its numbers, and the place on the map of home', async () => {
      const { page } = admin
      const counts = t('rollCalls.placeSummary', { safe: 1, injured: 0, needHelp: 0 })
      await expect(page.getByRole('definition').filter({ hasText: counts })).toBeVisible()
      await expectAccessible(admin, 'a roll-call with places')
      await admin.open('/')
      const pins = page.locator('.maplibregl-marker') // not the list for screen readers
      await pins.getByRole('button', { name: 'Aoba School, Shelter, Open' }).click()
      await expect(page.getByRole('status', { name: 'Aoba School' })).toContainText('120')
    })
  },
)

import { expect } from '@playwright/test'
import { mapShapeRoutes } from '@noroshi/contract/community-map/map-shapes.http'
import type { Language } from '@noroshi/contract/i18n'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'

const TOWN = { latitude: 38.26, longitude: 140.87 }
const route = {
  geometry: 'line',
  kind: 'route',
  name: 'Way to the school',
  color: 'green',
  points: [TOWN, { latitude: 38.261, longitude: 140.88 }],
} as const

for (const [language, scheme] of [
  ['en', 'light'],
  ['ja', 'dark'],
] satisfies [Language, 'light' | 'dark'][]) {
  const t = textsIn(language)

  test(
    `a member reports on the map that there is no water, and another one denies it (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, scheme })
      const bath = { kind: 'meetingPoint', ownKind: { name: 'Bath', icon: 'bath' }, name: 'Matsu', ...TOWN } as const
      await fetchOk(admin, placeRoutes.create, { body: bath })
      await fetchOk(admin, mapShapeRoutes.put, { params: { id: '01990000-0000-7000-8000-000000000077' }, body: route })
      const aiko = await signedIn('Aiko', { language, scheme, location: TOWN })
      const ben = await signedIn('Ben', { language, scheme })
      for (const { page } of [aiko, ben]) await page.setViewportSize({ width: 1280, height: 800 })
      const name = t('fieldReports.name', {
        subject: t('fieldReports.subject.water'),
        state: t('fieldReports.water.broken'),
      })
      await ben.openLive('/community-map')
      await expect(ben.page.getByRole('switch', { name: t('communityMap.count', { name: 'Bath', count: 1 }) })).toBeChecked()

      await test.step('Aiko reports it', async () => {
        const { page } = aiko
        await aiko.openLive('/community-map')
        await button(page, t('fieldReports.new')).click()
        const form = page.getByRole('dialog', { name: t('fieldReports.newTitle') })
        await form.getByRole('textbox', { name: t('fieldReports.note') }).fill('Since this morning')
        await button(form, t('fieldReports.location'))
          .or(form.getByRole('button', { name: /^\d/ }))
          .click()
        const map = page.getByRole('dialog', { name: t('fieldReports.location') })
        await button(map, t('map.useCentre')).press('Enter')
        await button(map, t('fieldReports.useLocation')).click()
        await expectAccessible(aiko, 'the form of a report')
        await button(form, t('fieldReports.send')).click()
        await expect(form).toBeHidden()
      })
      await test.step('Ben sees it without a reload and says that it changed', async () => {
        const { page } = ben
        const subject = t('fieldReports.subject.water')
        await expect(page.getByRole('switch', { name: t('communityMap.count', { name: subject, count: 1 }) })).toBeVisible()
        await button(page, t('map.showList')).click()
        await page.getByRole('button', { name }).last().click()
        const plate = page.getByRole('region', { name })
        await expect(plate).toContainText('Since this morning')
        await expect(plate).toContainText('Aiko')
        await expectAccessible(ben, 'a report on the map')
        await button(plate, t('fieldReports.no')).click()
        await expect(plate).toContainText(t('fieldReports.denied', { count: 1 }))
      })
      await test.step('the line has its length, and the switch of a layer hides it', async () => {
        const { page } = ben
        await button(page, t('mapShapes.details', { name: route.name })).click()
        await expect(page.getByRole('status', { name: route.name })).toContainText(t('mapShapes.kind.route'))
        const layer = page.getByRole('switch', { name: t('communityMap.count', { name: 'Bath', count: 1 }) })
        await layer.press('Space')
        await expect(layer).not.toBeChecked()
      })
      await test.step('Aiko deletes her report, for both', async () => {
        const { page } = aiko
        await button(page, t('map.showList')).click()
        await page.getByRole('button', { name }).last().click()
        await button(page.getByRole('region', { name }), t('fieldReports.remove')).click()
        await button(page.getByRole('dialog'), t('chrome.delete')).click()
        await expect(page.getByRole('region', { name })).toBeHidden()
        await expect(ben.page.getByRole('switch', { name: t('fieldReports.subject.water') })).toBeHidden()
      })
    },
  )
}

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { selfServiceRoutes } from '@noroshi/contract/reception/self-service.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const [language, scheme] of [
  ['en', 'light'],
  ['ja', 'dark'],
] satisfies [Language, 'light' | 'dark'][]) {
  const t = textsIn(language)

  test(
    `a member reports a missing person, whom the staff of a shelter finds in its register (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, scheme })
      const [aiko, desk] = [await signedIn('Aiko', { language, scheme }), await signedIn('Ben', { language, scheme })]
      const school = { kind: 'shelter', name: 'Wakaba School', latitude: 38.26, longitude: 140.87 } as const
      const { id: placeId } = await fetchOk(admin, placeRoutes.create, { body: { ...school, facilities: ['water'] } })
      const staff = { placeId, userId: await userIdOf(desk) }
      await fetchOk(admin, shelterStaffRoutes.set, { params: staff, body: { role: 'manager' } })
      const guest = { kind: 'guest', name: '佐藤 花', kana: 'さとう はな', mayBeFound: true } as const
      const people = [{ ...guest, id: crypto.randomUUID(), stayId: crypto.randomUUID() }]
      await fetchOk(desk, receptionRoutes.receive, { params: { placeId }, body: { id: crypto.randomUUID(), people } })

      await test.step('Aiko reports a missing person', async () => {
        const { page } = aiko
        await aiko.openLive('/person-search')
        await button(page, t('missingReport.report')).click()
        const form = page.getByRole('dialog', { name: t('missingReport.report') })
        await form.getByRole('textbox', { name: t('reception.name'), exact: true }).fill('佐藤 花')
        await form.getByRole('textbox', { name: t('missingReport.description') }).fill('Red coat')
        await form.getByRole('textbox', { name: t('missingReport.contact') }).fill('090-0000-0000')
        await expectAccessible(aiko, 'the form of a missing-person report')
        await button(form, t('missingReport.send')).click()
        await expect(form).toBeHidden()
        await expect(page.getByText(t('missingReport.received'))).toBeVisible()
      })
      await test.step('the staff finds the person in its register', async () => {
        const { page } = desk
        await desk.open('/shelters')
        await expect(page.getByText(t('places.facility.water'))).toBeVisible()
        await page.getByRole('link', { name: t('missingReport.ofStaff') }).click()
        await expect(page.getByText('Red coat')).toBeVisible()
        await expectAccessible(desk, 'missing-person reports')
        await button(page, t('missingReport.isThisOf', { name: '佐藤 花', place: school.name })).click()
        await button(page.getByRole('dialog'), t('missingReport.isThis')).click()
        await expect(page.getByText(t('missingReport.none'))).toBeVisible()
      })
      await test.step('Aiko reads that the person was told', async () => {
        await expect(aiko.page.getByText(t('missingReport.passedOn'))).toBeVisible()
      })
      await test.step('Aiko receives herself by the code at the entrance, and leaves', async () => {
        const { link } = await fetchOk(desk, selfServiceRoutes.turnOn, { params: { placeId } })
        const { page } = aiko
        await aiko.open(new URL(link?.link ?? '', server.url).href.slice(server.url.length))
        await expectAccessible(aiko, 'self check-in')
        await button(page, t('selfService.enter', { count: 1 })).click()
        await button(page, t('selfService.leave', { count: 1 })).click()
        await expect(button(page, t('selfService.enter', { count: 1 }))).toBeEnabled()
      })
    },
  )
}

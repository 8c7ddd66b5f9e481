import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'

/** Milliseconds in which a question is answered: the time of all answers, and that between two runs of the job. */
const ANSWERED_MS = 80_000

for (const [language, scheme] of [
  ['en', 'light'],
  ['ja', 'dark'],
] satisfies [Language, 'light' | 'dark'][]) {
  const t = textsIn(language)

  test(
    `a member asks for two people, and the staff passes on the message to the one who agreed to be found (${language})`,
    onlyLong(), // it waits for the answers
    async ({ server, signedIn, visitor }) => {
      test.setTimeout(240_000)
      const admin = await createAdministrator(server, visitor, { language, scheme })
      const [aiko, desk] = [await signedIn('Aiko', { language, scheme }), await signedIn('Ben', { language, scheme })]
      const school = { kind: 'shelter', name: 'Wakaba School', latitude: 38.26, longitude: 140.87 } as const
      const { id: placeId } = await fetchOk(admin, placeRoutes.create, { body: school })
      const staff = { placeId, userId: await userIdOf(desk) }
      await fetchOk(admin, shelterStaffRoutes.set, { params: staff, body: { role: 'receptionist' } })
      const guest = { kind: 'guest', name: '佐藤 花', kana: 'さとう はな', mayBeFound: true } as const
      const people = [{ ...guest, id: crypto.randomUUID(), stayId: crypto.randomUUID() }]
      await fetchOk(desk, receptionRoutes.receive, { params: { placeId }, body: { id: crypto.randomUUID(), people } })
      const rowOf = (name: string) => aiko.page.getByRole('listitem').filter({ hasText: name })

      await test.step('Aiko asks for both', async () => {
        const { page } = aiko
        await aiko.openLive('/person-search')
        await expect(page.getByText(t('personSearch.none'))).toBeVisible()
        for (const name of ['佐藤 花', '鈴木 一郎']) {
          await button(page, t('personSearch.ask')).click()
          const form = page.getByRole('dialog', { name: t('personSearch.ask') })
          await form.getByRole('textbox', { name: t('reception.name'), exact: true }).fill(name)
          await form.getByRole('textbox', { name: t('personSearch.message') }).fill('I am at home')
          if (name === '佐藤 花') await expectAccessible(aiko, 'the form of a question')
          await button(form, t('personSearch.send')).click()
          await expect(form).toBeHidden()
          await expect(rowOf(name)).toContainText(t('personSearch.waiting'))
        }
      })
      await test.step('she gets one of two answers to each', async () => {
        const timeout = ANSWERED_MS
        await expect(rowOf('佐藤 花')).toContainText(t('personSearch.answer.passedOn'), { timeout })
        await expect(rowOf('鈴木 一郎')).toContainText(t('personSearch.answer.cannotSay'), { timeout })
        await expectAccessible(aiko, 'answered questions')
      })
      await test.step('the staff of the shelter passes on the message', async () => {
        const { page } = desk
        await desk.open(`/shelters/${placeId}`)
        await page.getByRole('tab', { name: t('personSearch.tab') }).click()
        await expect(page.getByText('I am at home')).toBeVisible()
        await expectAccessible(desk, 'messages for people in a shelter')
        await button(page, t('personSearch.passOnOf', { name: '佐藤 花' })).click()
        await expect(button(page, t('personSearch.passOnOf', { name: '佐藤 花' }))).toBeHidden()
      })
    },
  )
}

import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { streetsRoutes } from '@noroshi/contract/streets/streets.http'
import { streetArchive } from '../../server/src/testing/scenes/street-archive.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { request } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

/** A valley whose nearest town is 23 km away. */
const KAMIKOCHI = { latitude: 36.2494, longitude: 137.6336 }
const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
const NEAREST = { en: ['Azumino', 'Hotaka', 'Toyoshina'], ja: ['安曇野', '穂高', '豊科'] }

for (const language of ['en', 'ja'] satisfies Language[])
  test(
    `a member reads the nearest towns where the map has no names, also outside of the streets (${language})`,
    onlyLong(),
    async ({ server, visitor, signedIn }) => {
      const t = textsIn(language)
      const aiko = await signedIn('Aiko', { language, location: KAMIKOCHI })
      const { page } = aiko
      const towns = page.getByRole('list', { name: t('map.nearestTowns') }).getByRole('listitem')
      const locate = page.getByRole('button', { name: t('map.locate') })
      await test.step('the towns of a valley have a distance and a direction', async () => {
        await locate.click()
        await expect(towns).toHaveText(NEAREST[language].map((name) => new RegExp(`^${name} .*2[345] km`)))
        await expect(towns.first()).toContainText(t('map.away', { distance: '23 km', direction: t('map.direction.east') }))
        await expectAccessible(aiko, 'the nearest towns')
      })
      const admin = await createAdministrator(server, visitor, { language })
      const addStreets = async (center: typeof SENDAI) => {
        const files = [{ field: 'files', name: 'streets.pmtiles', bytes: Uint8Array.from(streetArchive({ center })) }]
        expect(await request(admin, streetsRoutes.upload, { form: {}, files })).toBe(201)
      }
      await test.step('streets of another area leave the towns', async () => {
        await addStreets(SENDAI)
        await page.reload()
        await locate.click()
        await expect(towns).toHaveCount(3)
      })
      await test.step('streets of the valley replace them at once', async () => {
        await addStreets(KAMIKOCHI)
        await expect(towns).toHaveCount(0)
      })
    },
  )

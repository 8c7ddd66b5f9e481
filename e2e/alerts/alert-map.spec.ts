import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
const NEARBY = { latitude: 38.2611, longitude: 140.88 }
const sosOf = (name: string) => t('alerts.marker.active', { name })

test(
  'maps hide no marker, and the map of one alert also shows the other alerts and users',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const chie = await signedIn('Chie', { location: SENDAI })
    const ben = await signedIn('Ben', { location: SENDAI })
    const aiko = await signedIn('Aiko', { location: SENDAI })
    const { page } = chie
    await fetchOk(aiko, accountRoutes.chooseSharing, { body: { mode: 'never' } })
    await fetchOk(ben, accountRoutes.chooseSharing, { body: { mode: 'always' } })
    await fetchOk(ben, accountRoutes.shareLocation, { body: { ...SENDAI, accuracy: 10 } })
    const { id, alertMessageThread } = await fetchOk(aiko, alertRoutes.raise, { body: SENDAI })
    const device = await callApi(server.url, alertRoutes.raise, { body: NEARBY })
    for (const alertId of [id, device.id])
      await fetchOk(chie, alertRoutes.answer, { params: { id: alertId }, body: { answer: 'cannotHelp' } })

    const badge = page.getByRole('button', { name: t('map.moreHere', { count: 2 }) })
    const listed = page.getByRole('region', { name: t('map.allHere') })
    await test.step('on Home, the SOS marker at Aiko’s own location counts Ben and Aiko', async () => {
      await chie.open('/')
      await expect(badge).toBeVisible()
      await expectAccessible(chie, 'a map with markers that hide each other')
      await badge.click()
      for (const name of [sosOf('Aiko'), 'Ben', t('alerts.marker.me')]) await expect(listed.getByText(name)).toBeVisible()
      await expectAccessible(chie, 'the list of markers at a location')
      await listed.getByText(sosOf('Aiko')).click()
      await page.waitForURL(`**/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`)
    })
    const map = page.getByRole('tabpanel')
    const list = map.getByRole('list', { name: t('map.listTitle') })
    await test.step('the map of Aiko’s alert shows the anonymous alert and Ben', async () => {
      for (const name of [sosOf('Aiko'), sosOf(t('alerts.anonymous')), 'Ben'])
        await expect(list.getByText(name, { exact: true })).toBeAttached()
      await expect(badge).toBeVisible()
      await list.getByRole('link', { name: sosOf(t('alerts.anonymous')) }).waitFor({ state: 'attached' })
    })
    await test.step('the layer menu hides users, alerts and the user’s own location', async () => {
      await map.getByRole('button', { name: t('map.layers') }).click()
      const layer = (key: Parameters<typeof t>[0]) => page.getByRole('switch', { name: t(key) })
      await layer('map.layerPeople').click()
      await expect(list.getByText('Ben', { exact: true })).toBeHidden()
      await expect(page.getByRole('button', { name: t('map.moreHere', { count: 1 }) })).toBeVisible()
      await layer('map.layerMe').click()
      await expect(page.getByRole('button', { name: t('map.moreHere', { count: 1 }) })).toBeHidden()
      await layer('map.layerAlerts').click()
      await expect(list).toBeHidden()
    })
    await test.step('the device of the anonymous raiser sees only its own alert', async () => {
      const guest = await visitor({ location: NEARBY })
      await guest.context.addInitScript(
        ([alertId, token]) => localStorage.setItem('alertTokens', JSON.stringify({ [alertId ?? '']: token })),
        [device.id, device.alertToken],
      )
      await guest.open(`/alerts/${device.id}/messages/${device.alertMessageThread.MessageThreadId}`)
      const own = guest.page.getByRole('tabpanel').getByRole('list', { name: t('map.listTitle') })
      await expect(own.getByRole('listitem')).toHaveCount(1)
      await expect(own.getByText(sosOf(t('alerts.anonymous')))).toBeAttached()
    })
  },
)

import { expect, type Page } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { streetsRoutes } from '@noroshi/contract/streets/streets.http'
import { API_BASE } from '@noroshi/contract/addresses'
import { streetArchive } from '../../server/src/testing/scenes/street-archive.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { button } from '../fixtures/servers/administration.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
/** The attribution of streets. */
const PROTOMAPS = /Protomaps/
const NAME = 'sendai.pmtiles'

const fileOf = (buffer: Buffer, name = NAME) => ({ name, mimeType: 'application/octet-stream', buffer })
/** The names of the stored archives. */
const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('map')
    const names: string[] = []
    for await (const name of folder.keys()) names.push(name)
    return names.toSorted()
  })
for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `an administrator adds streets, which open pages show at once, and removes them (${language})`,
    onlyLong(),
    async ({ server, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, location: SENDAI, wide: true })
      const guest = await visitor({ language, location: SENDAI, wide: true })
      const { page } = admin
      await guest.open('/')
      const attribution = guest.page.getByText(PROTOMAPS)
      await expect(guest.page.getByText(/Natural Earth/)).toBeVisible()
      await expect(attribution).toHaveCount(0)

      await test.step('the map of an administrator shows what is missing', async () => {
        await admin.open('/')
        const hint = page.getByRole('link', { name: t('streets.hint') })
        await expect(hint).toBeVisible()
        const { id, alertMessageThread } = await callApi(server.url, alertRoutes.raise, { body: SENDAI })
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('alerts.alarm.details') })
          .click()
        await expect(page).toHaveURL(new RegExp(`/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`))
        await expect(page.getByRole('tabpanel').locator('.maplibregl-map')).toBeVisible()
        await expect(page.getByRole('tabpanel').getByRole('link', { name: t('streets.hint') })).toHaveCount(0)
        await fetchOk(admin, alertRoutes.resolve, { body: { AlertId: id } })
        await admin.open('/')
        await hint.click()
        await expect(page.getByRole('heading', { name: t('streets.none') })).toBeVisible()
        await expectAccessible(admin, 'the map without streets')
      })
      await test.step('a foreign file is refused with its reason', async () => {
        admin.allowConsoleError(/status of 400/)
        await page.locator('input[type=file]').setInputFiles(fileOf(Buffer.from('not a map'), 'notes.pmtiles'))
        await expect(page.getByRole('alert')).toContainText(t('error.streets.notArchive'))
        await expect(page.getByRole('heading', { name: t('streets.none') })).toBeVisible()
        await expectAccessible(admin, 'a refused map')
      })
      await test.step('an archive is shown at once on the open page of a visitor', async () => {
        await page.locator('input[type=file]').setInputFiles(fileOf(streetArchive()))
        await expect(page.getByText(NAME)).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expect(attribution).toBeVisible()
        await expectAccessible(admin, 'the map with streets')
      })
      await test.step('the administrator no longer sees the hint, and removes the archive', async () => {
        await button(page, t('streets.remove')).click()
        await expectAccessible(admin, 'remove the streets?')
        await button(page.getByRole('dialog').first(), t('streets.remove')).click()
        await expect(page.getByRole('heading', { name: t('streets.none') })).toBeVisible()
        await expect(attribution).toHaveCount(0)
      })
      await test.step('the hint can be hidden', async () => {
        await admin.open('/')
        await button(page, t('streets.hintHide')).click()
        await expect(page.getByRole('link', { name: t('streets.hint') })).toHaveCount(0)
        await expect(page.getByRole('link', { name: t('streets.add'), exact: true })).toBeVisible()
        await page.reload()
        await expect(page.getByText(/Natural Earth/)).toBeVisible()
        await expect(page.getByRole('link', { name: t('streets.hint') })).toHaveCount(0)
      })
    },
  )
}

const t = textsIn('en')

test(
  'the map works without the server from the files on the device, until the user deletes them',
  onlyLong(),
  async ({ server, visitor, signedIn }) => {
    const admin = await createAdministrator(server, visitor, {})
    const addStreets = async (suffix: string) => {
      const body = new FormData()
      body.append('files', new Blob([Uint8Array.from(streetArchive({ suffix }))]), NAME)
      const address = `${server.url}${API_BASE}${streetsRoutes.upload.path}`
      const token = await admin.page.evaluate(() => localStorage.getItem('accessToken'))
      expect((await fetch(address, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } })).status).toBe(201)
    }
    admin.allowConsoleError(/net::ERR_CONNECTION_REFUSED|net::ERR_EMPTY_RESPONSE|net::ERR_CONNECTION_RESET/)
    await addStreets('')
    const aiko = await signedIn('Aiko', { location: SENDAI, wide: true, hasServiceWorker: true })
    const { page } = aiko
    const stored = page.getByText(t('storedMap.stored'))
    await test.step('the map is stored', async () => {
      await aiko.open('/ready')
      await expect(stored).toBeVisible({ timeout: 60_000 })
      await expect(page.getByText(/MB, stored/)).toBeVisible()
      await expect(page.getByText(/KB, stored/)).toBeVisible()
      expect(await storedFiles(page)).toEqual([
        expect.stringMatching(/^streets\.\w+\.json$/),
        expect.stringMatching(/^streets\.\w+\.pmtiles$/),
        expect.stringMatching(/^world\.[\w-]+\.json$/),
        expect.stringMatching(/^world\.[\w-]+\.pmtiles$/),
      ])
      await expectAccessible(aiko, 'a stored map')
    })
    await test.step('a new archive replaces the stored one', async () => {
      const before = await storedFiles(page)
      await addStreets(' 2')
      await expect.poll(async () => (await storedFiles(page))[1] === before[1], { timeout: 30_000 }).toBe(false)
      await expect.poll(() => storedFiles(page)).toHaveLength(4)
      await expect(stored).toBeVisible()
    })
    await test.step('the map is drawn after a start without the server', async () => {
      aiko.allowConsoleError(/net::ERR_CONNECTION_REFUSED|net::ERR_EMPTY_RESPONSE|net::ERR_CONNECTION_RESET/)
      const openHome = () =>
        page
          .getByRole('link', { name: t('chrome.home') })
          .first()
          .click()
      await openHome()
      await expect(page.getByText(PROTOMAPS)).toBeVisible({ timeout: 20_000 })
      // The size of the picture stops growing when all tiles are drawn.
      const drawn = async () => (await page.locator('canvas').first().screenshot()).length
      let online = 0
      await expect
        .poll(
          async () => {
            const before = online
            online = await drawn()
            return online - before
          },
          { intervals: [3_000], timeout: 30_000 },
        )
        .toBe(0)
      await server.kill()
      await page.reload()
      await openHome()
      await expect(page.getByText(PROTOMAPS)).toBeVisible({ timeout: 20_000 })
      await expect.poll(drawn, { timeout: 30_000 }).toBeGreaterThan(0.9 * online)
      await expect(page.getByText(t('map.loadFailed'))).toHaveCount(0)
    })
    await test.step('the user deletes the map and stores it again', async () => {
      await server.restart(0)
      await aiko.open('/ready')
      await button(page, t('storedMap.remove')).click()
      await expect.poll(() => storedFiles(page)).toEqual([])
      await expect(page.getByText(t('storedMap.off'))).toBeVisible()
      await button(page, t('storedMap.store')).click()
      await page.getByRole('combobox', { name: t('storedMap.limit') }).selectOption(t('storedMap.limit.world'))
      await expect(stored).toBeVisible({ timeout: 60_000 })
      await expect.poll(() => storedFiles(page)).toHaveLength(2)
    })
  },
)

test('a page that is not secure stores no map', onlyLong(), async ({ visitor }) => {
  const guest = await visitor({ hostName: 'unit.test' })
  await guest.open('/ready')
  await expect(guest.page.getByRole('heading', { name: t('storedMap.title') })).toBeVisible()
  expect(await guest.page.evaluate(() => 'getDirectory' in (navigator.storage ?? {}))).toBe(false)
})

import { expect, type Page } from '@playwright/test'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import { API_BASE } from '@noroshi/contract/routes'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const SECTIONS = `**${API_BASE}/dashboard-section**`

/** Records the layout shifts of elements in the window, including shifts after a touch or a key. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[])
        for (const { node, previousRect, currentRect } of entry.sources)
          shifts.push(
            `${node instanceof Element ? node.outerHTML.slice(0, 120) : '?'}: ${previousRect.x},${previousRect.y} ${previousRect.width}x${previousRect.height} to ${currentRect.x},${currentRect.y} ${currentRect.width}x${currentRect.height}`,
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The browser's type of a layout shift, which TypeScript's library does not have. */
interface LayoutShift {
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[]
}

const shiftsOn = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)

for (const wide of [false, true])
  test(
    `home loads all sections with one request and has no layout shift, also when a touch enables the sound (${wide ? 'desktop' : 'phone'})`,
    onlyLong(),
    async ({ server, visitor, signedIn }) => {
      const kenji = await createAdministrator(server, visitor, {})
      for (const title of ['Shelters', 'Nothing now', 'Buses']) {
        const { id } = await fetchOk(kenji, dashboardRoutes.createSection, { body: { title, type: 'textLink' } })
        if (title === 'Nothing now') continue
        const form = { DashboardSectionId: id, linkText: `${title} today`, linkUrl: '/feeds', isExternal: 'false' }
        await fetchOk(kenji, dashboardRoutes.createLink, { form })
      }
      const aiko = await signedIn('Aiko', { wide })
      const { page } = aiko
      const requests: string[] = []
      await page.route(SECTIONS, async (route) => {
        requests.push(new URL(route.request().url()).pathname)
        await new Promise((resolve) => setTimeout(resolve, 800)) // longer than the page needs for other requests
        await route.continue()
      })
      await recordShifts(page)
      // The test does not evaluate code in the page before: Chromium counts an evaluation as a user gesture, which
      // enables the sound.
      const isAnswered = page.waitForResponse(SECTIONS)
      await aiko.open('/')
      await isAnswered
      await expect(page.getByText('Buses today')).toBeAttached()
      await expect(page.getByRole('heading', { name: 'Nothing now' })).toHaveCount(0)
      // One request loads all sections. It is repeated if the page caught up with events meanwhile.
      expect(new Set(requests)).toEqual(new Set([`${API_BASE}/dashboard-section/`]))
      await expect(page.getByText(en('alerts.home.soundOffer'))).toBeVisible()
      await page.getByRole('heading', { level: 1 }).click()
      await expect(page.getByText(en('alerts.home.soundOn'))).toBeVisible()
      expect(await shiftsOn(page)).toEqual([])
    },
  )

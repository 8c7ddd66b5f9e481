import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { test } from '../fixtures/journey.ts'
import { layoutFaults } from '../fixtures/checks/layout.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

test(
  'the banner of an unsent SOS moves every screen down and covers no header, Back or SOS button',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const { page } = aiko
    aiko.allowConsoleError(/net::ERR_FAILED/)
    await page.route(`**${API_BASE}${alertRoutes.raise.path}`, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: en('alerts.sos.hold') }).hover()
    await page.mouse.down()
    await expect(page.getByText(en('alerts.sos.kept'))).toBeVisible()
    await page.mouse.up()
    await page.getByRole('button', { name: en('alerts.sos.hide') }).click()

    const banner = page.getByRole('region', { name: en('alerts.sos.kept') })
    for (const path of ['/', '/messages', '/alerts', '/user/me', '/feeds', '/no/such/page']) {
      await aiko.open(path)
      await expect(page.locator('#prerendered')).toHaveCount(0) // the banner is over it
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 640 })
        await expect(banner).toBeVisible()
        await expect.poll(() => layoutFaults(page), { message: `${path} at ${width} px` }).toEqual([])
        const { y = 0, height = 0 } = (await banner.boundingBox()) ?? {}
        const others = await page.getByRole('main').or(page.getByRole('banner')).or(page.getByRole('navigation')).all()
        for (const other of others)
          expect((await other.boundingBox())?.y ?? height, `${path} at ${width} px: ${String(other)}`).toBeGreaterThanOrEqual(
            y + height,
          )
      }
    }
  },
)

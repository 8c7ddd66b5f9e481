import { expect } from '@playwright/test'
import { httpsRoutes } from '@noroshi/contract/https/https.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { callApi } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { countScrollers, layoutFaults } from '../fixtures/checks/layout.ts'
import { createLongContent } from '../fixtures/checks/long-content.ts'
import { LONG_WORD } from '../fixtures/checks/long-texts.ts'
import { CHECKED_SCREENS, checkedScreens, onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { longScreens, openScreen, type Screen, visitorScreens } from '../fixtures/checks/screens.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
const IS_LONG = process.env['NOROSHI_LONG'] !== undefined
/** The narrowest and the widest window; all of them only in `npm run test:long`. */
const WIDTHS = IS_LONG ? ([320, 360, 768, 1280] as const) : ([320, 1280] as const)
const HEIGHT = 700
const FIELDS = 'main :is(textarea, input:not([type]), input[type=text], input[type=email], [contenteditable=true]):visible'
const softly = expect.configure({ soft: true })
const TABS = 6

/** Checks one screen at all widths, before and after typing, pressing Tab and turning the wheel. */
async function checkScreen(person: Person, screen: Screen): Promise<void> {
  const { page } = person
  const { path, tab, button, isLong } = screen
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT })
  await openScreen(person, screen)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const at = `${path} ${tab ?? button ?? ''} at ${width} px`
    await softly.poll(() => layoutFaults(page), { message: at }).toEqual([])
    if (isLong) expect.soft(await countScrollers(page), `${at} is long`).toBeGreaterThan(0)
    const field = page.locator(FIELDS).last()
    if ((await field.count()) > 0) {
      await field.focus()
      await page.keyboard.insertText(`${LONG_WORD}\n\n\n\nmore`)
    }
    for (let count = 0; count < TABS; count++) await page.keyboard.press('Tab')
    for (const x of [20, width / 2, width - 20]) {
      await page.mouse.move(x, HEIGHT / 2)
      await page.mouse.wheel(0, 2000)
    }
    await softly.poll(() => layoutFaults(page), { message: `${at}, after typing and tabbing` }).toEqual([])
  }
}

test(`screens with long content neither enlarge the document nor scroll the header away (${CHECKED_SCREENS})`, async ({
  server,
  visitor,
}) => {
  test.setTimeout(900_000)
  const kenji = await createAdministrator(server, visitor, {})
  const token = await kenji.page.evaluate(() => localStorage.getItem('accessToken'))
  kenji.allowConsoleError(/favicon\.ico/)
  await kenji.open('/favicon.svg') // without the app, which would acknowledge each message
  const content = await createLongContent(server.url, token ?? '')
  for (const screen of checkedScreens(longScreens(content, en))) await checkScreen(kenji, screen)

  const guest = await visitor({})
  for (const screen of checkedScreens(visitorScreens(content, en))) await checkScreen(guest, screen)
})

test.describe('on an insecure page of a server with HTTPS', () => {
  test.use({ settings: { HTTPS: 'auto' } })

  for (const scheme of ['light', 'dark'] as const)
    test(`the join page and the device check fit the window (${scheme})`, onlyLong(), async ({ server, visitor }) => {
      const guest = await visitor({ hostName: 'shelter.example', scheme })
      const { https } = await callApi(server.url, httpsRoutes.info, {})
      guest.allowOrigin(`https://shelter.example:${https?.port}`)
      guest.allowConsoleError(/ERR_CERT_AUTHORITY_INVALID/)
      await checkScreen(guest, { path: '/join', shows: en('join.others'), isLong: true })
      await checkScreen(guest, { path: '/ready', shows: en('ready.secureProblem'), isLong: true })
    })
})

test(
  'the SOS button of the bar appears also where a busy browser reports several changes at once',
  onlyLong(),
  async ({ signedIn }) => {
    const { page } = await signedIn('Aiko')
    await page.addInitScript(() => {
      window.IntersectionObserver = class extends IntersectionObserver {
        constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const collected: IntersectionObserverEntry[] = []
          super((entries, observer) => {
            if (collected.push(...entries) > entries.length) return
            setTimeout(() => callback(collected.splice(0), observer), 1_000)
          }, options)
        }
      }
    })
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(page.url())
    const tile = page.getByRole('button', { name: en('alerts.sos.hold') })
    await expect(tile).toBeInViewport({ ratio: 1 })
    await page.waitForTimeout(1_500) // the first report
    await tile.evaluate(async (element) => {
      const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const pane = element.closest('main')
      for (const isOut of [true, false, true]) {
        pane?.scrollTo({ top: isOut ? pane.scrollHeight : 0, behavior: 'instant' })
        await frames()
      }
    })
    await expect(page.getByRole('navigation').getByRole('button', { name: en('alerts.sos.name') })).toBeVisible()
    await expect.poll(() => layoutFaults(page)).toEqual([])
  },
)

import { expect } from '@playwright/test'
import { httpsRoutes } from '@noroshi/contract/https/https.http'
import { createAdministrator } from './fixtures/administrator.ts'
import { callApi } from './fixtures/api.ts'
import { test } from './fixtures/journey.ts'
import { countScrollers, layoutFaults } from './fixtures/layout.ts'
import { createLongContent, LONG_WORD } from './fixtures/long-content.ts'
import { onlyLong } from './fixtures/long.ts'
import type { Person } from './fixtures/person.ts'
import { textsIn } from './fixtures/texts.ts'

const en = textsIn('en')
/** The narrowest and the widest window; all of them only in `npm run test:long`. */
const WIDTHS = process.env['NOROSHI_LONG'] === undefined ? ([320, 1280] as const) : ([320, 360, 768, 1280] as const)
const HEIGHT = 700
const FIELDS = 'main :is(textarea, input:not([type]), input[type=text], input[type=email], [contenteditable=true]):visible'
const softly = expect.configure({ soft: true })
const TABS = 6
/** Text of most lines of the long content. */
const WATER = 'the water is at'

interface Screen {
  readonly path: string
  /** Text that appears once the content of the screen is loaded. */
  readonly shows: string
  /** The tab to open. */
  readonly tab?: string
  /** The button to press. */
  readonly button?: string
  /** The content is higher than any window. */
  readonly isLong?: boolean
}

/** Checks one screen at all widths, before and after typing, pressing Tab and turning the wheel. */
async function checkScreen({ page, url }: Person, { path, shows, tab, button, isLong }: Screen): Promise<void> {
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT })
  await page.goto(url + path)
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
  if (button !== undefined) await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText(shows).first()).toBeAttached()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const at = `${path} ${tab ?? button ?? ''} at ${width} px`
    await softly.poll(() => layoutFaults(page), { timeout: 3_000, message: at }).toEqual([])
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
    await softly.poll(() => layoutFaults(page), { timeout: 3_000, message: `${at}, after typing and tabbing` }).toEqual([])
  }
}

test('screens with long content neither enlarge the document nor scroll the header away', async ({ server, visitor }) => {
  test.setTimeout(400_000)
  const kenji = await createAdministrator(server, visitor, {})
  const token = await kenji.page.evaluate(() => localStorage.getItem('accessToken'))
  kenji.allowConsoleError(/favicon\.ico/)
  await kenji.open('/favicon.svg') // without the app, which would acknowledge each message
  const content = await createLongContent(server.url, token ?? '')
  const screens: Screen[] = [
    { path: '/', shows: '7 Donau', isLong: true },
    { path: '/feeds', shows: 'Feed number', isLong: true },
    { path: `${content.feed}/posts`, shows: WATER, isLong: true },
    { path: `${content.feed}/posts`, tab: en('posts.approveTab'), shows: WATER, isLong: true },
    { path: `${content.feed}/posts`, tab: en('posts.yours'), shows: WATER, isLong: true },
    { path: `${content.feed}/posts/map`, shows: en('posts.map') },
    { path: `${content.feed}/members`, shows: 'Member9', isLong: true },
    { path: content.post, shows: WATER, isLong: true },
    { path: content.profile, shows: '.example.org' },
    { path: '/user/me', shows: 'Kenji' },
    { path: '/user/me', button: en('profile.edit'), shows: en('profile.city'), isLong: true },
    { path: '/messages', tab: en('messages.personal'), shows: 'Donau' },
    { path: '/messages', tab: en('messages.groups'), shows: 'Donau' },
    { path: content.personal, shows: WATER, isLong: true },
    { path: content.group, shows: WATER, isLong: true },
    { path: '/messages', tab: en('radio.tab'), shows: en('radio.listEmpty') },
    { path: content.radio, shows: en('radio.start') },
    { path: content.radio, button: en('radio.start'), shows: en('radio.floor.free') },
    { path: `${content.radio}/history`, shows: en('radio.historyEmpty') },
    { path: `${content.group}/members`, shows: 'Member9', isLong: true },
    { path: '/calls', tab: en('calls.personal'), shows: 'Donau', isLong: true },
    { path: '/calls', tab: en('calls.groups'), shows: 'Donau', isLong: true },
    { path: '/pages', shows: 'Page number', isLong: true },
    { path: content.page, shows: WATER, isLong: true },
    { path: content.pageMembers, shows: 'Member9', isLong: true },
    { path: `${content.page}/content`, shows: WATER, isLong: true },
    { path: `${content.page}/content`, tab: en('drafts.contentStatus'), shows: en('drafts.contentStatus') },
    { path: `${content.page}/draft-request`, tab: en('drafts.pageRequest'), shows: 'Donau' },
    { path: '/alerts', tab: en('alerts.title'), shows: 'Kenji' },
    { path: '/alerts', tab: en('alerts.members'), shows: 'Member9', isLong: true },
    { path: content.alert, shows: WATER, isLong: true },
    { path: '/admin', shows: en('admin.title') },
    { path: '/admin/users', shows: 'Member9', isLong: true },
    { path: '/admin/alert-groups', shows: '19 Donau', isLong: true },
    { path: '/admin/dashboard', shows: '7 Donau', isLong: true },
    { path: '/admin/lacs', shows: 'Donau' },
    { path: '/admin/settings', shows: en('invitations.title'), isLong: true },
    { path: '/admin/audit', shows: 'Kenji', isLong: true },
    { path: '/ready', shows: en('ready.intro'), isLong: true },
    { path: '/join', shows: en('join.secureAlready') },
    { path: '/no/such/page', shows: en('chrome.pageNotFound') },
  ]
  for (const screen of screens) await checkScreen(kenji, screen)

  const guest = await visitor({})
  const entrances: Screen[] = [
    { path: '/login', shows: en('accounts.newHere') },
    { path: '/register', shows: en('accounts.confirmPassword') },
    { path: '/reset-password?token=abc', shows: en('passwords.update') },
    { path: content.post, shows: WATER, isLong: true },
  ]
  for (const screen of entrances) await checkScreen(guest, screen)
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

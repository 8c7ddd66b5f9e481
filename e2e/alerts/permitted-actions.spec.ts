import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import type { MessageKey } from '@noroshi/contract/messages'
import { paths } from '../../web/src/platform/paths/paths.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

test('home, the menu and profiles offer only permitted actions', onlyLong(), async ({ server, visitor, signedIn: signUp }) => {
  const admin = await createAdministrator(server, visitor, {})
  const [ben, aiko] = [await signUp('Ben'), await signUp('Aiko')]
  const guest = await visitor()
  const banner = ({ page }: Person) => page.getByRole('banner')
  const opensMenu = (person: Person) =>
    banner(person)
      .getByRole('button', { name: /menu$|^Menu/i })
      .click()
  const entry = ({ page }: Person, key: MessageKey) => page.getByRole('menuitem', { name: t(key) })

  await test.step('a visitor: login, SOS and public feeds; no search, no people, no messages, no alerts', async () => {
    await guest.open('/')
    await expect(banner(guest).getByRole('link', { name: t('accounts.login') })).toBeVisible()
    await expect(guest.page.getByRole('button', { name: t('alerts.sos.hold') })).toBeVisible()
    await expect(guest.page.getByRole('main').getByRole('link', { name: t('feeds.title') })).toBeVisible()
    await expect(banner(guest).getByRole('button', { name: t('people.search') })).toHaveCount(0)
    for (const key of ['messages.title', 'chrome.alerts', 'profile.mine'] as const)
      await expect(guest.page.getByRole('link', { name: t(key) })).toHaveCount(0)
    await opensMenu(guest)
    await expect(guest.page.getByText(t('chrome.language'))).toBeVisible()
    for (const key of ['admin.title', 'accounts.logout', 'profile.mine'] as const) await expect(entry(guest, key)).toHaveCount(0)
    await guest.open('/feeds')
    await expect(guest.page.getByRole('heading', { name: t('feeds.title'), level: 1 })).toBeVisible()
    await expect(guest.page.getByRole('button', { name: t('feeds.create') })).toHaveCount(0)
  })
  await test.step('a signed-in user: search, messages, alerts, the user’s own profile; no administration', async () => {
    await ben.open('/')
    await expect(banner(ben).getByRole('button', { name: t('people.search') })).toBeVisible()
    await expect(banner(ben).getByRole('link', { name: t('accounts.login') })).toHaveCount(0)
    for (const key of ['messages.title', 'chrome.alerts', 'profile.mine'] as const)
      await expect(ben.page.getByRole('link', { name: t(key) }).first()).toBeVisible()
    await opensMenu(ben)
    await expect(entry(ben, 'accounts.logout')).toBeVisible()
    await expect(entry(ben, 'admin.title')).toHaveCount(0)
    await ben.open('/feeds')
    await expect(ben.page.getByRole('heading', { name: t('feeds.none') })).toBeVisible()
    await expect(ben.page.getByRole('button', { name: t('feeds.create') })).toHaveCount(0)
  })
  await test.step('feeds and pages are in the menu of a phone or in the rail of a wide screen, never in both', async () => {
    for (const person of [guest, ben]) {
      await person.open(person === guest ? '/feeds' : '/user/me')
      await opensMenu(person)
      for (const key of ['feeds.title', 'pages.title'] as const) await expect(entry(person, key)).toBeVisible()
      await entry(person, 'pages.title').click()
      await expect(person.page).toHaveURL(person.url + paths.pages)
    }
    await ben.page.setViewportSize({ width: 1280, height: 800 })
    const rail = ben.page.getByRole('navigation', { name: t('chrome.main') })
    await ben.open('/alerts')
    await opensMenu(ben)
    await expect(entry(ben, 'accounts.logout')).toBeVisible()
    await expect(entry(ben, 'feeds.title')).toHaveCount(0)
    await ben.page.keyboard.press('Escape')
    await rail.getByRole('link', { name: t('feeds.title') }).click()
    await expect(ben.page).toHaveURL(ben.url + paths.feeds)
    const current = rail.locator('[aria-current="page"]')
    await expect(current).toHaveText(t('feeds.title'))
    const { id } = await fetchOk(admin, feedRoutes.create, {
      form: { name: 'Market', description: '', allowsPostByAnyUser: 'true' },
    })
    await ben.open(`/feed/${id}/posts`)
    await expect(current).toHaveText(t('feeds.title'))
    await ben.page.setViewportSize({ width: 360, height: 780 })
  })
  await test.step('Home is at the left of the top bar when there is no Back button', async () => {
    for (const path of ['/messages', '/alerts', '/nowhere']) {
      await ben.open(path)
      const first = ben.page.getByRole('link', { name: t('chrome.goHome') }).first()
      await expect(first).toBeVisible()
      // The heading may be replaced when the screen's own code has loaded.
      await expect(async () => {
        const [home, title] = [await first.boundingBox(), await ben.page.getByRole('heading', { level: 1 }).boundingBox()]
        expect(home?.x, path).toBeLessThan(title?.x ?? 0)
      }).toPass()
      await first.click()
      await expect(ben.page).toHaveURL(`${ben.url}/`)
    }
    await expect(ben.page.getByRole('link', { name: t('chrome.goHome') })).toHaveCount(0)
  })
  await test.step('a user cannot message themselves or edit another profile', async () => {
    const message = ben.page.getByRole('button', { name: t('messages.message'), exact: true })
    const edit = ben.page.getByRole('button', { name: t('profile.edit'), exact: true })
    await ben.open(`/user/${await userIdOf(aiko)}/profile`)
    await expect(message).toBeVisible()
    await expect(edit).toHaveCount(0)
    await ben.open(`/user/${await userIdOf(ben)}/profile`)
    await expect(ben.page.getByRole('main').getByRole('link', { name: t('profile.mine') })).toBeVisible()
    await expect(message).toHaveCount(0)
    await ben.open('/user/me')
    await expect(edit).toBeVisible()
    await expect(message).toHaveCount(0)
  })
  await test.step('an administrator: the administration, and the button that creates feeds', async () => {
    await admin.open('/')
    await opensMenu(admin)
    await expect(entry(admin, 'admin.title')).toBeVisible()
    await admin.open('/feeds')
    await expect(admin.page.getByRole('button', { name: t('feeds.create') })).toBeVisible()
  })
  await test.step('the audience can resolve an active alert; a resolved alert does not offer it', async () => {
    const raised = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'Help' } })
    const address = `/alerts/${raised.id}/messages/${raised.alertMessageThread.MessageThreadId}`
    const resolve = ben.page.getByRole('button', { name: t('alerts.resolve'), exact: true })
    await expect(ben.page.getByRole('alertdialog')).toBeVisible()
    await ben.open(address)
    await expect(resolve).toBeVisible()
    // Only the raiser may add information to an alert with a name.
    await expect(ben.page.getByRole('button', { name: t('alerts.add.photo'), exact: true })).toHaveCount(0)
    await aiko.open(address)
    await expect(aiko.page.getByRole('button', { name: t('alerts.add.photo'), exact: true })).toBeVisible()
    // The preview of the map is a quarter of the window high (specification, section 2), also in a low window.
    for (const height of [780, 560]) {
      await ben.page.setViewportSize({ width: 360, height })
      const preview = await ben.page.locator('#map-and-more').getByRole('tabpanel').boundingBox()
      expect(preview?.height).toBeCloseTo(height / 4, 0)
    }
    await fetchOk(aiko, alertRoutes.resolve, { body: { AlertId: raised.id } })
    await expect(ben.page.getByText(t('alerts.resolvedBy')).first()).toBeVisible()
    await expect(resolve).toHaveCount(0)
    await expect(aiko.page.getByRole('button', { name: t('alerts.add.photo'), exact: true })).toHaveCount(0)
  })
})

import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
const raise = (person: Person, textContent: string) => fetchOk(person, alertRoutes.raise, { body: { textContent } })
const dialogsOf = ({ page }: Person) => {
  const dialog = (key: Parameters<typeof t>[0]) => page.getByRole('alertdialog', { name: t(key) })
  return {
    countdown: dialog('alerts.sos.countdown'),
    kept: dialog('alerts.sos.kept'),
    sent: dialog('alerts.raised'),
    alarm: dialog('alerts.alarm.title'),
    bar: page.getByRole('region', { name: t('alerts.alarm.title') }),
  }
}
const sosOf = ({ page }: Person) => page.getByRole('button', { name: t('alerts.sos.hold') })
const button = (within: ReturnType<typeof dialogsOf>['alarm'], key: Parameters<typeof t>[0]) =>
  within.getByRole('button', { name: t(key) })

test('an alarm never covers a user’s own SOS: countdown, not sent yet, and its confirmation', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { location: SENDAI })
  const ben = await signedIn('Ben', { location: SENDAI })
  const { page } = aiko
  const { countdown, kept, sent, alarm, bar } = dialogsOf(aiko)
  aiko.allowConsoleError(/net::ERR_FAILED/)
  const isRaise = (url: URL) => url.pathname === '/backend/api/alerts'
  await page.route(isRaise, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))

  await test.step('during the countdown', async () => {
    await sosOf(aiko).click()
    await expect(countdown).toBeVisible()
    await raise(ben, 'The hill slides')
    await expect(bar.getByText('Ben')).toBeVisible()
    await expect(button(bar, 'alerts.alarm.stopSound')).toBeVisible()
    await expect(alarm).toBeHidden()
    await expectAccessible(aiko, 'a countdown with another alarm')
    await endCountdown(page, t)
  })
  await test.step('while it is not sent; after hiding it, the alarm still shows it', async () => {
    await expect(kept).toBeVisible()
    await expect(bar).toBeVisible()
    await button(kept, 'alerts.sos.hide').click()
    await expect(alarm).toBeVisible()
    await expectAccessible(aiko, 'an alarm with an unsent SOS')
    const unsent = alarm.getByRole('button', { name: t('alerts.sos.kept') })
    await expect(button(alarm, 'alerts.responding')).toBeEnabled()
    await unsent.click()
    await expect(kept).toBeVisible()
    await expect(alarm).toBeHidden()
  })
  await test.step('the server acknowledges it: the confirmation is above the alarm, and keys do not close it', async () => {
    await button(kept, 'alerts.sos.tryNow').click()
    await page.unroute(isRaise)
    await expect(sent).toBeVisible()
    await expect(bar).toBeVisible()
    await expect(sent.getByRole('heading')).toBeFocused()
    for (const key of ['Enter', 'Space', 'Escape']) await page.keyboard.press(key)
    await expect(sent).toBeVisible()
    await expectAccessible(aiko, 'a confirmation with another alarm')
    await button(sent, 'alerts.sos.showOthers').click()
    await expect(alarm.getByText('The hill slides')).toBeVisible()
    await expect(page).toHaveURL(/\/alerts\/.+\/messages\/.+/)
  })
})

test('an alarm has an SOS button, and contact buttons for a named raiser', onlyLong(), async ({ server, signedIn }) => {
  const ben = await signedIn('Ben', { location: SENDAI })
  const aiko = await signedIn('Aiko', { location: SENDAI })
  const { page } = aiko
  aiko.allowConsoleError(/personal\/with-user/) // 404: they have no thread yet
  const { countdown, alarm } = dialogsOf(aiko)
  await raise(ben, 'The hill slides')

  await test.step('a tap on SOS starts a countdown over the alarm; after Cancel the alarm is shown again', async () => {
    await alarm.getByRole('button', { name: t('alerts.sos.name') }).click()
    await expect(countdown).toBeVisible()
    await expect(alarm).toBeHidden()
    await button(countdown, 'alerts.sos.cancel').click()
    await expect(alarm).toBeVisible()
  })
  await test.step('Profile and Message minimise the alarm to a banner, which opens it again', async () => {
    await button(alarm, 'alerts.alarm.profile').click()
    await page.waitForURL(/\/user\/.+\/profile/)
    await page.getByRole('button', { name: t('alerts.alarm.more', { count: 1 }) }).click()
    await button(alarm, 'alerts.alarm.message').click()
    await page.waitForURL(/\/messages\/.+/)
    await expect(page.getByText('Ben').first()).toBeVisible()
    await page.getByRole('button', { name: t('alerts.alarm.more', { count: 1 }) }).click()
    await button(alarm, 'alerts.cannotHelp').click()
    await expect(alarm).toBeHidden()
  })
  await test.step('an anonymous alert has no such buttons', async () => {
    await callApi(server.url, alertRoutes.raise, { body: {} })
    await expect(alarm).toBeVisible()
    await expect(button(alarm, 'alerts.alarm.message')).toBeHidden()
    await expect(button(alarm, 'alerts.alarm.profile')).toBeHidden()
  })
})

test(
  'an SOS is sent immediately with the last known location and a larger uncertainty, until a new location arrives',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { location: SENDAI })
    const ben = await signedIn('Ben', { location: SENDAI })
    const { page, context } = aiko
    const { alarm } = dialogsOf(ben)
    const known = async () => (await fetchOk(ben, alertRoutes.list)).items[0]

    await test.step('the device loses its location, and ten minutes pass', async () => {
      await expect(page.getByText(t('alerts.marker.me')).first()).toBeAttached()
      await context.setGeolocation(null)
      await page.clock.setSystemTime(Date.now() + 600_000)
      await sosOf(aiko).click()
      const age = new Intl.RelativeTimeFormat('en').format(-10, 'minute')
      await expect(page.getByText(t('alerts.sos.lastKnown', { age }))).toBeVisible()
      await endCountdown(page, t)
      await expect.poll(known).toMatchObject(SENDAI)
      expect((await known())?.accuracy).toBeGreaterThanOrEqual(900)
      await expect(alarm.getByText(/^accurate to 9\d\d m$/)).toBeVisible()
    })
    await test.step('the new location is sent', async () => {
      const here = { latitude: 38.2611, longitude: 140.88 }
      await context.setGeolocation(here)
      await expect.poll(known).toMatchObject(here)
    })
  },
)

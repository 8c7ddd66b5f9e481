import { expect, type Locator, type Page } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fetchOk, callApi } from '../fixtures/servers/api.ts'
import { banner, callFromProfile, userIdOf } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { createChat, openRadio, talkButton } from '../fixtures/scenes/radio.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

const [en, ja] = [textsIn('en'), textsIn('ja')]
/** A name of 60 characters. */
const LONG_NAME = 'Alexandra-Elizabeth Margaret-Josephine-Catherine-Victoria-An'
const ACTIVE_ALERTS = 10

/** A phone held sideways or a zoom of 200 %, the smallest phone, and a usual phone. */
const SIZES = [
  { width: 640, height: 400 },
  { width: 320, height: 568 },
  { width: 360, height: 740 },
] as const

/** Expects that each control is wholly inside the window and that a press in its middle reaches it. */
async function expectPressable(what: string, controls: readonly Locator[]): Promise<void> {
  for (const control of controls) {
    const fault = () =>
      control.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const isInside = left >= 0 && top >= 0 && right <= window.innerWidth + 0.5 && bottom <= window.innerHeight + 0.5
        const place = `${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`
        if (!isInside) return `${element.textContent} is outside of the window: ${place}`
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return hit !== null && element.contains(hit) ? '' : `${element.textContent} is covered by ${hit?.className}: ${place}`
      })
    await expect.soft(control, what).toBeVisible()
    await expect.soft.poll(fault, { message: what }).toBe('')
  }
}

/** Checks the controls in windows of all sizes, and takes a picture of each for people to look at. */
async function expectInAllSizes(person: Person, what: string, controls: readonly Locator[]): Promise<void> {
  const { page } = person
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const name = `${what} ${person.name} ${size.width}x${size.height}`
    await expectPressable(name, controls)
    const folder = process.env['NOROSHI_PICTURES']
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.png` })
  }
}

const buttons = (root: Locator | Page, t: Texts, keys: readonly Parameters<Texts>[0][]) =>
  keys.map((key) => root.getByRole('button', { name: t(key), exact: true }).first())

const ANSWERS = ['alerts.responding', 'alerts.cannotHelp', 'alerts.alarm.details'] as const

for (const { name, language, t, fontSize } of [
  { name: 'Aiko', language: 'en', t: en, fontSize: 32 },
  { name: 'Mei', language: 'ja', t: ja, fontSize: 32 },
  { name: 'Yui', language: 'ja', t: ja, fontSize: 16 },
] as const)
  test(
    `the primary controls of alarm, SOS, resolution, call and radio stay on the screen (${language}, ${fontSize} px)`,
    onlyLong(language === 'en' || fontSize === 16),
    async ({ server, signedIn }) => {
      test.slow()
      const ben = await signedIn(LONG_NAME)
      const person = await signedIn(name, { language, fontSize })
      const { page } = person
      const threadId = await createChat(ben, person)
      const others: string[] = []

      await test.step('the countdown of an SOS, and an SOS that is not sent', async () => {
        await person.openLive('/')
        person.allowConsoleError(/net::ERR_FAILED/)
        await page.route('**/backend/api/alerts', (route) =>
          route.request().method() === 'POST' ? route.abort() : route.continue(),
        )
        await page.setViewportSize(SIZES[0])
        await page
          .getByRole('button', { name: t('alerts.sos.name') })
          .first()
          .click()
        await expectPressable('countdown', buttons(page, t, ['alerts.sos.cancel']))
        await endCountdown(page, t)
        const kept = page.getByRole('alertdialog', { name: t('alerts.sos.kept') })
        const withdraw = buttons(kept, t, ['alerts.sos.withdraw'])
        await expectInAllSizes(person, 'kept', [...buttons(kept, t, ['alerts.sos.tryNow', 'alerts.sos.hide']), ...withdraw])
        for (let press = 0; press < 2; press++) await withdraw[0]?.click()
        await expect(kept).toBeHidden()
        await page.unroute('**/backend/api/alerts')
      })

      await test.step('an alarm among ten, with a call that rings, and with the running call', async () => {
        for (let count = 1; count < ACTIVE_ALERTS; count++) {
          const { id } = await callApi(server.url, alertRoutes.raise, { body: { textContent: `Water in street ${count}` } })
          await fetchOk(ben, alertRoutes.answer, { params: { id }, body: { answer: 'cannotHelp' } })
          others.push(id)
        }
        const alert = { textContent: 'The bridge is gone. '.repeat(20), latitude: 38.268, longitude: 140.87 }
        await fetchOk(ben, alertRoutes.raise, { body: alert })
        const alarm = page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
        await expect(alarm).toBeVisible()
        const answers = buttons(alarm, t, ANSWERS)
        await expectInAllSizes(person, 'alarm', [...answers, ...buttons(alarm, t, ['alerts.alarm.stopSound'])])
        await callFromProfile(ben, en, await userIdOf(person))
        const ringing = banner(person, t)
        await expect(ringing).toBeVisible()
        await expectInAllSizes(person, 'incoming', [...answers, ...buttons(ringing, t, ['calls.accept', 'calls.reject'])])
        await ringing.getByRole('button', { name: t('calls.accept') }).click()
        const bar = alarm.getByRole('region', { name: t('calls.running') })
        await expectInAllSizes(person, 'running', [...answers, ...buttons(bar, t, ['calls.unmute', 'calls.end'])])
      })

      await test.step('the call, and the resolution of the alert', async () => {
        const alarm = page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
        await alarm.getByRole('button', { name: t('alerts.responding') }).click()
        await page.waitForURL(/\/alerts\//)
        for (const id of others) await fetchOk(person, alertRoutes.answer, { params: { id }, body: { answer: 'cannotHelp' } })
        await expect(page.getByRole('alertdialog')).toBeHidden()
        const bar = page.getByRole('region', { name: t('calls.running') })
        await expectInAllSizes(person, 'alert', buttons(bar, t, ['calls.unmute', 'calls.end']))
        await page.getByRole('button', { name: t('alerts.resolve'), exact: true }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toContainText('Josephine')
        await expectInAllSizes(person, 'resolve', buttons(dialog, t, ['alerts.resolve', 'chrome.cancel']))
        await dialog.getByRole('button', { name: t('chrome.cancel') }).click()
        await bar.getByRole('button', { name: 'Josephine' }).click()
        await expectInAllSizes(person, 'call', buttons(page, t, ['calls.unmute', 'calls.cameraOn', 'calls.end']))
        await page.getByRole('button', { name: t('calls.end'), exact: true }).click()
      })

      await test.step('the radio', async () => {
        await openRadio(person, t, threadId)
        await expectInAllSizes(person, 'radio', [talkButton(person, t)])
      })
    },
  )

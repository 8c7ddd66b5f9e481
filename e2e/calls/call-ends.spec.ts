import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi } from '../fixtures/servers/api.ts'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import { accept, callFromProfile, expectMedia, unmute, userIdOf, watchConnections } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { killTab } from '../fixtures/browsers/kill-tab.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
/** Milliseconds within which a call without the other page ends. */
const VANISHED_MS = 45_000

async function connect(caller: Person, receiver: Person): Promise<void> {
  for (const person of [caller, receiver]) await watchConnections(person)
  await receiver.openLive('/feeds')
  await callFromProfile(caller, en, await userIdOf(receiver))
  await accept(receiver, en)
  for (const person of [caller, receiver]) await unmute(person, en)
  for (const person of [caller, receiver]) await expectMedia(person, 1)
}

test(
  'a call goes on when an alarm is answered, in a bar above the alarm and on the page of the alert, and ends when the other closes the tab',
  onlyLong(),
  async ({ server, signedIn }) => {
    const aiko = await signedIn('Aiko', { media: createMediaFiles('red') })
    const ben = await signedIn('Ben', { media: createMediaFiles('blue'), wide: true })
    await connect(aiko, ben)
    const bar = aiko.page.getByRole('region', { name: en('calls.running') })
    await expect(bar).toBeHidden()

    await test.step('a third person raises an SOS; Aiko uses her microphone above the alarm and responds', async () => {
      await callApi(server.url, alertRoutes.raise, { body: { textContent: 'Smoke on the ridge' } })
      const alarm = aiko.page.getByRole('alertdialog', { name: en('alerts.alarm.title') })
      await expect(alarm).toBeVisible()
      await expectMedia(aiko, 1)
      await expectMedia(ben, 1)
      await bar.getByRole('button', { name: en('calls.mute') }).click()
      await expect(ben.page.locator('figure', { hasText: 'Aiko' }).getByLabel(en('calls.isMuted'))).toBeVisible()
      await alarm.getByRole('button', { name: en('alerts.responding') }).click()
      await expect(alarm).toBeHidden()
      await aiko.page.waitForURL(/\/alerts\//)
    })

    await test.step('on the page of the alert they still hear each other, and the bar leads back to the call', async () => {
      await bar.getByRole('button', { name: en('calls.unmute') }).click()
      await expectMedia(aiko, 1)
      await expectMedia(ben, 1)
      await bar.getByRole('button', { name: 'Ben' }).click()
      await expect(aiko.page.getByRole('heading', { name: 'Ben', level: 1 })).toBeVisible()
      await expect(bar).toBeHidden()
      await expectMedia(aiko, 1)
      await aiko.page.getByRole('button', { name: en('chrome.back') }).click()
      await expect(bar).toBeVisible()
    })

    await test.step('Ben closes the tab', async () => {
      await ben.page.close({ runBeforeUnload: true })
      await expect(aiko.page.getByText(en('calls.outcome.ended'))).toBeVisible()
      await expect(bar).toBeHidden()
    })
  },
)

test('the call ends when the tab of the other is killed', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { media: createMediaFiles('red') })
  const ben = await signedIn('Ben', { media: createMediaFiles('blue') })
  await connect(aiko, ben)
  await killTab(ben.page)
  const killedAt = Date.now()
  await expect(aiko.page.getByText(en('calls.reconnecting')).first()).toBeVisible({ timeout: VANISHED_MS })
  await expect(aiko.page.getByText(en('calls.outcome.ended'))).toBeVisible({ timeout: VANISHED_MS })
  test.info().annotations.push({ type: 'ended after', description: `${Date.now() - killedAt} ms` })
})

import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { textsIn } from '../fixtures/texts.ts'
import type { Device } from './device.ts'
import { expectPath, expectShown, test } from './engine-journey.ts'

const en = textsIn('en')
const SENDAI = { latitude: 38.2682, longitude: 140.8694 }

const sosOf = ({ screen }: Device) => screen.getByRole('button', { name: en('alerts.sos.hold') })
const alarmOf = ({ screen }: Device) => screen.getByRole('alertdialog', { name: en('alerts.alarm.title') })

test('an SOS by hold and one by tap reach another page full screen, which answers and writes', async ({
  user,
  deviceOf,
  visitor,
}) => {
  const [aiko, ben] = await Promise.all([user('Aiko'), user('Ben')])
  const benDevice = await deviceOf(ben, 'Ben', { location: SENDAI })
  const aikoDevice = await deviceOf(aiko, 'Aiko', { location: SENDAI })

  await test.step('Aiko holds the SOS button: it is sent, and Ben gets the alarm with her name', async () => {
    await expectShown(sosOf(aikoDevice))
    await aikoDevice.hold(sosOf(aikoDevice), () => expectPath(aikoDevice, /^\/alerts\/.+\/messages\/.+/))
    await expectShown(alarmOf(benDevice), 20_000)
    await expectShown(alarmOf(benDevice).getByText('Aiko'))
    await expect.poll(() => benDevice.evaluate(coversWindow), { message: 'the alarm covers the window' }).toBe(true)
  })
  await test.step('Ben responds, which Aiko sees', async () => {
    await alarmOf(benDevice)
      .getByRole('button', { name: en('alerts.responding') })
      .click()
    await expectPath(benDevice, /^\/alerts\/.+\/messages\/.+/)
    await expectShown(aikoDevice.screen.getByText(en('alerts.ledger.one', { name: 'Ben' })))
  })
  await test.step('they write in the chat of the alert', async () => {
    await benDevice.screen.getByRole('textbox', { name: en('alerts.chat.write') }).fill('I am on my way')
    await benDevice.press('Enter')
    await expectShown(aikoDevice.screen.getByRole('log').getByText('I am on my way'))
  })
  await test.step('Ben resolves it', async () => {
    await benDevice.screen.getByRole('button', { name: en('alerts.resolve') }).click()
    await benDevice.screen
      .getByRole('dialog')
      .getByRole('radio', { name: en('alerts.close.real') })
      .click()
    await benDevice.screen
      .getByRole('dialog')
      .getByRole('button', { name: en('alerts.resolve') })
      .click()
    await expectShown(aikoDevice.screen.getByText(en('alerts.resolved'), { exact: true }))
  })
  await test.step('a visitor taps the SOS button: after the countdown Ben gets the alarm of an anonymous person', async () => {
    const guest = await visitor()
    await guest.open('/')
    await sosOf(guest).click()
    await expectPath(guest, /^\/alerts\/.+\/messages\/.+/)
    await expectShown(alarmOf(benDevice).getByText(en('alerts.anonymous'), { exact: true }), 20_000)
    const { items } = await ben.call(alertRoutes.list)
    expect(items).toHaveLength(2)
  })
})

/** Runs in the page. */
function coversWindow(): boolean {
  return [...document.querySelectorAll('[role=alertdialog]')].some((dialog) => {
    const { left, top, right, bottom } = dialog.getBoundingClientRect()
    return left <= 0 && top <= 0 && right > innerWidth - 1 && bottom > innerHeight - 1
  })
}

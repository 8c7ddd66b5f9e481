import { expect } from '@playwright/test'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { expectMedia, watchConnections } from '../fixtures/scenes/calls.ts'
import { textsIn } from '../fixtures/texts.ts'
import { FirefoxDevice } from './firefox-device.ts'
import { expectPath, expectShown, test } from './engine-journey.ts'

const en = textsIn('en')

test('two people talk in a call with sound and picture, and end it', async ({ engine, user, deviceOf }) => {
  test.skip(engine === 'webkit', 'WebKitGTK has no RTCPeerConnection')
  const [aiko, ben] = await Promise.all([user('Aiko'), user('Ben')])
  const devices = [await deviceOf(aiko, 'Aiko'), await deviceOf(ben, 'Ben')] as const
  const people = devices.map((device) => (device as FirefoxDevice).person) // `as`: the only engine here
  for (const person of people) await watchConnections(person)
  const [aikoDevice, benDevice] = devices
  const press = async ({ screen }: (typeof devices)[number], name: string) =>
    screen.getByRole('button', { name, exact: true }).click()

  await benDevice.open('/feeds')
  await expectShown(benDevice.screen.getByText(en('feeds.none')))
  await aikoDevice.open(`/user/${ben.id}/profile`)
  await press(aikoDevice, en('calls.call'))
  await expectPath(aikoDevice, /^\/call\//)
  await expectShown(benDevice.screen.getByRole('region', { name: en('calls.incoming'), exact: true }), 20_000)
  await press(benDevice, en('calls.accept'))
  await expectPath(benDevice, /^\/call\//)
  for (const [index, device] of devices.entries()) {
    await people[index]?.page.bringToFront() // Firefox opens devices for the window in front
    await press(device, en('calls.unmute'))
    await press(device, en('calls.cameraOn'))
  }
  for (const person of people) await expectMedia(person, 1)
  await press(aikoDevice, en('calls.end'))
  await expectShown(benDevice.screen.getByText(en('calls.outcome.ended')))
})

test('a browser without WebRTC says that it cannot call, and rejects an incoming call', async ({ engine, user, deviceOf }) => {
  const [aiko, ben] = await Promise.all([user('Aiko'), user('Ben')])
  const device = await deviceOf(aiko, 'Aiko')
  const { screen } = device
  if (engine === 'firefox') await (device as FirefoxDevice).person.context.addInitScript('delete window.RTCPeerConnection')

  await test.step('a call does not ring at the other end', async () => {
    await device.open(`/user/${ben.id}/profile`)
    await screen.getByRole('button', { name: en('calls.call'), exact: true }).click()
    await expectShown(screen.getByText(en('calls.unsupported')))
    expect((await ben.call(callRoutes.personal)).calls).toEqual([])
  })
  await test.step('an incoming call can be rejected, and not accepted', async () => {
    await ben.call(callRoutes.startPersonal, { body: { ReceiverId: aiko.id, location: null } })
    const banner = screen.getByRole('region', { name: en('calls.incoming'), exact: true })
    await expectShown(banner.getByText(en('calls.unsupported')), 20_000)
    expect(await banner.getByRole('button', { name: en('calls.accept') }).count()).toBe(0)
    await banner.getByRole('button', { name: en('calls.reject') }).click()
    await banner.waitFor({ state: 'hidden' })
  })
  await test.step('the page of a call that runs on another device says so', async () => {
    const { id, sessions } = await aiko.call(callRoutes.startPersonal, { body: { ReceiverId: ben.id, location: null } })
    // A user without a device would soon count as unreachable.
    await ben.call(callRoutes.accept, { params: { id: sessions[0]?.id ?? '' }, body: {} })
    await device.open(`/call/${id}`)
    await expectShown(screen.getByRole('main').getByText(en('calls.unsupported')))
    await screen.getByRole('button', { name: en('calls.back'), exact: true }).click()
    await expectPath(device, /^\/(calls|user\/.*)$/)
  })
})

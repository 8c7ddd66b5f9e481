import { expect } from '@playwright/test'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import {
  accept,
  banner,
  callFromProfile,
  countRingtones,
  expectIncreasing,
  expectMedia,
  expectMoving,
  press,
  ringtones,
  unmute,
  userIdOf,
  videoOf,
  watchConnections,
} from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

const expectStatus = async (person: Person, name: string, status: 'Connected' | 'Rejected' | 'Missed'): Promise<void> => {
  await person.open('/calls')
  const row = person.page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText(en(`calls.status.${status}`))
}

test.describe('a user with three devices', () => {
  test.use({ hasMovableClock: true })

  test(
    'all ring; one answers and the others fall silent; busy, reject and missed',
    onlyLong(),
    async ({ server, signedIn, otherDevice }) => {
      test.slow()
      const aiko = await signedIn('Aiko')
      const phone = await signedIn('Ben')
      const chika = await signedIn('Chika', { browserOf: aiko })
      const devices = [
        phone,
        await otherDevice(phone, { browserOf: phone, wide: true }),
        await otherDevice(phone, { browserOf: phone, language: 'ja' }),
      ]
      const [, tablet, computer] = devices
      if (!tablet || !computer) throw new Error('Ben has three devices')
      const texts = (device: Person) => (device === computer ? textsIn('ja') : en)
      const benId = await userIdOf(phone)
      for (const device of devices) {
        await countRingtones(device)
        await device.openLive('/feeds')
      }
      const expectRinging = async () => {
        for (const device of devices) await expect(banner(device, texts(device))).toBeVisible()
        for (const device of devices) await expect.poll(() => ringtones(device)).toBe(1)
      }
      const expectSilent = async (silent: readonly Person[]) => {
        for (const device of silent) await expect(banner(device, texts(device))).toHaveCount(0)
        for (const device of silent) await expect.poll(() => ringtones(device)).toBe(0)
      }

      await test.step('he answers on one', async () => {
        await callFromProfile(aiko, en, benId)
        await expectRinging()
        await accept(tablet, en)
        await expectSilent(devices)
        await expect(tablet.page.getByText(en('calls.inCall')).first()).toBeAttached()
        for (const device of [phone, computer]) expect(new URL(device.page.url()).pathname).toBe('/feeds')
      })

      await test.step('Chika calls: he is busy, and none of his devices rings', async () => {
        await callFromProfile(chika, en, benId)
        await expect(chika.page.getByText(en('calls.outcome.busy'))).toBeVisible()
        await expectSilent(devices)
        await expectStatus(phone, 'Chika', 'Missed')
        await press(tablet, en, 'calls.end')
        await expect(aiko.page.getByText(en('calls.outcome.ended'))).toBeVisible()
        await phone.openLive('/feeds')
      })

      await test.step('he rejects on one', async () => {
        await callFromProfile(aiko, en, benId)
        await expectRinging()
        await banner(phone, en)
          .getByRole('button', { name: en('calls.reject') })
          .click()
        await expect(aiko.page.getByText(en('calls.outcome.rejected'))).toBeVisible()
        await expectSilent(devices)
      })

      await test.step('no one answers: the call is missed', async () => {
        await callFromProfile(aiko, en, benId)
        await expectRinging()
        server.advance(0.5)
        await expect(aiko.page.getByText(en('calls.outcome.missed'))).toBeVisible()
        await expectSilent(devices)
        await expectStatus(phone, 'Aiko', 'Missed')
        await expectStatus(aiko, 'Ben', 'Missed')
      })
    },
  )
})

test(
  'refused permissions show the warning and do not accept; a device without any microphone watches and listens',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { media: createMediaFiles('red') })
    const ben = await signedIn('Ben', { refusesMedia: true })
    const dai = await signedIn('Dai', { hostName: 'shelter.example', media: false })
    const chika = await signedIn('Chika', { browserOf: dai })
    for (const person of [aiko, ben, chika, dai]) await watchConnections(person)

    await test.step('Ben refuses camera and microphone: the call still rings', async () => {
      await ben.openLive('/feeds')
      await callFromProfile(aiko, en, await userIdOf(ben))
      await banner(ben, en)
        .getByRole('button', { name: en('calls.accept') })
        .click()
      await expect(ben.page.getByText(en('media.grantBoth'))).toBeVisible()
      await expect(banner(ben, en)).toBeVisible()
      await expect(aiko.page.getByText(en('calls.ringing')).first()).toBeVisible()
      expect(new URL(ben.page.url()).pathname).toBe('/feeds')
      await press(aiko, en, 'calls.end')
      await expect(banner(ben, en)).toHaveCount(0)
    })

    await test.step('Chika has neither camera nor microphone: she accepts, sees and hears Aiko', async () => {
      await chika.openLive('/feeds')
      await callFromProfile(aiko, en, await userIdOf(chika))
      await accept(chika, en)
      await unmute(aiko, en)
      await expectMoving(videoOf(chika, en, 'Aiko'), 'red')
      await expectMedia(chika, 1)
      await expectIncreasing(aiko, { sounds: 0, pictures: 0 })
      await press(chika, en, 'calls.unmute')
      await expect(chika.page.getByText(en('media.notAvailable'))).toBeVisible()
      await expect(chika.page.getByText(en('calls.cannotHear', { name: 'Aiko' }))).toBeVisible()
      await press(chika, en, 'calls.end')
      await expect(aiko.page.getByText(en('calls.outcome.ended'))).toBeVisible()
    })

    await test.step('Dai has an insecure page: he accepts, sees and hears Aiko, and the page says why he can do no more', async () => {
      await dai.openLive('/feeds')
      await callFromProfile(aiko, en, await userIdOf(dai))
      await accept(dai, en)
      await unmute(aiko, en)
      await expectMoving(videoOf(dai, en, 'Aiko'), 'red')
      await expectMedia(dai, 1)
      await expect(dai.page.getByText(en('calls.listenOnly'))).toBeVisible()
      await expect(dai.page.getByRole('button', { name: en('calls.unmute') })).toBeDisabled()
      const opened = dai.context.waitForEvent('page')
      await dai.page.getByRole('link', { name: en('ready.open') }).click()
      await expect((await opened).getByText(en('ready.intro'))).toBeVisible()
      await expectMedia(dai, 1)
    })
  },
)

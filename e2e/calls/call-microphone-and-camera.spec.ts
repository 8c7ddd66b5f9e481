import { expect } from '@playwright/test'
import { openLabel, outputIds, unplug, watchDevices, watchWakeLocks } from '../fixtures/browsers/call-devices.ts'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import {
  accept,
  callFromProfile,
  connectedCall,
  expectMedia,
  expectMoving,
  expectSound,
  isRed,
  press,
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

/** Opens the options of the call. */
async function openOptions(person: Person) {
  await press(person, en, 'calls.more')
  return person.page.getByRole('dialog', { name: en('calls.options') })
}

async function choose(person: Person, label: 'calls.microphone' | 'calls.speaker', device: string): Promise<void> {
  const dialog = await openOptions(person)
  await dialog.getByLabel(en(label)).selectOption({ label: device })
  await person.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

const tileOf = ({ page }: Person, name: string) => page.locator('figure', { hasText: name })

test('in a call people share a screen, change their devices and unplug them', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { media: createMediaFiles('red'), wide: true })
  const ben = await signedIn('Ben', { media: createMediaFiles('blue') })
  for (const person of [aiko, ben]) {
    await watchConnections(person)
    await watchDevices(person)
  }
  await watchWakeLocks(ben)
  await connectedCall(aiko, ben, en)
  const picture = videoOf(ben, en, 'Aiko')
  await expectMoving(picture, 'red')

  await test.step('Ben sees who speaks, his screen stays awake, and lost packets of sound can be restored', async () => {
    await expect(tileOf(ben, 'Aiko').and(ben.page.locator('[data-speaking]'))).toBeVisible()
    expect(await ben.page.evaluate(() => window.wakeLocks)).toBeGreaterThan(0)
    const descriptions = await ben.page.evaluate(() =>
      window.peerConnections
        .filter(({ connectionState }) => connectionState === 'connected')
        .map(({ currentLocalDescription }) => currentLocalDescription?.sdp),
    )
    expect(descriptions).toEqual([expect.stringContaining('useinbandfec=1')])
  })

  await test.step('Ben turns the sound off and on, sets the volume, and makes the page fill the screen', async () => {
    const volumes = () =>
      ben.page.evaluate(() => [...window.soundElements].filter((one) => one.srcObject).map((one) => one.volume))
    await press(ben, en, 'calls.soundOff')
    await expect.poll(volumes).toEqual([0])
    await press(ben, en, 'calls.soundOn')
    await expect.poll(volumes).toEqual([1])
    const dialog = await openOptions(ben)
    await dialog.getByLabel(en('calls.volume')).fill('40')
    await expect.poll(volumes).toEqual([0.4])
    await dialog.getByRole('button', { name: en('calls.fullScreen') }).click()
    await expect.poll(() => ben.page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await dialog.getByRole('button', { name: en('calls.leaveFullScreen') }).click()
    await expect.poll(() => ben.page.evaluate(() => document.fullscreenElement !== null)).toBe(false)
    await ben.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('Aiko switches to the other camera, which does not exist: the current one continues', async () => {
    await press(aiko, en, 'calls.switchCamera')
    await expectMoving(picture, 'red')
    await expect(aiko.page.getByLabel(en('calls.ownVideo'))).toBeVisible()
  })

  await test.step('Aiko shares her screen; Ben sees it instead of the camera, and the camera after it', async () => {
    await (await openOptions(aiko)).getByRole('button', { name: en('calls.shareScreen') }).click()
    await expect(tileOf(ben, 'Aiko').getByLabel(en('calls.sharesScreen'))).toBeVisible()
    await expect.poll(() => isRed(picture)).toBe(false)
    await (await openOptions(aiko)).getByRole('button', { name: en('calls.stopSharing') }).click()
    await expect(tileOf(ben, 'Aiko').getByLabel(en('calls.sharesScreen'))).toHaveCount(0)
    await expectMoving(picture, 'red')
  })

  await test.step('Aiko presses the microphone button twice in one moment; Ben still hears her', async () => {
    await aiko.page.getByRole('button', { name: en('calls.mute'), exact: true }).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await expect(aiko.page.getByRole('button', { name: en('calls.mute'), exact: true })).toBeVisible()
    await expectSound(ben)
  })

  await test.step('she chooses a headset and unplugs it; microphone and speaker follow', async () => {
    await choose(aiko, 'calls.microphone', 'Fake Audio Input 2')
    await choose(aiko, 'calls.speaker', 'Fake Audio Output 2')
    await expect.poll(() => openLabel(aiko, 'audio')).toBe('Fake Audio Input 2')
    await expect.poll(async () => (await outputIds(aiko)).filter((id) => id !== '')).toHaveLength(1)
    await expectSound(ben)
    await unplug(aiko, ['Fake Audio Input 2', 'Fake Audio Output 2'])
    await expect.poll(() => openLabel(aiko, 'audio')).toBe('Fake Default Audio Input')
    await expect.poll(() => outputIds(aiko)).toEqual([''])
    await expectMedia(ben, 1)
    await expectSound(aiko)
  })

  await test.step('the camera is unplugged: Ben sees that it is off and still hears her', async () => {
    const label = await openLabel(aiko, 'video')
    await unplug(aiko, label === undefined ? [] : [label])
    await expect(picture).toHaveCount(0)
    await expect(aiko.page.getByRole('button', { name: en('calls.cameraOn'), exact: true })).toBeVisible()
    await expectSound(ben)
  })
})

test('a person without a camera talks and sees the other one', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { media: createMediaFiles('red') })
  const ben = await signedIn('Ben', { media: createMediaFiles('blue'), hasNoCamera: true })
  for (const person of [aiko, ben]) await watchConnections(person)
  await ben.openLive('/feeds')
  await callFromProfile(aiko, en, await userIdOf(ben))
  await unmute(aiko, en)
  await accept(ben, en)
  await expectMedia(ben, 1)
  await unmute(ben, en)
  await expect(ben.page.getByText(en('media.notAvailable'))).toBeVisible()
  await expectSound(aiko)
  await expect(tileOf(aiko, 'Ben').getByText(en('calls.isCameraOff'))).toBeVisible()
  await expectMoving(videoOf(ben, en, 'Aiko'), 'red')
})

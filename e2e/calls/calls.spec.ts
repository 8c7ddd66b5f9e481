import { expect } from '@playwright/test'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import {
  accept,
  banner,
  callFromProfile,
  expectIncreasing,
  expectMedia,
  expectMoving,
  press,
  unmute,
  userIdOf,
  videoOf,
  watchConnections,
} from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

test('two people talk: picture and sound in both directions, mute, camera off and hang up', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', { media: createMediaFiles('red') })
  const ben = await signedIn('Ben', { media: createMediaFiles('blue'), wide: true })
  for (const person of [aiko, ben]) await watchConnections(person)

  await test.step('Aiko calls Ben from his profile and switches her devices on while it rings', async () => {
    await ben.openLive('/feeds')
    await callFromProfile(aiko, en, await userIdOf(ben))
    await expect(aiko.page.getByRole('heading', { name: 'Ben', level: 1 })).toBeVisible()
    await expect(aiko.page.getByText(en('calls.ringing')).first()).toBeVisible()
    await unmute(aiko, en)
    await expect(aiko.page.getByLabel(en('calls.ownVideo'))).toBeVisible()
  })

  await test.step('Ben accepts; he starts with microphone and camera off and sees and hears Aiko', async () => {
    await accept(ben, en)
    await expectMoving(videoOf(ben, en, 'Aiko'), 'red')
    await expectMedia(ben, 1)
    await expect(ben.page.getByText(en('calls.cannotHear', { name: 'Aiko' }))).toBeVisible()
    await expect(aiko.page.getByRole('timer')).toHaveText(/^\d\d:\d\d$/)
    await expect(ben.page.getByRole('timer')).toHaveCount(0)
  })

  await test.step('Ben switches his devices on; Aiko sees and hears him', async () => {
    await unmute(ben, en)
    await expectMoving(videoOf(aiko, en, 'Ben'), 'blue')
    await expectMedia(aiko, 1)
    await expectMedia(ben, 1)
  })

  await test.step('Ben mutes himself and switches the camera off: Aiko gets neither', async () => {
    await press(ben, en, 'calls.mute')
    await press(ben, en, 'calls.cameraOff')
    await expect(videoOf(aiko, en, 'Ben')).toHaveCount(0)
    await expect(aiko.page.locator('figure', { hasText: 'Ben' }).getByLabel(en('calls.isMuted'))).toBeVisible()
    expect(await aiko.page.locator('figure[data-speaking]').count()).toBe(0)
    await expectIncreasing(aiko, { sounds: 0, pictures: 0 })
  })

  await test.step('Aiko hangs up; both leave the page, and the history of both shows the call', async () => {
    await press(aiko, en, 'calls.end')
    await expect(ben.page.getByText(en('calls.outcome.ended'))).toBeVisible()
    await ben.page.waitForURL(/\/feeds$/)
    for (const [person, other] of [
      [aiko, 'Ben'],
      [ben, 'Aiko'],
    ] as const) {
      await person.open('/calls')
      const row = person.page.getByRole('listitem').filter({ hasText: other })
      await expect(row).toContainText(en('calls.status.Connected'))
    }
    await expect(banner(ben, en)).toHaveCount(0)
  })
})

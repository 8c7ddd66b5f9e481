import { expect } from '@playwright/test'
import { createMediaFiles, type Picture } from './fixtures/call-media.ts'
import { accept, expectIncreasing, press, unmute, videoOf, watchConnections } from './fixtures/calls.ts'
import { addMember, expectMediaAmong, type Participant, startGroupCall } from './fixtures/group-calls.ts'
import { test } from './fixtures/journey.ts'
import { textsIn } from './fixtures/texts.ts'

const en = textsIn('en')

test('four people talk: one is added late, one leaves, the host leaves, and the last two go on', async ({ signedIn }) => {
  test.slow()
  const open = async (name: string, picture: Picture): Promise<Participant> => {
    const person = await signedIn(name, { media: createMediaFiles(picture), wide: picture === 'red' })
    await watchConnections(person)
    return { person, picture }
  }
  const [aiko, ben, chika, dai] = await Promise.all([
    open('Aiko', 'red'),
    open('Ben', 'green'),
    open('Chika', 'blue'),
    open('Dai', 'yellow'),
  ])
  await Promise.all([ben, chika, dai].map(({ person }) => person.openLive('/feeds')))

  await test.step('Aiko calls Ben and Chika; all three see and hear each other', async () => {
    await startGroupCall(aiko.person, en, ['Ben', 'Chika'])
    await Promise.all([ben, chika].map(({ person }) => accept(person, en, 'incomingGroup')))
    await Promise.all([aiko, ben, chika].map(({ person }) => unmute(person, en)))
    await expectMediaAmong([aiko, ben, chika], en)
    await expect(aiko.person.page.getByRole('timer')).toBeVisible()
    await expect(ben.person.page.getByRole('timer')).toHaveCount(0)
  })

  await test.step('Ben adds Dai, who sees and hears the others before and after he switches his devices on', async () => {
    await addMember(ben.person, en, 'Dai')
    await accept(dai.person, en, 'incomingGroup')
    for (const { person } of [aiko, ben, chika]) await expect(videoOf(dai.person, en, person.name)).toBeVisible()
    await unmute(dai.person, en)
    await expectMediaAmong([aiko, ben, chika, dai], en)
    // A call has at most four people.
    await expect(aiko.person.page.getByRole('button', { name: en('calls.addMembers') })).toHaveCount(0)
  })

  await test.step('Chika mutes herself and switches the camera off: the others get neither', async () => {
    await press(chika.person, en, 'calls.mute')
    await press(chika.person, en, 'calls.cameraOff')
    for (const { person } of [aiko, ben, dai]) {
      await expect(videoOf(person, en, 'Chika')).toHaveCount(0)
      await expect(person.page.locator('figure', { hasText: 'Chika' }).getByLabel(en('calls.isMuted'))).toBeVisible()
      await expectIncreasing(person, { sounds: 2, pictures: 2 })
    }
  })

  await test.step('Dai leaves; the three others go on without him', async () => {
    await press(dai.person, en, 'calls.end')
    await dai.person.page.waitForURL(/\/feeds$/)
    for (const { person } of [aiko, ben, chika]) await expect(person.page.locator('figure', { hasText: 'Dai' })).toHaveCount(0)
    for (const { person } of [aiko, ben]) await expectIncreasing(person, { sounds: 1, pictures: 1 })
    await expectIncreasing(chika.person, { sounds: 2, pictures: 2 })
  })

  await test.step('Aiko, the host, leaves; Ben and Chika go on', async () => {
    await press(aiko.person, en, 'calls.end')
    await aiko.person.page.waitForURL(/\/calls$/)
    await unmute(chika.person, en)
    await expectMediaAmong([ben, chika], en)
  })

  await test.step('Ben hangs up; Chika is alone, and the call ends for her', async () => {
    await press(ben.person, en, 'calls.end')
    await expect(chika.person.page.getByText(en('calls.outcome.ended'))).toBeVisible()
    await chika.person.page.waitForURL(/\/feeds$/)
    const row = aiko.person.page.getByRole('listitem').filter({ hasText: 'Ben, Chika, Dai' })
    await expect(row).toContainText(en('calls.status.Connected'))
  })
})

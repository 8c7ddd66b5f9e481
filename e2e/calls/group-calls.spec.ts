import { expect } from '@playwright/test'
import { createMediaFiles, type Picture } from '../fixtures/browsers/call-media.ts'
import {
  accept,
  banner,
  expectIncreasing,
  expectMoving,
  press,
  unmute,
  videoOf,
  watchConnections,
} from '../fixtures/scenes/calls.ts'
import { addMember, expectMediaAmong, type Participant, startGroupCall } from '../fixtures/scenes/group-calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { PersonOptions } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

for (const count of [3, 4] as const)
  test(
    `${count} people talk: one is added late, the host leaves, and the last two go on`,
    onlyLong(count === 4),
    async ({ signedIn }) => {
      test.slow()
      const open = async (name: string, picture: Picture, options: PersonOptions = {}): Promise<Participant> => {
        const person = await signedIn(name, { media: createMediaFiles(picture), ...options })
        await watchConnections(person)
        return { person, picture }
      }
      const [aiko, ben, chika, dai] = await Promise.all([
        open('Aiko', 'red', { wide: true }),
        open('Ben', 'green'),
        open('Chika', 'blue'),
        count === 4 ? open('Dai', 'yellow') : null,
      ])
      const late = dai ?? chika
      const all = dai ? [aiko, ben, chika, dai] : [aiko, ben, chika]
      await Promise.all(all.slice(1).map(({ person }) => person.openLive('/feeds')))

      await test.step('Aiko calls Ben and Chika', async () => {
        await startGroupCall(aiko.person, en, ['Ben', 'Chika'])
        await accept(ben.person, en, 'incomingGroup')
        if (dai) await accept(chika.person, en, 'incomingGroup')
        else await press(chika.person, en, 'calls.reject')
        const early = all.filter((each) => each !== late)
        for (const { person } of early) await unmute(person, en)
        await expectMediaAmong(early, en)
        await expect(aiko.person.page.getByRole('timer')).toBeVisible()
        await expect(ben.person.page.getByRole('timer')).toHaveCount(0)
      })

      await test.step('Ben adds the last one, who sees the others before and all after they switch their devices on', async () => {
        await addMember(ben.person, en, late.person.name)
        await accept(late.person, en, 'incomingGroup')
        for (const { person } of [aiko, ben]) await expect(videoOf(late.person, en, person.name)).toBeVisible()
        await unmute(late.person, en)
        await expectMediaAmong(all, en)
        // A call has at most four people.
        await expect(aiko.person.page.getByRole('button', { name: en('calls.addMembers') })).toHaveCount(dai ? 0 : 1)
      })

      await test.step('Chika mutes herself and switches the camera off: the others get neither', async () => {
        await press(chika.person, en, 'calls.mute')
        await press(chika.person, en, 'calls.cameraOff')
        for (const { person } of all.filter((each) => each !== chika)) {
          await expect(videoOf(person, en, 'Chika')).toHaveCount(0)
          await expect(person.page.locator('figure', { hasText: 'Chika' }).getByLabel(en('calls.isMuted'))).toBeVisible()
          await expectIncreasing(person, { sounds: count - 2, pictures: count - 2 })
        }
      })

      if (dai)
        await test.step('Dai leaves; the three others continue without him', async () => {
          await press(dai.person, en, 'calls.end')
          await dai.person.page.waitForURL(/\/feeds$/)
          for (const { person } of [aiko, ben, chika])
            await expect(person.page.locator('figure', { hasText: 'Dai' })).toHaveCount(0)
          for (const { person } of [aiko, ben]) await expectIncreasing(person, { sounds: 1, pictures: 1 })
          await expectIncreasing(chika.person, { sounds: 2, pictures: 2 })
        })

      await test.step('Ben reloads the page and is in the call again', async () => {
        await ben.person.page.reload()
        await unmute(ben.person, en)
        await expectIncreasing(ben.person, { sounds: 1, pictures: 1 })
        for (const { person } of all.filter((each) => each !== ben && each !== chika))
          await expectMoving(videoOf(person, en, 'Ben'), ben.picture)
      })

      await test.step('Aiko, the host, leaves; Ben and Chika continue', async () => {
        await press(aiko.person, en, 'calls.end')
        await aiko.person.page.waitForURL(/\/calls$/)
        await unmute(chika.person, en)
        await expectMediaAmong([ben, chika], en)
      })

      await test.step('Aiko joins again from the history, and leaves', async () => {
        const { page } = aiko.person
        const row = page.getByRole('listitem').filter({ hasText: 'Ben, Chika' })
        await expect(row).toContainText(en('calls.status.inProgress'))
        await row.getByText(en('calls.join')).click()
        await unmute(aiko.person, en)
        await expectMediaAmong([aiko, ben, chika], en)
        await press(aiko.person, en, 'calls.end')
        await page.waitForURL(/\/calls$/)
      })

      await test.step('Ben hangs up; Chika is alone, and the call ends for her', async () => {
        await press(ben.person, en, 'calls.end')
        await expect(chika.person.page.getByText(en('calls.outcome.ended'))).toBeVisible()
        await chika.person.page.waitForURL(/\/feeds$/)
        await expect(banner(chika.person, en, 'incomingGroup')).toHaveCount(0)
        const row = aiko.person.page.getByRole('listitem').filter({ hasText: 'Ben, Chika' })
        await expect(row).toContainText(en('calls.status.Connected'))
      })
    },
  )

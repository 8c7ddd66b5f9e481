import { expect } from '@playwright/test'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import { expectMedia, press, unmute, userIdOf, watchConnections } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')
/** Milliseconds by which one of the two is later, for each run in turn. */
const DELAYS = [0, 0, 20, 60, 150] as const

const RUNS = 50

test(
  `two people call each other at once ${RUNS} times: each time they are connected in one call`,
  onlyLong(),
  async ({ signedIn }) => {
    test.setTimeout(120_000 + RUNS * 30_000)
    const aiko = await signedIn('Aiko', { media: createMediaFiles('red') })
    const ben = await signedIn('Ben', { media: createMediaFiles('blue') })
    for (const person of [aiko, ben]) {
      await watchConnections(person)
      person.allowConsoleError(/status of 409/)
    }
    const aikoId = await userIdOf(aiko)
    await aiko.openLive(`/user/${await userIdOf(ben)}/profile`)
    await ben.openLive(`/user/${aikoId}/profile`)
    const callOther = ({ page }: Person, delay: number) =>
      page.getByRole('button', { name: en('calls.call'), exact: true }).evaluate((button: HTMLElement, at) => {
        setTimeout(() => button.click(), at - Date.now())
      }, delay)
    for (let run = 0; run < RUNS; run++)
      await test.step(`run ${run + 1}`, async () => {
        for (const { page } of [aiko, ben])
          await expect(page.getByRole('button', { name: en('calls.call'), exact: true })).toBeVisible()
        const at = Date.now() + 500
        const late = DELAYS[run % DELAYS.length] ?? 0
        await Promise.all([callOther(aiko, at), callOther(ben, at + late)])
        for (const { page } of [aiko, ben]) await page.waitForURL(/\/call\//, { waitUntil: 'commit' })
        for (const { page } of [aiko, ben]) await expect(page.getByText(en('calls.inCall')).first()).toBeAttached()
        const paths = [aiko, ben].map(({ page }) => new URL(page.url()).pathname)
        expect(paths[0]).toBe(paths[1])
        for (const person of [aiko, ben]) await unmute(person, en)
        for (const person of [aiko, ben]) await expectMedia(person, 1)
        await press(aiko, en, 'calls.end')
        await press(ben, en, 'calls.back')
      })
  },
)

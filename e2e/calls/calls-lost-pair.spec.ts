import { expect } from '@playwright/test'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import { accept, expectIncreasing, portsBetween, unmute, watchConnections } from '../fixtures/scenes/calls.ts'
import { expectMediaAmong, startGroupCall } from '../fixtures/scenes/group-calls.ts'
import { onlyLong } from '../fixtures/long.ts'
import { measured } from '../fixtures/checks/measured.ts'
import type { Person } from '../fixtures/person.ts'
import { test } from '../fixtures/servers/relay.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

/** Longer than the time after which a page without any connection leaves the call. */
const CUT_MS = 50_000

const tileOf = ({ page }: Person, other: Person) => page.locator('figure', { hasText: other.name })

test(
  'two of three people who lose each other stay in the call with the third, and meet again',
  onlyLong(),
  async ({ signedIn, network }) => {
    test.setTimeout(300_000)
    const aiko = { person: await signedIn('Aiko', { media: createMediaFiles('red') }), picture: 'red' as const }
    const ben = { person: await signedIn('Ben', { media: createMediaFiles('blue') }), picture: 'blue' as const }
    const chika = { person: await signedIn('Chika', { media: createMediaFiles('green') }), picture: 'green' as const }
    const all = [aiko, ben, chika]
    const pair = [aiko.person, ben.person] as const
    for (const { person } of all) {
      await watchConnections(person, 'relay')
      person.allowConsoleError(/A call connection failed/)
      await person.openLive('/feeds')
    }
    await startGroupCall(aiko.person, en, ['Ben', 'Chika'])
    await unmute(aiko.person, en)
    for (const { person } of [ben, chika]) {
      await accept(person, en, 'incomingGroup')
      await unmute(person, en)
    }
    await expectMediaAmong(all, en)

    const [one, other] = pair
    network.cut(await portsBetween(one, other))
    const cutAt = Date.now()
    await expect(tileOf(one, other)).toContainText(en('calls.reconnecting'), { timeout: 30_000 })
    await expect(tileOf(other, one)).toContainText(en('calls.reconnecting'), { timeout: 30_000 })
    await expect.poll(() => Date.now() - cutAt, { timeout: CUT_MS + 10_000 }).toBeGreaterThan(CUT_MS)
    for (const person of pair) {
      await expectIncreasing(person, { sounds: 1, pictures: 1 })
      await expect(tileOf(person, chika.person)).not.toContainText(en('calls.reconnecting'))
    }
    await expectIncreasing(chika.person, { sounds: 2, pictures: 2 })

    network.restore()
    const backAt = Date.now()
    await expect(tileOf(one, other)).not.toContainText(en('calls.reconnecting'), { timeout: 60_000 })
    measured(`the pair is connected ${Date.now() - backAt} ms after the return of its network`)
    await expectMediaAmong(all, en)
  },
)

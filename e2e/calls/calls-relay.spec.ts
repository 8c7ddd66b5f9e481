import { expect } from '@playwright/test'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import {
  accept,
  callFromProfile,
  connectedCall,
  expectMedia,
  expectMoving,
  localCandidates,
  received,
  userIdOf,
  videoOf,
  watchConnections,
} from '../fixtures/scenes/calls.ts'
import { onlyLong } from '../fixtures/long.ts'
import { measured } from '../fixtures/checks/measured.ts'
import type { Person, PersonOptions } from '../fixtures/person.ts'
import { test } from '../fixtures/servers/relay.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

type SignedIn = (name: string, options?: PersonOptions) => Promise<Person>

/** Two people whose browsers use the relay only, as behind routers that let nothing else through. */
async function relayedPair(signedIn: SignedIn) {
  const aiko = await signedIn('Aiko', { media: createMediaFiles('red') })
  const ben = await signedIn('Ben', { media: createMediaFiles('blue') })
  for (const person of [aiko, ben]) await watchConnections(person, 'relay')
  return { aiko, ben }
}

/** The error codes with which the TURN server refuses a page, and the addresses that it gives. */
const gather = ({ page }: Person, server: RTCIceServer) =>
  page.evaluate(async (iceServer) => {
    const connection = new RTCPeerConnection({ iceServers: [iceServer], iceTransportPolicy: 'relay' })
    const errors: number[] = []
    const candidates: string[] = []
    connection.onicecandidateerror = ({ errorCode }) => errors.push(errorCode)
    connection.createDataChannel('any')
    const complete = new Promise<void>((resolve) => {
      connection.onicecandidate = ({ candidate }) => (candidate ? candidates.push(candidate.type ?? '') : resolve())
    })
    await connection.setLocalDescription()
    await complete
    connection.close()
    return { errors, candidates }
  }, server)

test(
  'two people behind strict routers talk over the relay; forged credentials open it for no one',
  onlyLong(),
  async ({ signedIn }) => {
    const { aiko, ben } = await relayedPair(signedIn)
    await connectedCall(aiko, ben, en)
    await expectMoving(videoOf(ben, en, 'Aiko'), 'red')
    await expectMoving(videoOf(aiko, en, 'Ben'), 'blue')
    expect(await Promise.all([aiko, ben].map(localCandidates))).toEqual([['relay'], ['relay']])

    const [server] = (await fetchOk(aiko, callRoutes.iceServers)).iceServers
    const { urls = [], username = '', credential = '' } = server ?? {}
    expect(await gather(aiko, { urls, username, credential })).toMatchObject({ candidates: ['relay'] })
    const [expiry, id] = username.split(':')
    const forged = [
      { urls, username, credential: `${credential}x` },
      { urls, username: `${Number(expiry) + 3600}:${id}`, credential },
      { urls, username: `${Math.floor(Date.now() / 1000) - 60}:${id}`, credential },
    ]
    for (const each of forged) {
      const { errors, candidates } = await gather(aiko, each)
      expect(candidates).toEqual([])
      expect(errors).toContain(401)
    }
  },
)

test('a call continues after the network was gone for 20 s', onlyLong(), async ({ signedIn, network }) => {
  const { aiko, ben } = await relayedPair(signedIn)
  await connectedCall(aiko, ben, en)
  const lost = en('calls.reconnecting')

  network.loss = 1
  const cutAt = Date.now()
  for (const { page } of [aiko, ben]) await expect(page.getByText(lost).first()).toBeVisible({ timeout: 20_000 })
  const before = await framesOf([aiko, ben])
  await expect.poll(() => Date.now() - cutAt, { timeout: 30_000 }).toBeGreaterThan(20_000)
  expect(await framesOf([aiko, ben])).toEqual(before)

  network.loss = 0
  const backAt = Date.now()
  await expect
    .poll(async () => (await framesOf([aiko, ben])).every((frames, index) => frames > (before[index] ?? 0)), {
      timeout: 30_000,
      intervals: [100],
    })
    .toBe(true)
  measured(`frames arrive at both ${Date.now() - backAt} ms after the return of the network`)
  for (const person of [aiko, ben]) {
    await expectMedia(person, 1)
    await expect(person.page.getByText(lost)).toHaveCount(0)
  }
})

const framesOf = (people: readonly Person[]): Promise<number[]> =>
  Promise.all(people.map(async (person) => (await received(person)).reduce((sum, { framesDecoded }) => sum + framesDecoded, 0)))

/** The limits of the video that the page sends now. */
const sentVideo = ({ page }: Person) =>
  page.evaluate(() => {
    const sender = window.peerConnections[0]?.getSenders().find(({ track }) => track?.kind === 'video')
    const [{ maxBitrate = Infinity, scaleResolutionDownBy = 1 } = {}] = sender?.getParameters().encodings ?? []
    return { maxBitrate, height: (sender?.track?.getSettings().height ?? 0) / scaleResolutionDownBy }
  })

test('people on a lossy network send a smaller video and still hear each other', onlyLong(), async ({ signedIn, network }) => {
  const aiko = await signedIn('Aiko', { media: createMediaFiles('red', { height: 720 }) })
  const ben = await signedIn('Ben', { media: createMediaFiles('blue', { height: 720 }) })
  for (const person of [aiko, ben]) await watchConnections(person, 'relay')
  await connectedCall(aiko, ben, en)
  network.loss = 0.3
  await expect.poll(async () => (await sentVideo(aiko)).height, { timeout: 90_000 }).toBeLessThanOrEqual(360)
  expect((await sentVideo(aiko)).maxBitrate).toBeLessThanOrEqual(800_000)
  const energy = await soundOf(ben)
  await expect.poll(() => soundOf(ben)).toBeGreaterThan(energy)
})

const soundOf = async (person: Person): Promise<number> =>
  (await received(person)).reduce((sum, { soundEnergy }) => sum + soundEnergy, 0)

/** Waits until a page gives its connection up and logs it. It leaves the call, which ends for both. */
async function expectGivenUp(people: readonly [Person, Person], cut: () => void): Promise<void> {
  for (const person of people) person.allowConsoleError(/A call connection failed/)
  const logged = people.map(({ page }) =>
    page.waitForEvent('console', { predicate: (message) => message.text().includes('was not restored'), timeout: 90_000 }),
  )
  cut()
  await Promise.any(logged)
  const isOver = people.map(({ page }) =>
    expect(page.getByText(en('calls.outcome.lost')).or(page.getByText(en('calls.outcome.ended')))).toBeVisible(),
  )
  await Promise.all(isOver)
  const hasEnded = async () => (await fetchOk(people[0], callRoutes.personal)).calls.map(({ endedAt }) => endedAt !== null)
  await expect.poll(hasEnded).toEqual([true])
}

test('a call ends when the network stays away for 45 s, and the error is logged', onlyLong(), async ({ signedIn, network }) => {
  const { aiko, ben } = await relayedPair(signedIn)
  await connectedCall(aiko, ben, en)
  await expectGivenUp([aiko, ben], () => {
    network.loss = 1
  })
})

test.describe(() => {
  test.use({ relayOptions: [] })
  test('the relay reaches no private network that its operator has not allowed', onlyLong(), async ({ signedIn }) => {
    const { aiko, ben } = await relayedPair(signedIn)
    await ben.openLive('/feeds')
    await callFromProfile(aiko, en, await userIdOf(ben))
    await accept(ben, en)
    for (const person of [aiko, ben])
      await expect.poll(async () => (await received(person)).map(({ state }) => state), { timeout: 60_000 }).toEqual(['failed'])
    await expectGivenUp([aiko, ben], () => undefined)
  })
})

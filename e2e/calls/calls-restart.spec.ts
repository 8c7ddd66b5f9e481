import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { embeddedPostgres } from '../../server/src/db/embedded.ts'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import { connectedCall, expectMedia, expectMoving, press, videoOf, watchConnections } from '../fixtures/scenes/calls.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { measured } from '../fixtures/checks/measured.ts'
import { Person } from '../fixtures/person.ts'
import { type RunningServer, startServer } from '../fixtures/servers/server.ts'
import { textsIn } from '../fixtures/texts.ts'

const en = textsIn('en')

/** Milliseconds after which a restarted server would end the participations of pages that did not join again. */
const LONG_OUTAGE_MS = 40_000

/** Resolves when the page has joined its call on a new connection. */
const joinsAgain = async ({ page }: Person): Promise<void> => {
  const isJoined = ({ payload }: { payload: string | Buffer }) => /^43\d+\[.*"own":/.test(String(payload))
  await page.waitForEvent('websocket', {
    timeout: 90_000,
    predicate: (socket) =>
      socket.waitForEvent('framereceived', { predicate: isJoined }).then(
        () => true,
        () => false,
      ),
  })
}

/**
 * Kills the server, checks that the media continue without it, starts it after `outage` ms and checks that it has the
 * call again.
 */
async function killDuringCall(server: RunningServer, [aiko, ben]: readonly [Person, Person], outage: number): Promise<void> {
  const people = [aiko, ben]
  for (const person of people) person.allowConsoleError(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection/)
  await server.kill()
  const killedAt = Date.now()
  for (const person of people) await expectMedia(person, 1)
  await press(ben, en, 'calls.mute') // this needs no server
  const tile = aiko.page.locator('figure', { hasText: 'Ben' })
  await expect(tile.getByLabel(en('calls.isMuted'))).toBeVisible()
  await press(ben, en, 'calls.unmute')
  await expect.poll(() => Date.now() - killedAt, { timeout: outage + 10_000 }).toBeGreaterThanOrEqual(outage)

  const joined = Promise.all(people.map(joinsAgain))
  await server.restart(0)
  const readyAt = Date.now()
  await joined
  measured(`the call is in sync ${Date.now() - killedAt} ms after the kill, ${Date.now() - readyAt} ms after the start`)
  for (const person of people) await expectMedia(person, 1)
}

async function expectEndForBoth([aiko, ben]: readonly [Person, Person]): Promise<void> {
  await press(aiko, en, 'calls.end')
  await expect(ben.page.getByText(en('calls.outcome.ended'))).toBeVisible()
}

for (const [name, outage] of [
  ['and restarted', 0],
  ['and comes back after 40 s', LONG_OUTAGE_MS],
] as const)
  test(`a call continues when the server is killed ${name}`, onlyLong(), async ({ signedIn, server }) => {
    const aiko = await signedIn('Aiko', { media: createMediaFiles('red') })
    const ben = await signedIn('Ben', { media: createMediaFiles('blue') })
    for (const person of [aiko, ben]) await watchConnections(person)
    await connectedCall(aiko, ben, en)
    await killDuringCall(server, [aiko, ben], outage)
    await expectEndForBoth([aiko, ben])
  })

test('people at two server processes talk, also after one of them is killed', onlyLong(), async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-pg-'))
  const postgres = await embeddedPostgres(folder, { durable: false })
  const servers: RunningServer[] = []
  const people: Person[] = []
  try {
    for (const _ of [1, 2]) servers.push(await startServer({ DATABASE_URL: postgres.url() }, { isFirstStart: true }))
    const [first, second] = servers
    if (!first || !second) throw new Error('a server is missing')
    const aiko = await Person.signedIn(first.url, 'Aiko', { media: createMediaFiles('red') })
    people.push(aiko)
    const ben = await Person.signedIn(second.url, 'Ben', { media: createMediaFiles('blue') })
    people.push(ben)
    for (const person of people) await watchConnections(person)
    await connectedCall(aiko, ben, en)
    await expectMoving(videoOf(ben, en, 'Aiko'), 'red')
    await expectMoving(videoOf(aiko, en, 'Ben'), 'blue')

    aiko.allowConsoleError(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection/)
    await first.kill()
    for (const person of people) await expectMedia(person, 1)
    const joined = joinsAgain(aiko)
    await first.restart(0)
    await joined
    await expectEndForBoth([aiko, ben])
  } finally {
    for (const person of people) await person[Symbol.asyncDispose]()
    for (const server of servers) await server.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const { name, pageErrors } of people) expect(pageErrors, `errors on the page of ${name}`).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { type Db, openDb } from '#/db/pool.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { Caller } from '#/testing/caller.ts'
import { createUsers } from '#/testing/hostile/load-scenario.ts'
import { longTest } from '#/testing/long-test.ts'
import { ReconnectingClient } from '#/testing/reconnecting-client.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'

// All devices reconnect at once after a kill of the server, while further devices raise an SOS. `npm run storm -w bench` measures it
// with 4,000 devices.

const DEVICES = 1000
/** SOS that are raised from the kill until all devices are back, and milliseconds between them. */
const SOS_COUNT = 20
const SOS_EVERY_MS = 150
const CONCURRENT_CONNECTS = 50
const RETRY_MS = 50
const TIMEOUT_MS = 120_000

let folder: string
let noroshi: ServerProcess
let db: Db
beforeAll(async () => {
  folder = await prepareDataDir(await mkdtemp(path.join(tmpdir(), 'noroshi-storm-')))
  noroshi = new ServerProcess({ DATA_DIR: folder })
  db = openDb(`postgresql://noroshi@/noroshi?host=${encodeURIComponent(path.join(folder, 'postgres'))}`)
  await noroshi.start()
}, TIMEOUT_MS)
afterAll(async () => {
  if (noroshi.isRunning()) await noroshi.terminate()
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
}, TIMEOUT_MS)

longTest(
  `${DEVICES} devices return after a kill of the server, and receive every SOS that was raised meanwhile`,
  { timeout: TIMEOUT_MS },
  async () => {
    const url = () => noroshi.url
    const raisers = await createUsers(db, SOS_COUNT)
    const devices = (await createUsers(db, DEVICES)).map((token) => new ReconnectingClient(url, token))
    for (let at = 0; at < DEVICES; at += CONCURRENT_CONNECTS)
      await Promise.all(devices.slice(at, at + CONCURRENT_CONNECTS).map((device) => device.stayConnected()))

    await noroshi.kill()
    const raising = raiseEach(raisers, url)
    await noroshi.start()
    const ids = await raising
    expect(new Set(ids).size).toBe(SOS_COUNT)

    const { rows } = await sql<{ id: string }>`SELECT id FROM events WHERE name = 'alert:new_alert'`.execute(db)
    expect(rows.length).toBe(SOS_COUNT)
    const missing = () => devices.filter(({ receivedCounts }) => rows.some(({ id }) => !receivedCounts.has(id))).length
    while (missing() > 0) await sleep(RETRY_MS) // the test fails by its timeout
    expect(devices.map(({ incomplete }) => incomplete).filter((count) => count > 0)).toEqual([])
    for (const device of devices) device.cut()
    expect(noroshi.output).not.toContain('defect')
  },
)

/** Raises an SOS of each user, every other one without its session, and repeats it until it is accepted. @returns their ids */
function raiseEach(tokens: readonly string[], url: () => string): Promise<string[]> {
  return Promise.all(
    tokens.map(async (token, index) => {
      await sleep(index * SOS_EVERY_MS)
      const body = { clientId: randomUUID() }
      for (;;) {
        const caller = new Caller(url(), index % 2 === 0 ? token : null)
        const reply = await caller.request(alertRoutes.raise, { body }).catch(() => null)
        if (reply !== null && reply.status < 300) return reply.body.id
        await sleep(RETRY_MS)
      }
    }),
  )
}

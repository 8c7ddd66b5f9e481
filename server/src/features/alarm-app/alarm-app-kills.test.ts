import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { embeddedUrl } from '#/db/embedded.ts'
import { openDb } from '#/db/pool.ts'
import { AppClient } from '#/testing/alarm-app/app-client.ts'
import { Caller } from '#/testing/caller.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { createUsers } from '#/testing/hostile/load-scenario.ts'
import { longTest } from '#/testing/long-test.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { freePort } from '#/testing/processes/swift-process.ts'

const KILLS = 5
const RAISED = 6
const APPS = 12

longTest(
  'after five kills of the server while alarms are raised, each app has each acknowledged alarm once',
  { timeout: 300_000 },
  async () => {
    const parent = await mkdtemp(path.join(tmpdir(), 'noroshi-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true }))
    const folder = await prepareDataDir(path.join(parent, 'unit'))
    const server = new ServerProcess({ DATA_DIR: folder }, { port: String(await freePort()) })
    await server.start()
    const db = openDb(embeddedUrl(path.join(folder, 'postgres'), 'noroshi'), 2)
    const users = await createUsers(db, APPS)
    const raisers = await createUsers(db, KILLS * RAISED)
    await db.destroy()
    const apps = await Promise.all(
      users.map(async (token, index) => {
        const { topic } = await new Caller(server.url, token).fetch(alarmAppRoutes.link, { body: { isLooping: true } })
        const app = new AppClient(server.url, topic, { protocol: index % 2 === 0 ? 'json' : 'ws', retries: [100] })
        onTestFinished(() => app.close())
        await app.poll('all')
        return app.open()
      }),
    )
    const acknowledged: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      // All streams are open, so that the kill cuts them.
      await expect.poll(() => apps.every(({ opened }) => opened > kill), { timeout: 60_000 }).toBe(true)
      const raising = raiseAll(server.url, raisers.slice(kill * RAISED, (kill + 1) * RAISED), acknowledged)
      await sleep(100 + Math.random() * 300)
      await server.kill()
      await raising
      await server.start()
    }
    const alarmsOf = ({ received }: AppClient) =>
      received.flatMap(({ priority, sequence_id }) => (priority === 5 ? [sequence_id] : []))
    const missing = () => apps.map((app) => acknowledged.filter((id) => !alarmsOf(app).includes(`alert-${id}`)))
    await expect.poll(missing, { timeout: 30_000 }).toEqual(apps.map(() => []))
    for (const app of apps) expect(new Set(alarmsOf(app)).size).toBe(alarmsOf(app).length)
    expect(acknowledged.length).toBeGreaterThan(0)
    await server.terminate()
  },
)

/** Raises one SOS for each user in turn. A request that the kill interrupts is not acknowledged. */
async function raiseAll(url: string, tokens: readonly string[], acknowledged: string[]): Promise<void> {
  for (const token of tokens) {
    await new Caller(url, token).fetch(alertRoutes.raise, { body: {} }).then(
      ({ id }) => acknowledged.push(id),
      () => undefined,
    )
    await sleep(30 + Math.random() * 60)
  }
}

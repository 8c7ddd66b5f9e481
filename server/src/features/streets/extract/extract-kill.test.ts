import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { streetExtractRoutes } from '@noroshi/contract/streets/street-extracts.http'
import { streetsRoutes } from '@noroshi/contract/streets/streets.http'
import { openDb } from '#/db/pool.ts'
import { Caller } from '#/testing/caller.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { createUsers } from '#/testing/hostile/load-scenario.ts'
import { longTest } from '#/testing/long-test.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { PADDING, REGION } from '#/testing/scenes/extract-scene.ts'
import { MapSource, stall } from '#/testing/scenes/map-source.ts'
import { planetArchive } from '#/testing/scenes/planet-archive.ts'

/** Bytes after which the source stops. The server has reported some before. */
const STALL_AFTER = 5_000_000

longTest('after SIGKILL, the next start of the server continues a download', { timeout: 180_000 }, async () => {
  await using source = await MapSource.start(planetArchive(PADDING))
  const folder = await prepareDataDir(path.join(await mkdtemp(path.join(tmpdir(), 'noroshi-')), 'unit'))
  const noroshi = new ServerProcess({ DATA_DIR: folder, STREETS_SOURCE: source.url })
  const db = openDb(`postgresql://noroshi@/noroshi?host=${encodeURIComponent(path.join(folder, 'postgres'))}`)
  try {
    await noroshi.start()
    const [token = ''] = await createUsers(db, 1)
    await db.updateTable('users').set({ is_admin: true }).execute()
    const read = () => new Caller(noroshi.url, token).fetch(streetExtractRoutes.read)
    const bytesAsked = () => source.tilesAsked.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    source.faultOf = ({ isTiles }) => (isTiles && bytesAsked() > STALL_AFTER ? stall : undefined)
    await new Caller(noroshi.url, token).fetch(streetExtractRoutes.start, { body: { area: REGION } })
    await expect.poll(async () => (await read()).extract?.doneBytes).toBeGreaterThan(4_000_000)
    await noroshi.kill()
    const before = source.tilesAsked.length
    source.faultOf = () => undefined
    await noroshi.start()
    await expect.poll(async () => (await read()).extract, { timeout: 90_000 }).toBeNull()
    const { archive } = await new Caller(noroshi.url, token).fetch(streetsRoutes.read)
    expect(archive?.bounds).toEqual(REGION)
    const again = source.tilesAsked.slice(before).reduce((sum, { first, last }) => sum + last - first + 1, 0)
    expect(again).toBeLessThan((archive?.bytes ?? 0) - 3_000_000)
  } finally {
    await db.destroy()
    if (noroshi.isRunning()) await noroshi.terminate()
    await rm(path.dirname(folder), { recursive: true, force: true })
  }
})

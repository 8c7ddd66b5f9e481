import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { longTest } from '#/testing/long-test.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { Caller } from '#/testing/caller.ts'
import { adminUrl } from '#/testing/database.ts'
import { ServerProcess, postmasterOf } from '#/testing/processes/server-process.ts'
import { debianPostgres } from '../../scripts/debian-postgres.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-main-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

longTest(
  'with DATABASE_URL the server uses that PostgreSQL 15 and does not start the embedded one',
  { timeout: 180_000 },
  async () => {
    const debian = await debianPostgres()
    if (debian === null) throw new Error('Debian’s PostgreSQL 15 is not installed')
    const noroshi = new ServerProcess({ DATA_DIR: folder, DATABASE_URL: debian.url })
    try {
      await noroshi.start()
      const { id, alertToken } = await new Caller(noroshi.url, null).fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
      expect(await noroshi.terminate()).toBe(0)
      await noroshi.start()
      const alert = await new Caller(noroshi.url, null).fetch(alertRoutes.get, { params: { id }, alertToken })
      expect(alert.textContent).toBe('fire')
      expect(await postmasterOf(folder)).toBeNull()
      expect(await noroshi.terminate()).toBe(0)
    } finally {
      await debian.stop()
    }
  },
)

longTest('a server whose port is in use stops PostgreSQL and releases the data directory', { timeout: 180_000 }, async () => {
  const first = new ServerProcess({ DATA_DIR: await prepareDataDir(path.join(folder, 'first')) })
  await first.start()
  const second = new ServerProcess({ DATA_DIR: path.join(folder, 'second') }, { port: new URL(first.url).port })
  await expect(second.start()).rejects.toThrow(/ended with 1: .*EADDRINUSE/s)
  expect(await postmasterOf(path.join(folder, 'second'))).toBeNull()
  const again = new ServerProcess({ DATA_DIR: path.join(folder, 'second') })
  await again.start()
  expect(await again.terminate()).toBe(0)
  expect(await first.terminate()).toBe(0)
})

longTest('a missing PostgreSQL or an invalid setting ends the start with one line', async () => {
  const unavailable = new ServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: adminUrl().replace(/host=.*/, 'host=/nowhere'),
  })
  await expect(unavailable.start()).rejects.toThrow(/ended with 1: .*\/nowhere/)
  const wrong = new ServerProcess({ DATA_DIR: folder }, { port: 'http' })
  await expect(wrong.start()).rejects.toThrow(/^it ended with 1: Noroshi does not start: PORT: .*\n$/)
})

test('SIGTERM during the first start stops the server with exit code 0', { timeout: 180_000 }, async () => {
  const noroshi = new ServerProcess({ DATA_DIR: folder })
  const starting = noroshi.start().catch(() => undefined) // it ends before it is ready
  await expect.poll(() => postmasterOf(folder), { timeout: 120_000, interval: 5 }).not.toBeNull()
  const ended = noroshi.terminate()
  await starting
  expect(await ended).toBe(0)
  expect(await postmasterOf(folder)).toBeNull()
  const admin = new pg.Client({
    connectionString: `postgresql://noroshi@/postgres?host=${encodeURIComponent(path.join(folder, 'postgres'))}`,
  })
  await expect(admin.connect()).rejects.toThrow()
})

longTest('a second signal does not interrupt the shutdown', { timeout: 180_000 }, async () => {
  const noroshi = new ServerProcess({ DATA_DIR: await prepareDataDir(folder) })
  await noroshi.start()
  const ended = noroshi.terminate()
  await sleep(30) // it stops PostgreSQL, which takes longer
  expect(await noroshi.terminate()).toBe(0)
  expect(await ended).toBe(0)
  expect(await postmasterOf(folder)).toBeNull()
})

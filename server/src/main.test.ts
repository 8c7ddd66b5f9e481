import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { Caller } from '#/testing/caller.ts'
import { Killable, postmasterOf } from '#/testing/killable.ts'
import { debianPostgres } from '../../scripts/debian-postgres.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-main-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test(
  'with DATABASE_URL it runs on another PostgreSQL, from version 15 on, and begins none of its own',
  { timeout: 60_000 },
  async () => {
    const debian = await debianPostgres()
    if (debian === null) throw new Error('Debian’s PostgreSQL 15 is not installed')
    const noroshi = new Killable({ DATA_DIR: folder, DATABASE_URL: debian.url })
    try {
      await noroshi.start()
      const { id, alertToken } = await new Caller(noroshi.url, null).gets(alertRoutes.raise, { body: { textContent: 'fire' } })
      expect(await noroshi.ends()).toBe(0)
      await noroshi.start()
      const alert = await new Caller(noroshi.url, null).gets(alertRoutes.get, { params: { id }, alertToken })
      expect(alert.textContent).toBe('fire')
      expect(await postmasterOf(folder)).toBeNull()
      expect(await noroshi.ends()).toBe(0)
    } finally {
      await debian.stop()
    }
  },
)

test(
  'a start that fails leaves nothing behind: the port is taken, PostgreSQL is stopped, the folder is free',
  { timeout: 60_000 },
  async () => {
    const first = new Killable({ DATA_DIR: path.join(folder, 'first') })
    await first.start()
    const second = new Killable({ DATA_DIR: path.join(folder, 'second') }, { port: new URL(first.url).port })
    await expect(second.start()).rejects.toThrow(/ended with 1: .*EADDRINUSE/s)
    expect(await postmasterOf(path.join(folder, 'second'))).toBeNull()
    const again = new Killable({ DATA_DIR: path.join(folder, 'second') })
    await again.start()
    expect(await again.ends()).toBe(0)
    expect(await first.ends()).toBe(0)
  },
)

test('a PostgreSQL that is not there, and a setting that is wrong, end the start with one clear line', async () => {
  const away = new Killable({ DATA_DIR: folder, DATABASE_URL: inject('adminUrl').replace(/host=.*/, 'host=/nowhere') })
  await expect(away.start()).rejects.toThrow(/ended with 1: .*\/nowhere/)
  const wrong = new Killable({ DATA_DIR: folder }, { port: 'http' })
  await expect(wrong.start()).rejects.toThrow(/^it ended with 1: Noroshi does not start: PORT: .*\n$/)
})

test('SIGTERM in the middle of the first start ends it cleanly', { timeout: 60_000 }, async () => {
  const noroshi = new Killable({ DATA_DIR: folder })
  const starting = noroshi.start()
  await expect.poll(() => postmasterOf(folder), { timeout: 20_000, interval: 5 }).not.toBeNull()
  const ended = noroshi.ends()
  await Promise.allSettled([starting])
  expect(await ended).toBe(0)
  expect(await postmasterOf(folder)).toBeNull()
  const admin = new pg.Client({
    connectionString: `postgresql://noroshi@/postgres?host=${encodeURIComponent(path.join(folder, 'postgres'))}`,
  })
  await expect(admin.connect()).rejects.toThrow()
})

test('a second signal, as npm adds one to that of the terminal, cuts no end short', { timeout: 60_000 }, async () => {
  const noroshi = new Killable({ DATA_DIR: folder })
  await noroshi.start()
  const ended = noroshi.ends()
  await sleep(30) // it stops PostgreSQL, which takes longer
  expect(await noroshi.ends()).toBe(0)
  expect(await ended).toBe(0)
  expect(await postmasterOf(folder)).toBeNull()
})

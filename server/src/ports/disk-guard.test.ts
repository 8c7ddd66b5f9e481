import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { diskRoutes } from '@noroshi/contract/accounts/disk.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { messages } from '@noroshi/contract/messages'
import { longTest } from '#/testing/long-test.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { Caller } from '#/testing/caller.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { accountOf } from '#/testing/access/request-values.ts'
import { BALLAST_BYTES, FULL_BELOW } from './disk-guard.ts'

const run = promisify(execFile)

// The server runs on a small file system of its own, which needs the rights of root.
let disk: string
let noroshi: ServerProcess
const fillers: string[] = []
beforeEach(async () => {
  disk = await mkdtemp(path.join(tmpdir(), 'noroshi-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=640m', 'tmpfs', disk])
  noroshi = new ServerProcess({ DATA_DIR: await prepareDataDir(path.join(disk, 'data')) })
})
afterEach(async () => {
  if (noroshi.isRunning()) await noroshi.terminate()
  fillers.length = 0
  await run('umount', ['-l', disk])
  await rm(disk, { recursive: true })
})

const freeBytes = async (): Promise<number> => {
  const { bsize, bavail } = await statfs(disk)
  return bsize * bavail
}
/** Fills the disk with the files of another program until this space is left. */
async function fillUpTo(left: number): Promise<void> {
  const file = path.join(disk, `filler-${fillers.length}`)
  fillers.push(file)
  await writeFile(file, Buffer.alloc(Math.max(0, (await freeBytes()) - left)))
}
const deleteFillers = async (): Promise<void> => {
  for (const file of fillers.splice(0)) await rm(file)
}

test('on a full disk an SOS is accepted, and all else as soon as there is space', { timeout: 120_000 }, async () => {
  await noroshi.start()
  const visitor = () => new Caller(noroshi.url, null)
  const level = async () => ((await (await visitor().rawFetch('/readyz')).json()) as { disk: string }).disk
  const register = (name: string) =>
    visitor().request(accountRoutes.register, { body: { ...accountOf(name), ...(name === 'aiko' && { setupCode }) } })
  const raise = async () =>
    expect((await visitor().request(alertRoutes.raise, { body: { textContent: 'fire' } })).status).toBe(201)
  await expect.poll(() => noroshi.output).toMatch(/\/register\?setup=\S+\n/)
  const [, setupCode = ''] = /\/register\?setup=(\S+)/.exec(noroshi.output) ?? []
  const ballast = path.join(disk, 'data', 'ballast')
  expect((await register('aiko')).status).toBe(201)
  const { accessToken } = await visitor().fetch(accountRoutes.login, { body: accountOf('aiko') })
  await expect
    .poll(
      () =>
        stat(ballast).then(
          ({ size }) => size,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(BALLAST_BYTES)
  expect(await level()).toBe('low')

  await fillUpTo(FULL_BELOW - BYTES_PER_MB)
  await expect.poll(level, { timeout: 10_000 }).toBe('full')
  expect(await register('ben')).toMatchObject({
    status: 507,
    body: { code: 'disk.full', message: messages['error.disk.full'].en },
  })
  const { accessToken: again } = await visitor().fetch(accountRoutes.login, { body: accountOf('aiko') })
  for (const token of [accessToken, again])
    expect(await new Caller(noroshi.url, token).fetch(diskRoutes.read)).toMatchObject({ level: 'full' })
  await raise()

  await fillUpTo(0)
  await expect.poll(() => stat(ballast).catch(() => null), { timeout: 10_000 }).toBeNull()
  for (let count = 0; count < 20; count++) await raise()

  await deleteFillers()
  await expect.poll(level, { timeout: 10_000 }).toBe('low')
  expect((await register('ben')).status).toBe(201)
  await expect
    .poll(
      () =>
        stat(ballast).then(
          ({ size }) => size,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(BALLAST_BYTES)
  expect(await noroshi.terminate()).toBe(0)
})

longTest('a start on a full disk says what to free, and a start after that works', { timeout: 60_000 }, async () => {
  await fillUpTo(10 * BYTES_PER_MB)
  await expect(noroshi.start()).rejects.toThrow(
    /^it ended with 1: Noroshi does not start: only \d+ MB are free on the disk of .*data\. Free at least 128 MB: [^\n]+\n$/,
  )
  await deleteFillers()
  await noroshi.start()
  expect(await noroshi.terminate()).toBe(0)
})

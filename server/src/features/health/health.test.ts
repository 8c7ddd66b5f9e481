import { expect, test } from 'vitest'
import { healthRoutes } from '@noroshi/contract/health/health.http'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { linuxSystem } from '#/ports/system.ts'
import { checkOf, readHealth, replaceBackups } from '#/testing/scenes/health-readings.ts'
import { startTestServer } from '#/testing/test-server.ts'

const GB = 1024 * BYTES_PER_MB

test('an administrator sees each check with its facts, and what is unknown first', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const before = await gen.fetch(healthRoutes.read)
  expect(new Set(before.checks.map(({ level }) => level))).toEqual(new Set(['unknown'])) // it has not read any yet
  await noroshi.health.readAll()
  const { checks } = await gen.fetch(healthRoutes.read)
  const database = checks.find(({ name }) => name === 'database')
  expect(database).toMatchObject({ level: 'good', advice: null, machine: null })
  expect(database?.facts.map(({ name }) => name)).toContain('answerTime')
  expect(checks.map(({ level }) => level).indexOf('good')).toBeGreaterThanOrEqual(
    checks.map(({ level }) => level).lastIndexOf('unknown'),
  )
  expect(checks.filter(({ advice }) => advice === 'readFailed' || advice === 'notRead')).toEqual([])
  expect(checks.map(({ name }) => name)).not.toContain('mail') // it is not set up
})

test('a reading that is old is unknown', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  await noroshi.health.readAll()
  noroshi.clock.advance({ minutes: 5 })
  const { checks } = await gen.fetch(healthRoutes.read)
  expect(checks.find(({ name }) => name === 'disk')).toMatchObject({ level: 'unknown', advice: 'notRead', readAt: null })
})

test('a check that fails or takes too long is unknown, and the others are read', async () => {
  let reading = async (): Promise<{ free: number; total: number }> => Promise.reject(new Error('no such disk'))
  await using noroshi = await startTestServer({}, { system: { ...linuxSystem(), diskSpace: () => reading() } })
  noroshi.expectsInLog(/no such disk/)
  const gen = await noroshi.admin('Gen')
  const checkOf = async (wanted: string) => {
    await noroshi.health.readAll()
    return (await gen.fetch(healthRoutes.read)).checks.find(({ name }) => name === wanted)
  }
  expect(await checkOf('disk')).toMatchObject({ level: 'unknown', advice: 'readFailed' })
  reading = async () => ({ free: 1 * GB, total: 100 * GB })
  expect(await checkOf('disk')).toMatchObject({ level: 'warning', advice: 'diskLow' })
  const { promise, resolve } = Promise.withResolvers<{ free: number; total: number }>()
  reading = () => promise
  expect(await checkOf('disk')).toMatchObject({ level: 'unknown', advice: 'notRead' })
  expect(await checkOf('database')).toMatchObject({ level: 'good' })
  resolve({ free: 90 * GB, total: 100 * GB })
  await promise
  expect(await checkOf('disk')).toMatchObject({ level: 'good' })
})

test('a complete backup that was not restored as a test is a warning that says why and what to do', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const verified = { days: 0, outcome: 'complete', rehearsal: 'verified' } as const
  const runs = [
    [{ ...verified, problem: 'noRoom' }, 'rehearsalNoRoom'],
    [{ ...verified, problem: 'noRight' }, 'rehearsalNoRight'],
    [{ ...verified, problem: 'noKey' }, 'rehearsalNoKey'],
    [{ ...verified, problem: 'laterVersion' }, 'rehearsalLaterVersion'],
    [{ ...verified, rehearsal: null }, 'rehearsalNone'],
    [{ ...verified, problem: 'noRoom', days: 9 }, 'backupOld'],
  ] as const
  for (const [run, advice] of runs) {
    await replaceBackups(noroshi.db, run)
    await readHealth(noroshi)
    expect(await checkOf(gen, 'backup'), advice).toMatchObject({ level: 'warning', advice })
  }
  await replaceBackups(noroshi.db, { ...verified, rehearsal: 'rehearsed' })
  await readHealth(noroshi)
  expect(await checkOf(gen, 'backup')).toMatchObject({ level: 'good', advice: null })
})

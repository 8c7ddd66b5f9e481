import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { type Job, runIfDue, startJobs } from './jobs.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer({ PUSH_CONTACT: 'mailto:unit@example.org' })
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const HOUR = 3_600_000
const fail = (error: unknown) => expect.unreachable(String(error))

test('the server starts each job that its source declares', () => {
  const root = path.join(import.meta.dirname, '..')
  const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'))
  const declared = sources.flatMap((file) => {
    const matches = readFileSync(path.join(root, file), 'utf8').matchAll(/name: ['`]([^'`$]+)[^,]*,\s*(?:every:|\.\.\.times)/g)
    return [...matches].map(([, name = '']) => name)
  })
  expect(declared.length).toBeGreaterThan(10)
  // Health checks have the same fields.
  const started = [...noroshi.jobs, ...noroshi.health.checks].map(({ name }) => name)
  expect(declared.filter((name) => !started.some((each) => each.startsWith(name)))).toEqual([])
})

/** A job that counts its runs. */
function counting(name: string, options: Partial<Job> = {}) {
  const runs = { count: 0 }
  const job: Job = { name, every: HOUR, run: async () => void (runs.count += 1), ...options }
  return { job, runs }
}

const moveStart = (name: string, interval: string) =>
  sql`UPDATE jobs SET started_at = started_at + ${interval}::interval WHERE name = ${name}`.execute(noroshi.db)

test('one of many processes runs a job in each interval', async () => {
  const { job, runs } = counting('shared')
  await Promise.all(Array.from({ length: 20 }, () => runIfDue(noroshi.db, job)))
  expect(runs.count).toBe(1)
  await moveStart('shared', '-1 hour')
  await Promise.all(Array.from({ length: 20 }, () => runIfDue(noroshi.db, job)))
  expect(runs.count).toBe(2)
})

test('a process does not run a job that another process has claimed while it waited', async () => {
  const { job, runs } = counting('waiting')
  await runIfDue(noroshi.db, job)
  await moveStart('waiting', '-1 hour')
  await noroshi.db
    .transaction()
    .execute(async (tx) => {
      await sql`SELECT FROM jobs WHERE name = 'waiting' FOR UPDATE`.execute(tx)
      const waiting = runIfDue(noroshi.db, job)
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INTO jobs%'`.execute(noroshi.db)
        expect(rows).toHaveLength(1)
      }, 10_000)
      await sql`UPDATE jobs SET started_at = clock_timestamp() WHERE name = 'waiting'`.execute(tx)
      return { waiting } // not awaited: it waits for the commit
    })
    .then(({ waiting }) => waiting)
  expect(runs.count).toBe(1)
})

test('a job runs although its last start is in the future, after the clock went back', async () => {
  const { job, runs } = counting('future')
  await runIfDue(noroshi.db, job)
  await moveStart('future', '2 days')
  await runIfDue(noroshi.db, job)
  expect(runs.count).toBe(2)
})

test('a job of each process runs in each of them', async () => {
  const { job, runs } = counting('in memory', { isPerProcess: true })
  await runIfDue(noroshi.db, job)
  await runIfDue(noroshi.db, job)
  expect(runs.count).toBe(2)
})

test('a started job runs at its time, again in each interval, and no longer when it is stopped', async () => {
  const again = Promise.withResolvers<void>()
  const { job, runs } = counting('started', {
    every: 20,
    firstAfter: 1,
    run: async () => (++runs.count === 3 ? again.resolve() : undefined),
  })
  const stop = startJobs(noroshi.db, fail, [job])
  await again.promise
  await stop()
  const { count } = runs
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(runs.count).toBe(count)
})

test('a job that fails is logged and runs again', async () => {
  const errors: unknown[] = []
  const again = Promise.withResolvers<void>()
  const { job, runs } = counting('failing', {
    every: 20,
    run: async () => {
      if (++runs.count === 2) again.resolve()
      throw new Error('defect')
    },
  })
  const stop = startJobs(noroshi.db, (error) => void errors.push(error), [job])
  await again.promise
  await stop()
  expect(errors.slice(0, 1)).toEqual([new Error('defect')])
})

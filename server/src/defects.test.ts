import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { longTest } from '#/testing/long-test.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { Caller } from '#/testing/caller.ts'
import { cloneDatabase } from '#/testing/database.ts'
import { ServerProcess, postmasterOf } from '#/testing/processes/server-process.ts'

const SECRET = 'taro@example.org'

let folder: string
beforeEach(async () => {
  folder = await prepareDataDir(await mkdtemp(path.join(tmpdir(), 'noroshi-defects-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Returns a server that runs a module before its own code. */
const serverWithModule = (code: string, environment: Record<string, string> = {}): ServerProcess =>
  new ServerProcess({
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
    ...environment,
  })

/** Returns a server that runs a statement in the middle of its work when it receives SIGUSR2. */
function serverWithDefect(statement: string, environment: Record<string, string> = {}): ServerProcess {
  return serverWithModule(`process.on('SIGUSR2', () => setImmediate(() => { ${statement} }))`, environment)
}

async function ownDatabase(): Promise<{ DATABASE_URL: string }> {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url }
}

/** Returns the lines of the log about defects. */
const defectsIn = ({ output }: ServerProcess): { level: number; err: Record<string, unknown>; msg: string }[] =>
  output
    .split('\n')
    .filter((line) => line.includes('defect'))
    .map((line) => JSON.parse(line))

const DEFECTS = [
  { name: 'exception', statement: "throw new TypeError('broken')" },
  { name: 'rejection', statement: "void Promise.reject(new TypeError('broken'))" },
]
for (const { name, statement } of DEFECTS)
  test(`an uncaught ${name} is logged in one line and ends the server with exit code 1`, { timeout: 60_000 }, async () => {
    const noroshi = serverWithDefect(statement, await ownDatabase())
    await noroshi.start()
    expect(await noroshi.endAfter('SIGUSR2')).toBe(1)
    const [line, ...others] = defectsIn(noroshi)
    expect(others).toEqual([])
    expect(line).toMatchObject({ level: 60, err: { type: 'TypeError', message: 'broken' } })
    expect(Object.keys(line?.err ?? {})).toEqual(['type', 'message', 'stack'])
    expect(line?.msg).toContain(name)
  })

longTest('the log line of a defect contains no fields of the error that may quote a user', { timeout: 60_000 }, async () => {
  const statement = `Promise.reject({ email: '${SECRET}' }); Promise.reject('${SECRET}'); throw Object.assign(new Error('duplicate'), { detail: '${SECRET}', code: '23505' })`
  const noroshi = serverWithDefect(statement, await ownDatabase())
  await noroshi.start()
  expect(await noroshi.endAfter('SIGUSR2')).toBe(1)
  expect(defectsIn(noroshi)).toHaveLength(3)
  expect(defectsIn(noroshi).map(({ err }) => err['code'])).toContain('23505')
  expect(noroshi.output).not.toContain(SECRET)
})

/** Statements that make a method of `pg` fail with an error that quotes a row. */
const failing = (method: string): string => `
  const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})
  const row = Object.assign(new Error('duplicate'), { detail: '${SECRET}', code: '23505' })
  pg.${method} = () => Promise.reject(new Error('it is broken', { cause: row }))`

test('a failed start prints its cause without the fields that may quote a user', async () => {
  const noroshi = serverWithModule(failing('Client.prototype.connect'), await ownDatabase())
  await expect(noroshi.start()).rejects.toThrow(/^it ended with 1: it is broken\n\{.*"code":"23505".*\}\n$/)
  expect(noroshi.output).not.toContain(SECRET)
})

longTest('a failed shutdown is logged without the fields that may quote a user', { timeout: 60_000 }, async () => {
  const noroshi = serverWithModule(failing('Pool.prototype.end'), await ownDatabase())
  await noroshi.start()
  expect(await noroshi.terminate()).toBe(1)
  expect(noroshi.output).toContain('the shutdown is incomplete')
  expect(noroshi.output).toContain('23505')
  expect(noroshi.output).not.toContain(SECRET)
})

test('a defect stops PostgreSQL, and the next start has all acknowledged data', { timeout: 60_000 }, async () => {
  const noroshi = serverWithDefect("throw new Error('broken')")
  await noroshi.start()
  const { id, alertToken } = await new Caller(noroshi.url, null).fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  expect(await noroshi.endAfter('SIGUSR2')).toBe(1)
  expect(await postmasterOf(folder)).toBeNull()
  await noroshi.start()
  const alert = await new Caller(noroshi.url, null).fetch(alertRoutes.get, { params: { id }, alertToken })
  expect(alert.textContent).toBe('fire')
  expect(await noroshi.terminate()).toBe(0)
})

longTest('a defect during the shutdown by SIGTERM makes the exit code 1', { timeout: 60_000 }, async () => {
  const noroshi = serverWithDefect("process.kill(process.pid, 'SIGTERM'); setImmediate(() => { throw new Error('late') })")
  await noroshi.start()
  expect(await noroshi.endAfter('SIGUSR2')).toBe(1)
  expect(defectsIn(noroshi)).toHaveLength(1)
  expect(await postmasterOf(folder)).toBeNull()
})

longTest('a defect ends the server within 15 s although PostgreSQL hangs', { timeout: 60_000 }, async () => {
  const noroshi = serverWithDefect("throw new Error('broken')")
  await noroshi.start()
  const postmaster = (await postmasterOf(folder)) ?? 0
  process.kill(postmaster, 'SIGSTOP')
  onTestFinished(() => void process.kill(postmaster, 'SIGKILL'))
  expect(await noroshi.endAfter('SIGUSR2')).toBe(1)
})

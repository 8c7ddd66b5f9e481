import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts another process that tries to lock the directory and keeps running with the lock. */
function startLocker() {
  const program = `const { lockDataDir } = await import(process.argv[1])
    await lockDataDir(process.argv[2]).then(() => console.log('locked'), (error) => { console.log(error.message); process.exit() })
    setInterval(() => undefined, 1000)`
  const lockModule = path.join(import.meta.dirname, 'data-dir-lock.ts')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, lockModule, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = once(child.stdout, 'data').then(([chunk]: unknown[]) => String(chunk).trim())
  const kill = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { pid: child.pid, output, kill }
}

test('a directory that a running server has locked is rejected, and the lock of a killed server is replaced', async () => {
  const first = startLocker()
  expect(await first.output).toBe('locked')
  await expect(lockDataDir(folder)).rejects.toThrow(`another Noroshi (process ${first.pid}) already runs on ${folder}`)
  await first.kill()
  const release = await lockDataDir(folder)
  expect(await readdir(folder)).toEqual(['server.pid'])
  await release()
  expect(await readdir(folder)).toEqual([])
})

test('only one of several concurrent processes replaces a stale lock', async () => {
  const killed = startLocker()
  expect(await killed.output).toBe('locked')
  await killed.kill()
  const many = Array.from({ length: 6 }, startLocker)
  try {
    const outputs = await Promise.all(many.map(({ output }) => output))
    expect(outputs.filter((text) => text === 'locked')).toHaveLength(1)
  } finally {
    await Promise.all(many.map(({ kill }) => kill()))
  }
})

test.each([
  ['no content after a power cut', ''],
  ['the pid of another process', `${process.ppid} 00000000-0000-0000-0000-000000000000 17`],
  ['other text', 'hello'],
])('a lock file with %s is replaced', async (_, content) => {
  await writeFile(path.join(folder, 'server.pid'), content)
  const release = await lockDataDir(folder)
  await release()
})

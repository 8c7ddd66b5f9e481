import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IS_LONG } from '#/testing/long-test.ts'
import { lockDataDir, lockDataDirForBackup, lockDataDirForServer } from './data-dir-lock.ts'
import { longTest } from '#/testing/long-test.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts another process. It tries to lock the directory with each line that it receives, and keeps the lock. */
async function startLocker() {
  const program = `const { lockDataDir } = await import(process.argv[1])
    process.stdin.on('data', () => lockDataDir(process.argv[2])
      .then(() => console.log('locked'), (error) => console.log(error.message)))
    console.log('ready')`
  const lockModule = path.join(import.meta.dirname, 'data-dir-lock.ts')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, lockModule, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const nextOutput = async () => String((await once(child.stdout, 'data'))[0]).trim()
  const ready = await nextOutput()
  expect(ready).toBe('ready')
  const lock = () => {
    const output = nextOutput()
    child.stdin.write('lock\n')
    return output
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { pid: child.pid, lock, kill }
}

test('a directory that a running server has locked is rejected, and the lock of a killed server is free', async () => {
  const first = await startLocker()
  expect(await first.lock()).toBe('locked')
  await expect(lockDataDir(folder)).rejects.toThrow(`another Noroshi (process ${first.pid}) already runs on ${folder}`)
  await first.kill()
  const release = await lockDataDir(folder)
  expect((await readdir(folder)).toSorted()).toEqual(['server.lock', 'server.pid'])
  await release()
  expect(await readdir(folder)).toEqual(['server.lock'])
})

test('a server that cannot see the process of the running one is rejected, as in another container', async () => {
  const first = await startLocker()
  expect(await first.lock()).toBe('locked')
  try {
    await writeFile(path.join(folder, 'server.pid'), '999999999\n')
    await expect(lockDataDir(folder)).rejects.toThrow('already runs')
    await rm(path.join(folder, 'server.pid'))
    await expect(lockDataDir(folder)).rejects.toThrow(`another Noroshi already runs on ${folder}`)
  } finally {
    await first.kill()
  }
})

test('a running server of an earlier version, which wrote its process and locked nothing, is noticed until it ends', async () => {
  const earlier = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(earlier, 'spawn')
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    const startedAt = (await readFile(`/proc/${earlier.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[19]
    await writeFile(path.join(folder, 'server.pid'), `${earlier.pid} ${boot} ${startedAt}`)
    await expect(lockDataDir(folder)).rejects.toThrow(`another Noroshi (process ${earlier.pid}) already runs on ${folder}`)
  } finally {
    earlier.kill('SIGKILL')
    await once(earlier, 'exit')
  }
  const release = await lockDataDir(folder)
  await release()
})

test('a pid that another process uses after a reboot does not keep the server from starting', async () => {
  await writeFile(path.join(folder, 'server.pid'), `${process.ppid} 00000000-0000-0000-0000-000000000000 1`)
  const release = await lockDataDir(folder)
  await release()
})

test('one of many concurrent processes locks the directory, also while the one before is killed', async () => {
  let lockers = await Promise.all(Array.from({ length: IS_LONG ? 6 : 3 }, startLocker))
  const outputs = async () => Promise.all(lockers.map(async (locker) => ({ locker, output: await locker.lock() })))
  try {
    let holder: (typeof lockers)[number] | undefined
    while (lockers.length > 1) {
      // The process with the lock ends while the others try to lock. It may be too early for all of them, but never early enough for two.
      const [during] = await Promise.all([outputs(), holder?.kill()])
      const first = during.filter(({ output }) => output === 'locked')
      expect(first.length).toBeLessThan(2)
      const locked = first.length > 0 ? first : (await outputs()).filter(({ output }) => output === 'locked')
      expect(locked).toHaveLength(1)
      holder = locked[0]?.locker
      lockers = lockers.filter((one) => one !== holder)
      const rejected = new Set((await outputs()).map(({ output }) => output))
      expect([...rejected]).toEqual([`another Noroshi (process ${holder?.pid}) already runs on ${folder}`])
    }
    await holder?.kill()
  } finally {
    await Promise.all(lockers.map(({ kill }) => kill()))
  }
}, 60_000)

test.each([
  ['no content after a power cut', ''],
  ['other text', 'hello'],
])('a pid file with %s does not keep the server from starting', async (_, content) => {
  await writeFile(path.join(folder, 'server.pid'), content)
  const release = await lockDataDir(folder)
  await release()
})

test('a backup ignores the request of a server that was killed while it waited', async () => {
  await writeFile(path.join(folder, 'server.starts'), '')
  const lock = await lockDataDirForBackup(folder)
  expect(await readdir(folder)).not.toContain('server.starts')
  expect(lock.serverStarts.aborted).toBe(false)
  await lock.release()
})

test('a server does not wait for another server, and its wait for a backup ends with its signal', async () => {
  const first = await startLocker()
  const lines: string[] = []
  const lock = (signal: AbortSignal) => lockDataDirForServer(folder, signal, (text) => void lines.push(text))
  expect(await first.lock()).toBe('locked')
  try {
    await expect(lock(new AbortController().signal)).rejects.toThrow(`process ${first.pid}`)
    expect(lines).toEqual([])
    const pidFile = path.join(folder, 'server.pid')
    await writeFile(pidFile, `${await readFile(pidFile, 'utf8')} backup`)
    const stopped = new AbortController()
    const waiting = lock(stopped.signal)
    const aborted = expect(waiting).rejects.toThrow('aborted')
    await expect.poll(() => readdir(folder)).toContain('server.starts')
    stopped.abort()
    await aborted
    expect(lines).toHaveLength(1)
    expect(await readdir(folder)).not.toContain('server.starts')
  } finally {
    await first.kill()
  }
})

longTest(
  'a server that has waited long for a backup starts when its file is gone before its lock',
  async () => {
    const first = await startLocker()
    expect(await first.lock()).toBe('locked')
    try {
      const pidFile = path.join(folder, 'server.pid')
      await writeFile(pidFile, `${await readFile(pidFile, 'utf8')} backup`)
      const waiting = lockDataDirForServer(folder, new AbortController().signal, () => undefined)
      waiting.catch(() => undefined) // awaited below
      await sleep(2500)
      await rm(pidFile)
      await sleep(1000)
      await first.kill()
      const release = await waiting
      await release()
    } finally {
      await first.kill()
    }
  },
  20_000,
)

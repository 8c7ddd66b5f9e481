import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { deleteStalePidFiles, runningPostmaster } from './pid-files.ts'

let parent: string
let dir: string
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'noroshi-pid-'))
  dir = path.join(parent, 'data/postgres')
  for (const folder of [dir, path.join(parent, 'other')]) await mkdir(folder, { recursive: true })
  await symlink('/bin/sh', path.join(parent, 'postgres'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

interface Program {
  readonly name?: 'postgres' | 'sh'
  /** The working directory. */
  readonly cwd?: string
  readonly args?: readonly string[]
}

/** Starts a process with the name of a program until the test ends. @returns its pid and a function that ends it */
async function startProcess({ name = 'postgres', cwd = parent, args = [] }: Program) {
  const program = name === 'postgres' ? path.join(parent, 'postgres') : '/bin/sh'
  const child = spawn(program, ['-c', 'echo ready; read line', name, ...args], { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(end)
  await once(child.stdout, 'data')
  return { pid: child.pid ?? 0, end }
}

const FILES = ['postmaster.pid', '.s.PGSQL.5432.lock']
const writePidFiles = (content: string) => Promise.all(FILES.map((file) => writeFile(path.join(dir, file), content)))
const contentOf = (pid: number) => `${pid}\n${dir}\n1\n5432\n${dir}\n\n`
const exists = (file: string) =>
  access(path.join(dir, file)).then(
    () => true,
    () => false,
  )
/** Returns the pid files that remain after the stale ones of a directory are deleted. */
async function remaining(of = dir) {
  await deleteStalePidFiles(of)
  const isThere = await Promise.all(FILES.map(exists))
  return FILES.filter((_, index) => isThere[index])
}

describe('pid files without a pid', () => {
  const inDir = () => ({ cwd: dir })
  test.each<[string, string[], (() => Program)?]>([
    ['are deleted when no process uses the directory', []],
    ['are kept while PostgreSQL works in the directory', FILES, inDir],
    ['are kept while PostgreSQL has the directory in its command line', FILES, () => ({ args: ['-D', dir] })],
    ['are deleted while PostgreSQL uses another directory', [], () => ({ cwd: path.join(parent, 'other') })],
    ['are deleted while another program works in the directory', [], () => ({ name: 'sh', cwd: dir })],
  ])('%s', async (_, kept, program) => {
    if (program) await startProcess(program())
    for (const content of ['', '\0'.repeat(95), 'no pid\n']) {
      await writePidFiles(content)
      expect(await runningPostmaster(dir)).toBeNull()
      expect(await remaining()).toEqual(kept)
    }
  })

  test('are kept while PostgreSQL works in the directory that a link names', async () => {
    const link = path.join(parent, 'link')
    await symlink(dir, link)
    await startProcess(inDir())
    await writePidFiles('')
    expect(await remaining(link)).toEqual(FILES)
  })

  test('are deleted although an ended PostgreSQL remains as a zombie', async () => {
    // `sleep` replaces the shell, and does not wait for its child.
    const script = 'exec 3<&0; "$1" -c "read line" <&3 & echo $!; exec sleep 60'
    const sleep = spawn('/bin/sh', ['-c', script, 'sh', path.join(parent, 'postgres')], {
      cwd: dir,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void sleep.kill('SIGKILL'))
    const pid = Number(String((await once(sleep.stdout, 'data'))[0]))
    await expect.poll(() => readFile(`/proc/${pid}/comm`, 'utf8')).toBe('postgres\n')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain('(postgres) Z')
    await writePidFiles('')
    expect(await remaining()).toEqual([])
  })
})

describe('pid files with a pid', () => {
  test('are kept while it is the pid of PostgreSQL on this directory, and after its end', async () => {
    const { pid, end } = await startProcess({ cwd: dir, args: ['-D', dir] })
    await writePidFiles(contentOf(pid))
    expect(await runningPostmaster(dir)).toBe(pid)
    expect(await remaining()).toEqual(FILES)
    await end()
    expect(await runningPostmaster(dir)).toBeNull()
    expect(await remaining()).toEqual(FILES) // PostgreSQL looks for orphaned backends by them
  })

  test.each<[string, () => Program]>([
    ['another program', () => ({ name: 'sh', cwd: dir })],
    ['PostgreSQL on another directory, as in a copy of the data of a running server', () => ({ args: ['-D', '/other'] })],
  ])('are deleted when it is the pid of %s', async (_, program) => {
    const { pid } = await startProcess(program())
    await writePidFiles(contentOf(pid))
    expect(await runningPostmaster(dir)).toBeNull()
    expect(await remaining()).toEqual([])
  })

  test('that do not exist name no process', async () => {
    expect(await runningPostmaster(dir)).toBeNull()
    expect(await remaining()).toEqual([])
  })
})

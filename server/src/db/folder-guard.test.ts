import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardFolder } from './folder-guard.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-guard-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Another process that tries to hold the folder, and stays when it does. */
function holder() {
  const program = `const { guardFolder } = await import(process.argv[1])
    await guardFolder(process.argv[2]).then(() => console.log('holds'), (error) => { console.log(error.message); process.exit() })
    setInterval(() => undefined, 1000)`
  const guard = path.join(import.meta.dirname, 'folder-guard.ts')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, guard, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const says = once(child.stdout, 'data').then(([chunk]: unknown[]) => String(chunk).trim())
  const kill = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { pid: child.pid, says, kill }
}

test('a folder that a living server holds is refused; one whose server was killed is taken over', async () => {
  const first = holder()
  expect(await first.says).toBe('holds')
  await expect(guardFolder(folder)).rejects.toThrow(`another Noroshi (process ${first.pid}) already runs on ${folder}`)
  await first.kill()
  const release = await guardFolder(folder)
  expect(await readdir(folder)).toEqual(['server.pid'])
  await release()
  expect(await readdir(folder)).toEqual([])
})

test('of many that start at once, over the mark of one that was killed, one gets the folder', async () => {
  const killed = holder()
  expect(await killed.says).toBe('holds')
  await killed.kill()
  const many = Array.from({ length: 6 }, holder)
  try {
    const said = await Promise.all(many.map(({ says }) => says))
    expect(said.filter((words) => words === 'holds')).toHaveLength(1)
  } finally {
    await Promise.all(many.map(({ kill }) => kill()))
  }
})

test.each([
  ['nothing, since the power went', ''],
  ['a pid that a stranger has now', `${process.ppid} 00000000-0000-0000-0000-000000000000 17`],
  ['words', 'hello'],
])('a mark that holds %s is taken over', async (_, mark) => {
  await writeFile(path.join(folder, 'server.pid'), mark)
  const release = await guardFolder(folder)
  await release()
})

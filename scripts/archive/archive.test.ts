import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { archiveEntries, assertCommitted } from './archive-files.ts'
import { writeArchive } from './write-archive.ts'

// A small program in a git repository, with the secrets and data of its machine around it.

const SYSTEM = `${process.platform}-${process.arch}`
const COMMAND = path.join(import.meta.dirname, 'archive.command.ts')
const LOCK = {
  packages: {
    '': { optionalDependencies: { [`node-${SYSTEM}`]: '1' } },
    contract: {},
    server: { dependencies: { used: '1', '@noroshi/contract': '0' } },
    'node_modules/@noroshi/contract': { link: true, resolved: 'contract' },
    'node_modules/used': {},
    'node_modules/unused': {},
  },
}
/** Files that must not be in an archive. */
const LOCAL = ['.env', 'data/files/secret', 'results/a.json', 'server.log', 'notes.txt', 'id_ed25519', 'node_modules/.cache/x']
let folder: string
let repository: string
const at = (name: string) => path.join(repository, name)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-archive-'))
  repository = path.join(folder, 'repository')
  await write('.gitignore', 'node_modules\n/data\ndist\nresults\n*.log\n.env\n')
  await write('package.json', JSON.stringify({ version: '5.0.2', type: 'module', scripts: { greet: 'exec node greet.mjs' } }))
  await write('package-lock.json', JSON.stringify(LOCK))
  await write('greet.mjs', 'console.log("greeted", ...process.argv.slice(2))\n')
  await write('contract/a.ts', 'export {}\n')
  await write('scripts/start.mjs', 'console.log("started", ...process.argv.slice(2))\n')
  await cp(import.meta.dirname, at('scripts/archive'), { recursive: true })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'one')
  await write('web/dist/index.html', '<title>Noroshi</title>')
  await write('node_modules/used/index.js', 'used')
  await write('node_modules/unused/index.js', 'unused')
  await write(`node_modules/node-${SYSTEM}/bin/node`, `#!/bin/sh\nexec ${process.execPath} "$@"\n`)
  await chmod(at(`node_modules/node-${SYSTEM}/bin/node`), 0o755)
  await mkdir(at('node_modules/@noroshi'))
  await symlink('../../contract', at('node_modules/@noroshi/contract'))
  for (const name of LOCAL) await write(name, 'secret')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, content: string): Promise<void> {
  await mkdir(path.dirname(at(name)), { recursive: true })
  await writeFile(at(name), content)
}

function git(...args: string[]): void {
  expect(spawnSync('git', ['-C', repository, ...args], { encoding: 'utf8' })).toMatchObject({ status: 0 })
}

async function run(program: string, args: readonly string[], cwd = folder, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args, { cwd, env: { ...process.env, INIT_CWD: cwd, LC_ALL: 'C', ...env } })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output: output.trim(), errors: errors.trim() }
}

/** Writes the archive of the small program and unpacks it. Returns the unpacked folder. */
async function unpack(): Promise<string> {
  const file = path.join(folder, 'a.tar.gz')
  await writeArchive(repository, file)
  const home = path.join(folder, 'home')
  await mkdir(home)
  expect(await run('tar', ['xf', file], home)).toMatchObject({ code: 0, errors: '' })
  const [name = ''] = await readdir(home)
  return path.join(home, name)
}

describe('the files of an archive', () => {
  test('are those of git, the built web and the packages that run', async () => {
    const names = archiveEntries(repository, SYSTEM).map(({ name }) => name)
    const expected = ['.gitignore', 'web/dist/index.html', 'node_modules/used/index.js', 'node_modules/@noroshi/contract']
    expect(names).toEqual(expect.arrayContaining([...expected, `node_modules/node-${SYSTEM}/bin/node`]))
    expect(names).not.toContain('node_modules/unused/index.js')
    expect(names.filter((name) => LOCAL.includes(name))).toEqual([])
  })

  test('need the built web', async () => {
    await rm(at('web/dist'), { recursive: true })
    expect(() => archiveEntries(repository, SYSTEM)).toThrow('web/dist/index.html is missing. Run npm start once.')
  })

  test('are committed: a change and a new file of the program are refused, a note beside it is not', async () => {
    expect(() => assertCommitted(repository)).not.toThrow()
    await write('contract/b.ts', 'export {}\n')
    expect(() => assertCommitted(repository)).toThrow('Commit or undo these first: contract/b.ts.')
    await rm(at('contract/b.ts'))
    await write('greet.mjs', 'changed')
    expect(() => assertCommitted(repository)).toThrow('Commit or undo these first: greet.mjs.')
  })

  test('come from a git repository', async () => {
    await rm(at('.git'), { recursive: true })
    expect(() => assertCommitted(repository)).toThrow('is not a git repository')
  })
})

describe('the unpacked archive', () => {
  test('checks its files once, starts with its own Node and runs commands', async () => {
    const home = await unpack()
    expect(path.basename(home)).toMatch(new RegExp(`^noroshi-5\\.0\\.2-[0-9a-f]{8}-${SYSTEM}$`))
    expect((await readdir(home)).toSorted()).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(\.env|data|results)$/)]),
    )
    expect(await readFile(path.join(home, 'INSTALL.txt'), 'utf8')).toContain(`for ${SYSTEM}`)
    expect(await run('./start', ['--demo'], home)).toEqual({
      code: 0,
      output: 'Checking the files once…\nstarted --demo',
      errors: '',
    })
    expect(await run('./start', ['greet', 'you'], home)).toEqual({ code: 0, output: 'greeted you', errors: '' })
  })

  test('names a damaged file and does not start, in the language of the locale', async () => {
    const home = await unpack()
    await writeFile(path.join(home, 'node_modules/used/index.js'), 'other')
    const damaged = await run('./start', [], home)
    expect(damaged.code).toBe(1)
    expect(damaged.output).toContain('node_modules/used/index.js: FAILED')
    expect(damaged.errors).toContain('Noroshi does not start: the files above are damaged or missing.')
    const japanese = await run('./start', [], home, { LC_ALL: 'ja_JP.UTF-8' })
    expect(japanese.code).toBe(1)
    expect(japanese.errors).toContain('Noroshi を起動できません')
  })

  test('names the machine that it is not for', async () => {
    const home = await unpack()
    await writeFile(path.join(home, 'ARCHITECTURE'), 'linux-other\n')
    const { code, errors } = await run('./start', [], home)
    expect({ code, errors }).toEqual({
      code: 1,
      errors: `Noroshi does not start: this archive is for linux-other, and this machine is Linux-${process.arch}.`,
    })
  })
})

describe('the command', () => {
  const archive = (...args: string[]) => run(process.execPath, [COMMAND, ...args])

  test('refuses no file, two files and an unknown option', async () => {
    const usage = { code: 1, output: '', errors: 'Name one file to write: npm run archive -- noroshi-linux-x64.tar.gz' }
    expect(await Promise.all([archive(), archive('a', 'b'), archive('--other', 'a')])).toEqual([usage, usage, usage])
  })

  test('refuses a file that exists and a folder that does not', async () => {
    await writeFile(path.join(folder, 'taken'), 'mine')
    const [taken, absent] = await Promise.all([archive('taken'), archive('absent/a')])
    expect(taken.errors).toBe(`${folder}/taken exists. Choose another name, or delete it first.`)
    expect(absent.errors).toBe(`The folder ${folder}/absent does not exist.`)
    expect(await readFile(path.join(folder, 'taken'), 'utf8')).toBe('mine')
  })
})

/** Mounts a small disk and writes the archive of the repository $2 to it with Node $1 and the program $3. */
const SMALL_DISK = `mount -t tmpfs -o "$OPTIONS" none "$4"
"$1" --input-type=module -e "$3" "$2" "$4/a" || true
ls -A "$4"`
const PROGRAM = `const { runCommand } = await import(${JSON.stringify(path.join(import.meta.dirname, '../../server/src/run-command.ts'))})
const { writeArchive } = await import(${JSON.stringify(path.join(import.meta.dirname, 'write-archive.ts'))})
await runCommand((signal) => writeArchive(process.argv[1], process.argv[2], signal))`
const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

test.runIf(canMount)(`a full or read-only disk keeps nothing`, async () => {
  const disk = path.join(folder, 'disk')
  await mkdir(disk)
  const args = ['--mount', 'sh', '-ec', SMALL_DISK, 'sh', process.execPath, repository, PROGRAM, disk]
  const full = await run('unshare', args, folder, { OPTIONS: 'size=4k' })
  expect(full).toEqual({ code: 0, output: '', errors: 'The disk is full. Nothing was kept of this attempt.' })
  const readOnly = await run('unshare', args, folder, { OPTIONS: 'ro' })
  expect(readOnly).toEqual({ code: 0, output: '', errors: `The folder ${disk} is not writable.` })
})

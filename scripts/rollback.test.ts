import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The scripts of a small program: a server that prints its name, with two packages. The processes that keep it have the lowest
// priority, so on a busy machine they take long.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
const at = (name: string) => path.join(folder, name)
const LOCK = {
  packages: {
    '': { optionalDependencies: { 'node-none-none': '1' } },
    contract: {},
    server: { dependencies: { used: '1', '@noroshi/contract': '0' } },
    'node_modules/@noroshi/contract': { link: true, resolved: 'contract' },
    'node_modules/used': { dependencies: { inner: '1', nested: '1' } },
    'node_modules/used/node_modules/nested': {},
    'node_modules/nested': {},
    'node_modules/inner': {},
    'node_modules/unused': {},
  },
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-rollback-'))
  await mkdir(at('scripts'))
  for (const name of await readdir(import.meta.dirname))
    if (name.endsWith('.mjs')) await cp(path.join(import.meta.dirname, name), at(`scripts/${name}`))
  await write('package.json', JSON.stringify({ version: '5.0.2', type: 'module' }))
  await write('package-lock.json', JSON.stringify(LOCK))
  for (const name of ['contract', 'speech', 'web', 'web/dist', 'basemap']) await write(`${name}/package.json`, '{}')
  await write('basemap/basemap.pmtiles', 'world')
  await write('node_modules/.package-lock.json', '{}')
  for (const name of Object.keys(LOCK.packages))
    if (name.includes('node_modules/') && !name.includes('@')) await write(`${name}/index.js`, name)
  await mkdir(at('node_modules/@noroshi'))
  await symlink('../../contract', at('node_modules/@noroshi/contract'))
  await write('server/migrations/0085_one.sql', 'SELECT 1')
  await release('one')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, content: string): Promise<void> {
  await mkdir(path.dirname(at(name)), { recursive: true })
  await writeFile(at(name), content)
}

/** Changes the program of the repository. */
const release = (name: string) =>
  write(
    'server/src/main.ts',
    `console.log('${name} runs', process.argv.slice(2)); export const started = Promise.resolve(false)\n`,
  )

async function run(script: string, args: readonly string[] = [], input = '') {
  const child = spawn(process.execPath, [at(`scripts/${script}`), ...args], { cwd: folder, env: { DATA_DIR: at('data') } })
  child.stdin.end(input)
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, errors }
}

const keep = () => run('keep-version.mjs', [at('data'), '0'])
const kept = async () => (await readdir(at('data/versions'))).toSorted()

/** Starts two versions, each of which is kept. */
async function updateTo(name: string, migration = 'SELECT 2'): Promise<void> {
  await keep()
  await release(name)
  await write('server/migrations/0090_two.sql', migration)
  expect((await run('start.mjs')).out).toBe(`${name} runs []\n`)
  expect(await keep()).toEqual({ code: 0, out: '', errors: '' })
}

test('after a rollback the version before runs, without the packages of the repository, until the repository changes', async () => {
  await updateTo('two')
  const versions = await kept()
  expect(versions).toHaveLength(2)
  expect(await run('rollback.mjs', ['--yes'])).toEqual({
    code: 0,
    errors: '',
    out: expect.stringMatching(
      /^Now: {3}5\.0\.2-\w{12} in .*\nThen: {2}5\.0\.2-\w{12} in .*\/data\/versions\/.*\nOnly the program changes\..*\n.*0090_two\.sql\n.*\n5\.0\.2-\w{12} runs after the next start\.\n.*npm start\n$/,
    ) as string,
  })
  await rm(at('node_modules'), { recursive: true })
  expect(await run('bootstrap.mjs', ['--web', '--start'])).toEqual({ code: 0, out: '', errors: '' })
  const { out } = await run('start.mjs', ['--demo-once'])
  expect(out).toMatch(/^Noroshi runs the earlier version .*\none runs \[ '--demo-once' \]\n$/)
  expect(await run('rollback.mjs', ['--yes'])).toMatchObject({ code: 1, errors: expect.stringContaining('already') as string })

  await release('three')
  expect((await run('start.mjs')).out).toBe(
    'The rollback has ended: the repository has another version, or the earlier one is not kept any more.\nthree runs []\n',
  )
  expect(await kept()).toEqual(versions)
  await write('node_modules/.package-lock.json', '{}')
  await keep()
  await run('rollback.mjs', ['--yes'])
  expect((await run('start.mjs')).out).toContain('one runs') // not the version that failed
})

test('a server that is ready keeps its program, and one that fails does not', async () => {
  await write('scripts/keep-version.mjs', "console.log('keeps', process.argv.slice(2))")
  expect((await run('start.mjs')).out).toBe('one runs []\n')
  await write(
    'server/src/main.ts',
    'export const started = Promise.resolve(true); setTimeout(() => undefined, 1500); process.on("exit", () => console.log("ended"))',
  )
  expect((await run('start.mjs')).out).toBe(`keeps [ '${at('data')}', '120' ]\nended\n`)
})

test('the operator ends a rollback', async () => {
  await updateTo('two')
  await run('rollback.mjs', ['--yes'])
  expect((await run('rollback.mjs', ['--end'])).out).toContain('The version of the repository runs again after the next start')
  expect((await run('start.mjs')).out).toBe('two runs []\n')
  expect(await run('rollback.mjs', ['--end'])).toEqual({ code: 1, out: '', errors: 'There is no rollback to end.\n' })
})

test('nothing changes without a yes, without an earlier version, or with another parameter', async () => {
  await keep()
  expect((await run('rollback.mjs', ['--yes'])).errors).toContain('has no earlier version')
  await updateTo('two')
  for (const input of ['', 'no\n']) {
    const { code, out, errors } = await run('rollback.mjs', [], input)
    expect({ code, errors }).toEqual({ code: 1, errors: 'Nothing was changed.\n' })
    expect(out).toContain('Type yes to go back')
  }
  expect((await run('rollback.mjs', ['two'])).errors).toBe('Usage: npm run rollback [-- --yes | --end]\n')
  expect((await run('start.mjs')).out).toBe('two runs []\n')
  expect((await run('rollback.mjs', [], 'yes\n')).code).toBe(0)
  expect((await run('start.mjs')).out).toContain('one runs')
})

test('a rollback over a contracting or edited migration is refused, or warned of if the new version never started', async () => {
  await updateTo('two', '-- Contracts: unused since 5.0.0.\nDROP TABLE one')
  const refused = await run('rollback.mjs', ['--yes'])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.errors).toMatch(/does not run on the database of .* \(0090_two\.sql\)\. .*--replace\. Nothing was changed\.\n$/)
  await release('two again')
  await write('server/migrations/0085_one.sql', 'SELECT 3')
  const { code, out } = await run('rollback.mjs', ['--yes'])
  expect(code).toBe(0)
  expect(out).toContain('It does not start if the database has these already: 0085_one.sql.')
})

test('the present version and the one before stay, and one that changes while it is kept does not', async () => {
  await updateTo('two')
  const [first = ''] = await kept()
  await updateTo('three')
  await updateTo('four')
  expect(await kept()).toHaveLength(2)
  expect(await kept()).not.toContain(first)
  await run('rollback.mjs', ['--yes'])
  await release('five')
  const before = await kept()
  const waiting = run('keep-version.mjs', [at('data'), '2'])
  await expect.poll(kept, { timeout: 10_000 }).toContainEqual(expect.stringMatching(/\.new$/))
  await release('six')
  expect((await waiting).errors).toContain('the repository has changed since the start')
  expect(await kept()).toEqual(before)
})

test('a kept version has the packages that run, and none of an interrupted attempt', async () => {
  await mkdir(at('data/versions/5.0.2-other.new'), { recursive: true })
  await keep()
  const [name = ''] = await kept()
  const own = at(`data/versions/${name}`)
  const packages = await readdir(path.join(own, 'node_modules'), { recursive: true })
  expect(packages.filter((file) => file.endsWith('.js')).toSorted()).toEqual([
    'inner/index.js',
    'used/index.js',
    'used/node_modules/nested/index.js',
  ])
  expect(packages).toContain('@noroshi/contract')
  expect(await readFile(path.join(own, 'node_modules/@noroshi/contract/package.json'), 'utf8')).toBe('{}')
  expect(await kept()).toHaveLength(1)
})

test('two processes that share the data keep a version at once, and what a dead process left is removed', async () => {
  const left = (host: string, pid: number) => at(`data/versions/5.0.2-0123456789ab.${host}.${pid}.new`)
  await mkdir(left(hostname(), 2 ** 22 + 1), { recursive: true }) // Linux has no such process
  await mkdir(left('another-machine', 1))
  const both = [run('keep-version.mjs', [at('data'), '2']), run('keep-version.mjs', [at('data'), '2'])]
  expect(await Promise.all(both)).toEqual(both.map(() => ({ code: 0, out: '', errors: '' })))
  const names = await kept()
  expect(names).toHaveLength(2)
  expect(names).toContain(path.basename(left('another-machine', 1)))
  expect(names).toContainEqual(expect.stringMatching(/^5\.0\.2-\w{12}$/))
})

test.skipIf(process.getuid?.() !== 0)('packages of a user other than root are links, and other files are copies', async () => {
  for (const name of [folder, ...(await readdir(folder, { recursive: true })).map(at)]) await chown(name, 1, 1)
  await chmod(folder, 0o755)
  const args = ['--reuid=1', '--regid=1', '--clear-groups', process.execPath, at('scripts/keep-version.mjs'), at('data'), '0']
  const child = spawn('setpriv', args, { stdio: 'inherit', env: {} })
  expect(await once(child, 'close')).toEqual([0, null])
  const own = at(`data/versions/${(await kept())[0]}`)
  const inodes = async (file: string) => [(await stat(at(file))).ino, (await stat(path.join(own, file))).ino]
  const [original, linked] = await inodes('node_modules/used/index.js')
  expect(linked).toBe(original)
  const [source, copied] = await inodes('server/src/main.ts')
  expect(copied).not.toBe(source)
})

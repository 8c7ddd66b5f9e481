import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const MODULES = path.join(ROOT, 'node_modules')
const WORKSPACES = ['contract', 'server', 'speech']
/** Stands for the release before until a tag names one: the last commit that started on no database of a later version. */
const BEFORE = '847755b3e2da410a9dad6ebc9a4c0bd3ef0acede'
/** Where that commit refuses every migration that it does not know. */
const REFUSAL = 'if (file === undefined)\n'

const git = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)('git', ['-C', ROOT, ...args])).stdout.trim()

/**
 * Writes the program of the release before into a folder: that of the last tag before this commit, or of a named commit. It uses the
 * packages of this version.
 * @returns its `main.ts`, or why it cannot run: the history or its packages are missing
 */
export async function writeEarlierProgram(folder: string): Promise<{ main: string } | { obstacle: string }> {
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => BEFORE)
  const commit = await git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`).catch(() => null)
  if (commit === null) return { obstacle: `the history does not have ${tag}` }
  const archive = path.join(folder, 'program.tar')
  await git('archive', '--output', archive, commit, 'package.json', ...WORKSPACES)
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder])
  const missing = await missingPackages(folder)
  if (missing.length > 0) return { obstacle: `${tag} needs other packages: ${missing.join(', ')}` }
  await linkPackages(folder)
  await allowLaterMigrations(folder)
  return { main: path.join(folder, 'server/src/main.ts') }
}

interface Package {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const readPackage = async (folder: string): Promise<Package> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Package // the format of npm

/** Returns the packages that the program names and that are installed in another version. */
async function missingPackages(folder: string): Promise<string[]> {
  const missing: string[] = []
  for (const workspace of WORKSPACES) {
    const { dependencies = {} } = await readPackage(path.join(folder, workspace))
    for (const [name, version] of Object.entries(dependencies)) {
      if (name.startsWith('@noroshi/')) continue
      const installed = await readPackage(path.join(MODULES, name)).catch(() => null)
      if (installed?.version !== version) missing.push(`${name} ${version}`)
    }
  }
  return missing
}

/** Links the installed packages, and the workspaces of the program itself. */
async function linkPackages(folder: string): Promise<void> {
  const own = path.join(folder, 'node_modules')
  await mkdir(path.join(own, '@noroshi'), { recursive: true })
  for (const name of await readdir(MODULES))
    if (name !== '@noroshi') await symlink(path.join(MODULES, name), path.join(own, name))
  for (const name of WORKSPACES) await symlink(path.join(folder, name), path.join(own, '@noroshi', name))
}

/**
 * A release that compares `schema_migrations.expands` starts on a database of this version by itself. An earlier one passes
 * migrations that it does not know: nothing else of it changes.
 */
async function allowLaterMigrations(folder: string): Promise<void> {
  const file = path.join(folder, 'server/src/db/migrate.ts')
  const source = await readFile(file, 'utf8')
  if (source.includes('expands')) return
  if (!source.includes(REFUSAL)) throw new Error('the refusal of unknown migrations was not found')
  await writeFile(file, source.replace(REFUSAL, `if (file === undefined) continue\n    if (file === '')\n`))
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../../server/src/command-error.ts'
import { type Entry, entriesOf, runtimePackages } from '../runtime-packages.mjs'

/** The built files of the archive, besides the packages that run. */
const BUILT = 'web/dist'
/** Folders whose files run or are built: one that is not committed would be missing, or hidden in the built web. */
const PROGRAM = ['contract', 'server', 'speech', 'scripts', 'web']

/** The commit that an archive contains. */
export interface Commit {
  readonly id: string
  /** Seconds since 1970. */
  readonly time: number
}

/** @throws CommandError if the folder is not a git repository, or git is not installed */
export function readCommit(root: string): Commit {
  const [id = '', time] = git(root, 'log', '-1', '--format=%h %ct', '--abbrev=8').trim().split(' ')
  return { id, time: Number(time) }
}

/** @throws CommandError that names files which differ from the commit */
export function assertCommitted(root: string): void {
  const changed = git(root, 'status', '--porcelain', '-z', '--no-renames', '--untracked-files=all')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => ({ isUntracked: line.startsWith('??'), name: line.slice(3) }))
    .filter(({ isUntracked, name }) => !isUntracked || PROGRAM.includes(name.split('/')[0] ?? ''))
    .map(({ name }) => name)
  if (changed.length === 0) return
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : ''
  throw new CommandError(
    `Only committed files are archived. Commit or undo these first: ${changed.slice(0, 3).join(', ')}${more}.`,
  )
}

/**
 * Returns what an archive contains: the files of git, the built web and the packages that run. Data, settings, caches and
 * results are in none of them.
 * @throws CommandError if something is not built or installed
 */
export function archiveEntries(root: string, architecture: string): Entry[] {
  for (const needed of [`${BUILT}/index.html`, `node_modules/node-${architecture}/bin/node`])
    if (!existsSync(path.join(root, needed))) throw new CommandError(`${needed} is missing. Run npm start once.`)
  const tracked = git(root, 'ls-files', '-z').split('\0').filter(Boolean)
  const names = [...tracked, BUILT, ...runtimePackages(root)]
  return names.flatMap((name) => entriesOf(root, name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function git(root: string, ...args: string[]): string {
  const { status, error, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (error !== undefined) throw new CommandError('git is not installed. The archive is made from a commit.')
  if (status !== 0) throw new CommandError(`${root} is not a git repository with a commit. The archive is made from a clone.`)
  return stdout
}

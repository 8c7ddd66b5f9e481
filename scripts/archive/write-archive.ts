import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs'
import { access, chmod, copyFile, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandError } from '../../server/src/command-error.ts'
import type { Entry } from '../runtime-packages.mjs'
import { archiveEntries, readCommit } from './archive-files.ts'

/** The files that only an archive has, in the order of the archive. SHA256SUMS lists all others. */
const OWN_FILES = ['INSTALL.txt', 'start', 'ARCHITECTURE', 'SHA256SUMS'] as const

/** @throws CommandError if the file exists, or cannot be written to its folder */
export async function assertWritable(file: string): Promise<void> {
  const folder = path.dirname(file)
  if (existsSync(file)) throw new CommandError(`${file} exists. Choose another name, or delete it first.`)
  if ((await stat(folder).catch(() => null))?.isDirectory() !== true)
    throw new CommandError(`The folder ${folder} does not exist.`)
  await access(folder, constants.W_OK).catch(() => {
    throw new CommandError(`The folder ${folder} is not writable.`)
  })
}

/**
 * Writes the program of the repository, with all that it needs on a machine without network, into a new file: a tar with gzip.
 * It is written under another name and then renamed, so that the file is complete or does not exist.
 * @returns what was written
 */
export async function writeArchive(root: string, file: string, signal?: AbortSignal): Promise<string> {
  await assertWritable(file)
  const architecture = `${process.platform}-${process.arch}`
  const commit = readCommit(root)
  // `as`: the file of npm
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const entries = archiveEntries(root, architecture)
  const folder = `noroshi-${version}-${commit.id}-${architecture}`
  const own = await mkdtemp(path.join(tmpdir(), 'noroshi-archive-'))
  const unfinished = `${file}.${process.pid}.new`
  try {
    await writeOwnFiles(root, own, { version, commit: commit.id, architecture })
    await writeFile(path.join(own, 'SHA256SUMS'), await checksums(root, own, entries, signal))
    await writeFile(path.join(own, 'entries'), entries.map(({ name }) => `${name}\0`).join(''))
    await compress(tarArguments(root, own, folder, commit.time), unfinished, signal)
    await assertWritable(file)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
    await rm(own, { recursive: true, force: true })
  }
  const megabytes = Math.ceil((await stat(file)).size / 1e6)
  return `${file}: commit ${commit.id} for ${architecture}, ${megabytes} MB. On the other machine: tar xf FILE; cd ${folder}; ./start`
}

async function writeOwnFiles(root: string, own: string, values: Readonly<Record<string, string>>): Promise<void> {
  const source = path.join(root, 'scripts/archive')
  const install = await readFile(path.join(source, 'INSTALL.txt'), 'utf8')
  await writeFile(
    path.join(own, 'INSTALL.txt'),
    install.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  )
  await copyFile(path.join(source, 'start.sh'), path.join(own, 'start'))
  await chmod(path.join(own, 'start'), 0o755)
  await writeFile(path.join(own, 'ARCHITECTURE'), `${values['architecture']}\n`)
}

/** Returns the list for `sha256sum --check`. A link has no line: the file that it leads to has one. */
async function checksums(root: string, own: string, entries: readonly Entry[], signal?: AbortSignal): Promise<string> {
  const files = entries.filter(({ isSymlink }) => !isSymlink).map(({ name }) => ({ name, folder: root }))
  for (const name of OWN_FILES) if (name !== 'SHA256SUMS') files.push({ name, folder: own })
  const lines: string[] = []
  for (const { name, folder } of files) {
    signal?.throwIfAborted()
    const digest = createHash('sha256')
    await pipeline(createReadStream(path.join(folder, name)), digest)
    lines.push(`${digest.digest('hex')}  ${name}\n`)
  }
  return lines.join('')
}

/** Returns arguments for GNU tar: no owner and no time of this machine, and every user may read. */
function tarArguments(root: string, own: string, folder: string, time: number): string[] {
  const form = ['--create', '--format=gnu', '--no-recursion', '--hard-dereference']
  const rights = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go-w,go+rX', `--mtime=@${time}`]
  const names = [`--transform=flags=r;s,^,${folder}/,`, '--null', '--verbatim-files-from']
  return [...form, ...rights, ...names, '-C', own, ...OWN_FILES, '-C', root, `--files-from=${path.join(own, 'entries')}`]
}

async function compress(args: readonly string[], file: string, signal?: AbortSignal): Promise<void> {
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(tar, 'close')
  ended.catch(() => undefined) // it is awaited after the output
  const errors = text(tar.stderr)
  try {
    const stages = [tar.stdout, createGzip(), createWriteStream(file, { flags: 'wx', flush: true })] as const
    await pipeline(...stages, signal === undefined ? {} : { signal })
    await ended
    if (tar.exitCode !== 0) throw new CommandError(`tar failed: ${(await errors).trim().replaceAll('\n', ' ')}`)
  } finally {
    tar.kill()
  }
}

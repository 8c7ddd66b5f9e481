// Keeps the program of the repository in DATA_DIR/versions for `npm run rollback` (decisions/0216). start.mjs runs it after the
// start of the server: node scripts/keep-version.mjs DATA_DIR SECONDS
import { spawnSync } from 'node:child_process'
import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { existsSync, renameSync, rmSync, statfsSync, statSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { entriesOf, runtimePackages } from './runtime-packages.mjs'
import { identify, keptVersions, markStarted, readJson, ROOT, rollbackFile, versionsIn } from './versions.mjs'

/** What runs, besides packages. */
const PROGRAM = [
  'package.json',
  'package-lock.json',
  'contract',
  'server',
  'speech',
  'scripts',
  'basemap/basemap.pmtiles',
  'web/dist',
]
/** Versions that stay, with the present one. */
const KEPT_MAX = 2
/** Bytes of the disk that stay free: twice of what the server needs to accept files (server: disk-guard.ts). */
const MIN_FREE = 2 * 2 ** 30
const MAX_FREE = 20 * 2 ** 30
/** After so many files the process rests, so that the disk serves others. */
const FILES_AT_ONCE = 50
const REST_MS = 20

const [dataDir = '', seconds = '0'] = process.argv.slice(2)
const root = ROOT
const folder = versionsIn(dataDir)
/** Ends the names of what is unfinished. Several processes may share the directory, also from other machines. */
const UNFINISHED = `.${os.hostname()}.${process.pid}.new`
/** Milliseconds after which a copy of another machine is of an ended process. */
const LOST_AFTER_MS = 86_400_000
try {
  os.setPriority(os.constants.priority.PRIORITY_LOW)
} catch {
  // A system without priorities.
}
await keep()

async function keep() {
  const id = identify(root)
  const target = path.join(folder, id)
  const unfinished = `${target}${UNFINISHED}`
  const isKept = () => existsSync(path.join(target, 'version.json'))
  mkdirSync(folder, { recursive: true })
  removeAll(readdirSync(folder).filter(isLost))
  if (!isKept()) mkdirSync(unfinished)
  await sleep(Number(seconds) * 1000)
  if (!isKept()) {
    const isLinked = canLink()
    const packages = runtimePackages(root).flatMap((name) => entriesOf(root, name))
    const entries = [...PROGRAM.flatMap((name) => entriesOf(root, name)), ...packages.map((entry) => ({ ...entry, isLinked }))]
    if (!hasRoomFor(entries)) return giveUp(id, 'the disk has too little space')
    await copyAll(entries, unfinished)
    if (identify(root) !== id) return giveUp(id, 'the repository has changed since the start. The next start keeps it')
    spawnSync('sync', ['-f', unfinished]) // a power cut leaves a complete version or none
    markStarted(unfinished)
    publish(unfinished, target)
  }
  removeAll([path.basename(unfinished)]) // if another process has kept the version meanwhile
  markStarted(target)
  prune(id)
}

/** Renames a complete copy, unless another process has published one. */
function publish(unfinished, target) {
  try {
    renameSync(unfinished, target)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  }
}

/** Whether a name is that of an unfinished copy whose process has ended. */
function isLost(name) {
  if (!name.endsWith('.new')) return false
  const [, host, pid] = /^.*-\w{12}\.(.+)\.(\d+)\.new$/.exec(name) ?? []
  if (host === undefined) return true // of an earlier version
  if (host !== os.hostname())
    return Date.now() - (statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) > LOST_AFTER_MS
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes all versions but this one, the one before, one that a rollback names, and one whose Node runs. */
function prune(id) {
  const { to } = readJson(rollbackFile(dataDir)) ?? {}
  const others = keptVersions(dataDir).filter((version) => version.id !== id)
  const isNeeded = (version) => version.id === to || process.execPath.startsWith(version.folder + path.sep)
  for (const version of others.slice(KEPT_MAX - 1)) {
    if (isNeeded(version)) continue
    try {
      renameSync(version.folder, `${version.folder}${UNFINISHED}`) // a removal that is interrupted leaves no version
    } catch (error) {
      if (error.code !== 'ENOENT') throw error // another process removes it
    }
    removeAll([`${version.id}${UNFINISHED}`])
  }
}

function removeAll(names) {
  for (const name of names) rmSync(path.join(folder, name), { recursive: true, force: true })
}

/**
 * Whether packages are linked: npm replaces files and writes into none. The other files are copied, since an editor may write into
 * them. Not for root: a `chown` of the data directory would also give the files of the repository away.
 */
function canLink() {
  const [from, to] = [path.join(root, 'node_modules/.package-lock.json'), path.join(folder, `link${UNFINISHED}`)]
  if (process.getuid?.() === 0) return false
  try {
    linkSync(from, to)
    return true
  } catch {
    return false // another file system, or files of another user
  } finally {
    rmSync(to, { force: true })
  }
}

function hasRoomFor(entries) {
  const needed = entries.reduce((sum, { isLinked, bytes }) => sum + (isLinked ? 0 : bytes), 0)
  const { bavail, blocks, bsize } = statfsSync(folder)
  return bavail * bsize - needed > Math.min(MAX_FREE, Math.max(MIN_FREE, (blocks * bsize) / 10))
}

async function copyAll(entries, target) {
  for (const [index, { name, isLinked, isSymlink }] of entries.entries()) {
    const [from, to] = [path.join(root, name), path.join(target, name)]
    mkdirSync(path.dirname(to), { recursive: true })
    if (isSymlink) symlinkSync(readlinkSync(from), to)
    else if (isLinked) linkSync(from, to)
    else copyFileSync(from, to, constants.COPYFILE_FICLONE)
    if (index % FILES_AT_ONCE === 0) await sleep(REST_MS)
  }
}

/** Writes a line as those of the log. */
function giveUp(id, reason) {
  removeAll([`${id}${UNFINISHED}`])
  const msg = `This version is not kept for npm run rollback: ${reason}`
  console.error(JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, msg }))
}

// The version before, which stays in DATA_DIR/versions (decisions/0216). It imports only node: modules and runs with Node 18 or
// later: the way back must not depend on an installation that failed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import util from 'node:util'

/** The repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const IGNORED = new Set(['node_modules', 'dist', 'results'])
/** What makes a program another one. The built web follows from it. */
const SOURCES = ['package.json', 'package-lock.json', 'contract', 'server', 'speech', 'web']

/**
 * Returns the directory of the data as the server finds it: from the environment, or from `.env` of the working directory.
 * Node before 20.12 reads no `.env`; there it must be a plain line.
 */
export function findDataDir() {
  const text = existsSync('.env') ? readFileSync('.env', 'utf8') : ''
  const settings = util.parseEnv?.(text) ?? { DATA_DIR: /^DATA_DIR=["']?([^"'\n#]*)/m.exec(text)?.[1]?.trim() }
  return path.resolve((process.env.DATA_DIR ?? settings.DATA_DIR ?? '').trim() || './data')
}

/** Returns a hash of files and folders of a program, and of the kind of machine. */
export function fingerprint(root, ...names) {
  const digest = createHash('sha256').update(`${process.platform}-${process.arch}`)
  const walk = (file) => {
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) if (!IGNORED.has(name)) walk(path.join(file, name))
    } else digest.update(path.relative(root, file)).update(readFileSync(file))
  }
  for (const name of names) walk(path.join(root, name))
  return digest.digest('hex')
}

/** Returns the name of the program in a folder: its version, and the beginning of its fingerprint. */
export function identify(root) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return `${version}-${fingerprint(root, ...SOURCES).slice(0, 12)}`
}

export const versionsIn = (dataDir) => path.join(dataDir, 'versions')
export const rollbackFile = (dataDir) => path.join(versionsIn(dataDir), 'rollback.json')

/** Returns the kept versions, the one that was started last first. */
export function keptVersions(dataDir) {
  const folder = versionsIn(dataDir)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .map((name) => ({ name, file: path.join(folder, name, 'version.json') }))
    .filter(({ name, file }) => !name.endsWith('.new') && existsSync(file))
    .map(({ name, file }) => ({ id: name, folder: path.dirname(file), startedAt: String(readJson(file)?.startedAt) }))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
}

/** Makes a kept version the last one that was started. */
export function markStarted(folder) {
  const file = path.join(folder, 'version.json')
  const unfinished = `${file}.${process.pid}.new`
  writeFileSync(unfinished, JSON.stringify({ startedAt: new Date().toISOString() }))
  renameSync(unfinished, file)
}

/**
 * Returns the kept version that runs instead of the one in the repository; null if that one runs. Another version in the
 * repository than the one that was rolled back ends the rollback.
 */
export function activeRollback(dataDir, root = ROOT) {
  const { to, from } = readJson(rollbackFile(dataDir)) ?? {}
  if (typeof to !== 'string') return null
  const version = keptVersions(dataDir).find(({ id }) => id === to)
  if (version === undefined) return null
  try {
    return from === identify(root) ? version : null
  } catch {
    return version // an update that was interrupted: the repository cannot run
  }
}

export const endRollback = (dataDir) => rmSync(rollbackFile(dataDir), { force: true })

/** Returns the Node that a program brings with its packages, or the one of this process where npm has none for the system. */
export function nodeOf(root) {
  const file = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node')
  return existsSync(file) ? file : process.execPath
}

/** Returns null for a file that does not exist or that a power cut left empty. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

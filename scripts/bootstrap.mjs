// Runs before `npm start`, `npm run dev` and `npm test` with the installed Node (18 or later) and without node_modules. It
// imports only node: modules and versions.mjs, which does so too.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { activeRollback, findDataDir, fingerprint, ROOT as root } from './versions.mjs'

const lock = path.join(root, '.bootstrap-lock')
/** Milliseconds that npm has to end after a signal. */
const NPM_KILL_TIMEOUT = 2000
/** The line of the list of packages that those of `npm run test:long` follow. */
const LONG_ONLY = '# Only `npm run test:long` uses these.'
const hasFlag = (flag) => process.argv.includes(flag)

// The earlier version needs nothing of the repository, whose installation may have failed.
if (hasFlag('--start') && activeRollback(findDataDir()) !== null) process.exit(0)
acquireLock()
const dependencies = fingerprint(root, 'package-lock.json')
await runOnce('dependencies', dependencies, () => npm('ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'))
requireNode()
if (hasFlag('--web')) {
  const web = fingerprint(root, 'package-lock.json', 'web', 'contract')
  await runOnce(
    'web',
    existsSync(path.join(root, 'web/dist/index.html')) ? web : `${web} missing`,
    () => npm('run', 'build', '-w', 'web', '--silent'),
    web,
  )
}
if (hasFlag('--debian')) installDebianPackages()

/** Runs the work unless its stamp file has the same key. Interrupted work leaves no stamp. */
async function runOnce(name, key, work, stamp = key) {
  const file = path.join(root, 'node_modules', `.noroshi-${name}`)
  if (existsSync(file) && readFileSync(file, 'utf8') === key) return
  rmSync(file, { force: true })
  await work()
  writeFileSync(file, stamp)
}

/** Runs npm. A signal is forwarded and this process waits for npm's end, because an orphaned npm would disturb the next start. */
async function npm(...args) {
  // Inside `npm run`, npm_execpath is npm's own JavaScript file: no shell is needed. NODE_ENV=production would omit the
  // dependencies that build the web.
  const env = { ...process.env }
  delete env.NODE_ENV
  const cli = process.env.npm_execpath
  const [command, ...rest] = cli ? [process.execPath, cli, ...args] : ['npm', ...args]
  const child = spawn(command, rest, { cwd: root, stdio: 'inherit', env })
  writePids(process.pid, child.pid)
  let isEnding = false
  const forward = (signal) => {
    isEnding = true
    child.kill(signal)
    setTimeout(() => child.kill('SIGKILL'), NPM_KILL_TIMEOUT) // npm continues an install after a signal; the next start repeats it
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (isEnding || status !== 0) process.exit(status || 1)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward)
}

/** Ends with a message where npm has no Node for the system, as on macOS, and the installed one is too old for TypeScript. */
function requireNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  if (existsSync(path.join(root, 'node_modules', `node-${system}-${process.arch}`))) return
  const needed = readFileSync(path.join(root, '.nvmrc'), 'utf8').trim()
  if (Number(process.versions.node.split('.')[0]) >= Number(needed)) return
  console.error(`Noroshi needs Node ${needed}. On this system npm does not bring it: install it, and start again.`)
  process.exit(1)
}

/** Installs missing Debian packages if apt is available and the user is root. Otherwise the tests report what is missing. */
function installDebianPackages() {
  const [always, long] = readFileSync(path.join(root, 'scripts/debian-packages.txt'), 'utf8').split(LONG_ONLY)
  const names = (hasFlag('--long') ? always + long : always).split('\n').filter((line) => line && !line.startsWith('#'))
  const isInstalled = (name) => spawnSync('dpkg-query', ['-W', '-f=${Status}', name]).stdout?.toString().includes('ok installed')
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status
  apt('update')
  if (apt('install', '-y', '--no-install-recommends', ...missing) !== 0) console.error(`could not install: ${missing.join(' ')}`)
}

/** Waits for the lock, because `npm start` and `npm test` may run at the same time. */
function acquireLock() {
  for (let attempts = 0; ;) {
    try {
      mkdirSync(lock)
      writePids(process.pid)
      process.on('exit', () => rmSync(lock, { recursive: true, force: true }))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isLocked()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    else rmSync(lock, { recursive: true, force: true })
    if (++attempts === 30) console.log(`waiting for another start or test of this folder to install and build (${lock})`)
  }
}

/** Writes the pids that hold the lock: this process, and npm, which survives when this process is killed. */
function writePids(...pids) {
  writeFileSync(path.join(lock, 'pids'), [bootId(), ...pids].join(' '))
}

/**
 * Whether a live process holds the lock. A lock without pids counts for 5 s. After a reboot the pids belong to other processes.
 */
function isLocked() {
  try {
    const age = Date.now() - statSync(lock).mtimeMs
    const file = path.join(lock, 'pids')
    const [boot, ...pids] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
    if (pids.length === 0) return age < 5000
    return boot === bootId() && pids.some((pid) => isAlive(Number(pid)))
  } catch (error) {
    if (error.code === 'ENOENT') return false // released meanwhile
    throw error
  }
}

function bootId() {
  const file = '/proc/sys/kernel/random/boot_id'
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'boot'
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM' // alive, owned by another user
  }
}

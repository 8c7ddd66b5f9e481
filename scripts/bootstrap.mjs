// Runs before `npm start` and `npm test` with whatever Node the machine has (18 or later), before node_modules exists: no imports but node:.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const lock = path.join(root, '.bootstrap-lock')
const LEFT_OUT = new Set(['node_modules', 'dist', 'results'])
/** Milliseconds. */
const NPM_ENDS_WITHIN = 2000
const wants = (flag) => process.argv.includes(flag)

onlyOneAtATime()
const dependencies = fingerprint('package-lock.json')
await once('dependencies', dependencies, () => npm('ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'))
if (wants('--web')) {
  const web = fingerprint('package-lock.json', 'web', 'contract')
  await once(
    'web',
    existsSync(path.join(root, 'web/dist/index.html')) ? web : `${web} missing`,
    () => npm('run', 'build', '-w', 'web', '--silent'),
    web,
  )
}
if (wants('--debian')) installDebianPackages()

/** Does the work unless its stamp says that it was done for the same content. Work that is broken off leaves no stamp. */
async function once(name, key, work, stamp = key) {
  const file = path.join(root, 'node_modules', `.noroshi-${name}`)
  if (existsSync(file) && readFileSync(file, 'utf8') === key) return
  rmSync(file, { force: true })
  await work()
  writeFileSync(file, stamp)
}

function fingerprint(...names) {
  const digest = createHash('sha256').update(`${process.platform}-${process.arch}`)
  const walk = (file) => {
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) if (!LEFT_OUT.has(name)) walk(path.join(file, name))
    } else digest.update(path.relative(root, file)).update(readFileSync(file))
  }
  for (const name of names) walk(path.join(root, name))
  return digest.digest('hex')
}

/** A signal goes on to npm, and its end is waited for: an orphan would go on writing under the hands of the next start. */
async function npm(...args) {
  // Inside `npm run`, npm_execpath is npm's own JavaScript file: no shell is needed. NODE_ENV=production would leave out what builds the web.
  const env = { ...process.env }
  delete env.NODE_ENV
  const cli = process.env.npm_execpath
  const [command, ...rest] = cli ? [process.execPath, cli, ...args] : ['npm', ...args]
  const child = spawn(command, rest, { cwd: root, stdio: 'inherit', env })
  hold(process.pid, child.pid)
  let isEnding = false
  const passOn = (signal) => {
    isEnding = true
    child.kill(signal)
    setTimeout(() => child.kill('SIGKILL'), NPM_ENDS_WITHIN) // npm goes on with an install; what it leaves is done anew
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn)
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (isEnding || status !== 0) process.exit(status || 1)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, passOn)
}

/** Where apt is at hand and allowed; elsewhere the tests say what they miss. */
function installDebianPackages() {
  const names = readFileSync(path.join(root, 'scripts/debian-packages.txt'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const isInstalled = (name) => spawnSync('dpkg-query', ['-W', '-f=${Status}', name]).stdout?.toString().includes('ok installed')
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status
  apt('update')
  if (apt('install', '-y', '--no-install-recommends', ...missing) !== 0) console.error(`could not install: ${missing.join(' ')}`)
}

/** `npm start` and `npm test` may be called together. */
function onlyOneAtATime() {
  for (let waits = 0; ;) {
    try {
      mkdirSync(lock)
      hold(process.pid)
      process.on('exit', () => rmSync(lock, { recursive: true, force: true }))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isHeld()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    else rmSync(lock, { recursive: true, force: true })
    if (++waits === 30) console.log(`waiting for another start or test of this folder to install and build (${lock})`)
  }
}

/** Who works here, until all of them are gone: this process, and npm, which outlives it when it is killed. */
function hold(...pids) {
  writeFileSync(path.join(lock, 'pids'), [bootId(), ...pids].join(' '))
}

/** A lock whose holder has not written its pid yet is given a moment. After a reboot its pid is somebody else's. */
function isHeld() {
  try {
    const age = Date.now() - statSync(lock).mtimeMs
    const file = path.join(lock, 'pids')
    const [boot, ...pids] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
    if (pids.length === 0) return age < 5000
    return boot === bootId() && pids.some((pid) => isAlive(Number(pid)))
  } catch (error) {
    if (error.code === 'ENOENT') return false // given free this moment
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
    return error.code === 'EPERM' // alive, and another user's
  }
}

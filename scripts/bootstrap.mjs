// Runs before `npm start` and `npm test` with whatever Node the machine has (18 or later), before node_modules exists: no imports but node:.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '..')
const LEFT_OUT = new Set(['node_modules', 'dist', 'results'])
const wants = (flag) => process.argv.includes(flag)

onlyOneAtATime()
const dependencies = fingerprint('package-lock.json')
once('dependencies', dependencies, () => npm('ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'))
if (wants('--web')) {
  const web = fingerprint('package-lock.json', 'web', 'contract')
  once(
    'web',
    existsSync(path.join(root, 'web/dist/index.html')) ? web : `${web} missing`,
    () => npm('run', 'build', '-w', 'web', '--silent'),
    web,
  )
}
if (wants('--debian')) installDebianPackages()

/** Does the work unless its stamp says that it was done for the same content. */
function once(name, key, work, stamp = key) {
  const file = path.join(root, 'node_modules', `.noroshi-${name}`)
  if (existsSync(file) && readFileSync(file, 'utf8') === key) return
  work()
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

function npm(...args) {
  // Inside `npm run`, npm_execpath is npm's own JavaScript file: no shell is needed. NODE_ENV=production would leave out what builds the web.
  const env = { ...process.env }
  delete env.NODE_ENV
  const cli = process.env.npm_execpath
  const [command, ...rest] = cli ? [process.execPath, cli, ...args] : ['npm', ...args]
  const { status } = spawnSync(command, rest, { cwd: root, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
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
  const lock = path.join(root, '.bootstrap-lock')
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(path.join(lock, 'pid'), String(process.pid))
      process.on('exit', () => rmSync(lock, { recursive: true, force: true }))
      return
    } catch {
      if (isHeld(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      else rmSync(lock, { recursive: true, force: true })
    }
  }
}

/** A lock whose holder has not written its pid yet is given a moment. */
function isHeld(lock) {
  try {
    const age = Date.now() - statSync(lock).mtimeMs
    const pid = existsSync(path.join(lock, 'pid')) ? Number(readFileSync(path.join(lock, 'pid'), 'utf8')) : 0
    if (!pid) return age < 5000
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

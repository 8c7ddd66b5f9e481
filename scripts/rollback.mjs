// `npm run rollback`: runs the version before from DATA_DIR/versions, and changes no data (decisions/0216). It imports only node:
// modules and needs no installed package.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { activeRollback, endRollback, findDataDir, identify, keptVersions, nodeOf, rollbackFile, ROOT } from './versions.mjs'

/** As in server/src/db/migrate.ts. */
const FIRST_CHECKED = '0085'
const CONTRACTS = /^-- Contracts: unused since /
const UNIT = '/etc/systemd/system/noroshi.service'
const MIGRATIONS = 'server/migrations'

const dataDir = findDataDir()
const args = process.argv.slice(2)
const unknown = args.find((arg) => arg !== '--yes' && arg !== '--end')
if (unknown !== undefined) fail(`Usage: npm run rollback [-- --yes | --end]`)
const active = activeRollback(dataDir)
if (args.includes('--end')) {
  if (active === null) fail('There is no rollback to end.')
  endRollback(dataDir)
  restart(`The version of the repository runs again after the next start: ${identify(ROOT)}.`)
} else await rollBack()

async function rollBack() {
  if (active !== null)
    fail(`Noroshi runs the earlier version ${active.id} already. npm run rollback -- --end runs that of the repository again.`)
  const current = identify(ROOT)
  const kept = keptVersions(dataDir)
  const before = kept.find(({ id }) => id !== current)
  if (before === undefined)
    fail(`${path.dirname(rollbackFile(dataDir))} has no earlier version. A version is kept two minutes after its first start.`)
  const { added, obstacles } = compareMigrations(before.folder)
  // A version that never started may not have migrated the database. The earlier one checks it at its start.
  const hasStarted = kept.some(({ id }) => id === current)
  if (obstacles.length > 0 && hasStarted)
    fail(
      `${before.id} does not run on the database of ${current} (${obstacles.join(', ')}). Only a backup leads back: npm run restore -- FOLDER --replace. Nothing was changed.`,
    )
  console.log(`Now:   ${current} in ${ROOT}`)
  console.log(`Then:  ${before.id} in ${before.folder}, last started at ${before.startedAt}`)
  console.log('Only the program changes. Database, files and settings stay, with everything that was written meanwhile.')
  if (added.length > 0) console.log(`The earlier version does not use what these migrations added: ${added.join(', ')}`)
  if (obstacles.length > 0)
    console.log(`It does not start if the database has these already: ${obstacles.join(', ')}. Then end the rollback.`)
  console.log('An update of the repository ends this, or npm run rollback -- --end.')
  if (!args.includes('--yes') && !(await agrees())) fail('Nothing was changed.')
  write({ to: before.id, from: current })
  replaceMissingNode(before.folder)
  restart(`${before.id} runs after the next start.`)
}

/** Returns the migrations that the earlier version does not have, and those because of which it cannot run on the database. */
function compareMigrations(folder) {
  const textOf = (root, name) => readFileSync(path.join(root, MIGRATIONS, name), 'utf8')
  const own = new Set(readdirSync(path.join(folder, MIGRATIONS)))
  const names = readdirSync(path.join(ROOT, MIGRATIONS)).sort()
  const added = names.filter((name) => !own.has(name))
  const contracting = added.filter((name) => name < FIRST_CHECKED || CONTRACTS.test(textOf(ROOT, name)))
  const edited = names.filter((name) => own.has(name) && textOf(ROOT, name) !== textOf(folder, name))
  return { added, obstacles: [...contracting, ...edited] }
}

async function agrees() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // The end of the input is no agreement.
  const answer = await Promise.race([
    terminal.question('Type yes to go back: '),
    new Promise((resolve) => terminal.once('close', () => resolve(''))),
  ])
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** Writes the file for the owner of the data directory, also if root runs the command. It never follows a link. */
function write(rollback) {
  const file = rollbackFile(dataDir)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, JSON.stringify(rollback), { flag: 'wx', flush: true })
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0) lchownSync(`${file}.new`, uid, gid)
  renameSync(`${file}.new`, file)
}

function isService() {
  return existsSync('/run/systemd/system') && existsSync(UNIT) && readFileSync(UNIT, 'utf8').includes(`"${ROOT}/`)
}

/** After an installation that failed, the service has no Node. Until the next `npm run service:install` it uses the kept one. */
function replaceMissingNode(folder) {
  if (!isService() || process.getuid?.() !== 0) return
  const [, node = '', script = ''] = /^ExecStart="(.*?)" (.*)$/m.exec(readFileSync(UNIT, 'utf8')) ?? []
  if (node === '' || existsSync(node)) return
  mkdirSync(`${UNIT}.d`, { recursive: true })
  writeFileSync(`${UNIT}.d/rollback.conf`, `[Service]\nExecStart=\nExecStart="${nodeOf(folder)}" ${script}\n`)
  execFileSync('systemctl', ['daemon-reload'])
}

function restart(text) {
  console.log(text)
  if (!isService()) console.log('Stop the server if it runs, then: npm start')
  else if (process.getuid?.() !== 0) console.log('Then: sudo systemctl restart noroshi')
  else {
    execFileSync('systemctl', ['restart', 'noroshi.service'], { stdio: 'inherit' })
    console.log('The service has been restarted. Its log: journalctl -u noroshi')
  }
}

function fail(text) {
  console.error(text)
  process.exit(1)
}

// `npm start` and the service: runs the server of the repository, or the version before after `npm run rollback`
// (decisions/0216). It imports only node: modules.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { activeRollback, endRollback, findDataDir, markStarted, nodeOf, rollbackFile, ROOT } from './versions.mjs'

/** Seconds after the start until the program is kept. Many devices reconnect first. */
const KEPT_AFTER = 120

const dataDir = findDataDir()
const earlier = activeRollback(dataDir)
if (earlier !== null) runEarlier(earlier)
else {
  if (existsSync(rollbackFile(dataDir))) {
    console.log('The rollback has ended: the repository has another version, or the earlier one is not kept any more.')
    try {
      endRollback(dataDir)
    } catch (error) {
      console.error(`The rollback is still recorded: ${error.message}`)
    }
  }
  const { started } = await import('../server/src/main.ts')
  if (await started) keepProgram()
}

/** Keeps the program in a process of its own, which ends with this one. */
function keepProgram() {
  const script = path.join(ROOT, 'scripts/keep-version.mjs')
  const child = spawn(process.execPath, [script, dataDir, String(KEPT_AFTER)], { stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('error', (error) => console.error(`The program is not kept for a rollback: ${error.message}`))
  process.on('exit', () => child.kill())
}

/** Runs the earlier version with its own Node. It gets the signals of this process, which ends with its exit code. */
function runEarlier({ id, folder }) {
  console.log(`Noroshi runs the earlier version ${id} since its rollback. An update or npm run rollback -- --end ends this.`)
  try {
    markStarted(folder) // a later rollback leads to it, not to the version that failed
  } catch (error) {
    console.error(`The start of the earlier version is not recorded: ${error.message}`) // a full disk must not stop it
  }
  const args = [path.join(folder, 'server/src/main.ts'), ...process.argv.slice(2)]
  const child = spawn(nodeOf(folder), args, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Noroshi does not start: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}

import { spawnSync } from 'node:child_process'
import { isInstalled } from './pocketsphinx/library.ts'

// Installs the recogniser of English from Debian (`npm run speech:install`). It is the only command of the product that uses apt.

const PACKAGES = ['libpocketsphinx3', 'pocketsphinx-en-us']
const COMMAND = `apt-get install --no-install-recommends ${PACKAGES.join(' ')}`

process.exitCode = install()

/** @returns the exit code */
function install(): number {
  if (isInstalled()) {
    console.log('English dictation is installed already. Nothing was changed.')
    return 0
  }
  if (spawnSync('apt-get', ['--version']).error !== undefined) {
    console.error(`This system has no apt-get. English dictation needs Debian or Ubuntu with: ${PACKAGES.join(', ')}`)
    return 1
  }
  if (process.getuid?.() !== 0) {
    console.error(`Only root may install packages. Nothing was changed. Run: sudo ${COMMAND}`)
    return 1
  }
  const [program = '', ...args] = COMMAND.split(' ')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(program, ['update', '-qq'], { stdio: 'inherit', env })
  spawnSync(program, [...args, '-y', '-qq'], { stdio: 'inherit', env })
  if (!isInstalled()) {
    console.error(`The packages could not be installed. See the lines above, or run: ${COMMAND}`)
    return 1
  }
  console.log(`Installed: ${PACKAGES.join(', ')}. Restart the server, and radio messages in English get a transcript.`)
  return 0
}

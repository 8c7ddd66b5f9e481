import { spawnSync } from 'node:child_process'
import { canDecodeAac } from './audio/aac-packets.ts'
import { canEncodeOpus } from './audio/opus-encoder.ts'
import { isInstalled } from './pocketsphinx/library.ts'
import { japaneseVoice } from './voices/japanese.ts'

// Installs the recogniser of English and the voice of Japanese from Debian (`npm run speech:install`). It is the only
// command of the product that uses apt.

/** The parts that are installed, each with its Debian packages. */
const PARTS = [
  { name: 'English dictation', packages: ['libpocketsphinx3', 'pocketsphinx-en-us'], isInstalled },
  {
    name: 'Japanese voice',
    packages: ['open-jtalk', 'open-jtalk-mecab-naist-jdic', 'mecab', 'espeak-ng'],
    isInstalled: () => japaneseVoice() !== null,
  },
  { name: 'small files of speech', packages: ['libopus0'], isInstalled: canEncodeOpus },
  { name: 'recordings of older iPhones', packages: ['faad'], isInstalled: canDecodeAac },
] as const
/** The natural Japanese voice. Debian has it in the section `contrib`, which many computers have not enabled. */
const NATURAL_VOICE = 'hts-voice-nitech-jp-atr503-m001'
const INSTALL = 'apt-get install --no-install-recommends'

process.exitCode = install()

/** @returns the exit code */
function install(): number {
  const missing = PARTS.filter((part) => !part.isInstalled())
  const names: string[] = missing.flatMap(({ packages }) => [...packages])
  const isNatural = japaneseVoice() === 'open_jtalk'
  if (!isNatural && hasPackage(NATURAL_VOICE)) names.push('open-jtalk', NATURAL_VOICE)
  const packages = [...new Set(names)]
  const code = packages.length === 0 ? 0 : installPackages(packages)
  if (packages.length === 0) console.log(`Installed already: ${PARTS.map(({ name }) => name).join(', ')}. Nothing was changed.`)
  if (code === 0 && japaneseVoice() === 'espeak-ng')
    console.log(
      `Japanese is read aloud by espeak-ng, which sounds like a machine. The natural voice is the package ${NATURAL_VOICE} in Debian's section "contrib". Add "contrib" to the components of Debian in /etc/apt/sources.list.d, then run this command again.`,
    )
  return code
}

/** Returns whether apt can install a package. `apt-cache show` also lists packages that no source contains. */
function hasPackage(name: string): boolean {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  return /^ *Candidate: (?!\(none\))/m.test(stdout ?? '')
}

/** @returns the exit code */
function installPackages(packages: readonly string[]): number {
  const command = `${INSTALL} ${packages.join(' ')}`
  if (spawnSync('apt-get', ['--version']).error !== undefined) {
    console.error(`This system has no apt-get. Debian or Ubuntu is required, with: ${packages.join(', ')}`)
    return 1
  }
  if (process.getuid?.() !== 0) {
    console.error(`Only root may install packages. Nothing was changed. Run: sudo ${command}`)
    return 1
  }
  const [program = '', ...args] = command.split(' ')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(program, ['update', '-qq'], { stdio: 'inherit', env })
  spawnSync(program, [...args, '-y', '-qq'], { stdio: 'inherit', env })
  const absent = PARTS.filter((part) => !part.isInstalled()).map(({ name }) => name)
  if (absent.length > 0) {
    console.error(`Not installed: ${absent.join(', ')}. See the lines above, or run: ${command}`)
    return 1
  }
  console.log(`Installed: ${packages.join(', ')}. Restart the server to use them.`)
  return 0
}

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CommandError } from '#/command-error.ts'
import { type Config, readConfig } from '#/config.ts'
import { runCommand } from '#/run-command.ts'
import { Operator } from './ask-operator.ts'
import { CHANNELS, type HotspotSettings, newPassphrase } from './hotspot-settings.ts'
import { installHotspot } from './install-hotspot.ts'
import { hasRadio, readManagers } from './read-machine.ts'

const USAGE =
  'Usage: sudo npm run hotspot:install [-- --interface eth0 --name NAME --passphrase TEXT --country JP --channel 6 --probes answer]'
/** A site without a purpose (RFC 2606): the request says nothing but that a server is there. */
const INTERNET_CHECK_URL = 'https://example.org/'
const PROBES = ['answer', 'portal', 'off'] as const
const text = { type: 'string' } as const

// npm run hotspot:install
await runCommand(async (signal) => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  return installHotspot(await askSettings(config, new Operator(signal)), config.host, new Date())
})

/** Takes the settings from the command line, and asks for those that it lacks. */
async function askSettings(config: Config, operator: Operator): Promise<HotspotSettings> {
  const options = readOptions()
  const device = await operator.ask(options.interface, 'Interface, such as eth0 with an access point or wlan0', 'eth0')
  const isRadio = hasRadio(device)
  const name = await operator.ask(options.name, 'Name of the Wi-Fi', 'Noroshi')
  const passphrase = await operator.ask(options.passphrase, 'Passphrase, or nothing for a new one', newPassphrase())
  const country = isRadio ? await operator.ask(options.country, 'Country of the radio, such as JP', null) : ''
  const channel = CHANNELS.find((each) => String(each) === (options.channel ?? '6'))
  const probes = PROBES.find((each) => each === (options.probes ?? 'answer'))
  if (channel === undefined || probes === undefined) throw new CommandError(USAGE)
  return {
    interface: device,
    radio: isRadio ? { country, channel } : null,
    name,
    passphrase,
    probes,
    internetCheckUrl: config.internetCheckUrl ?? INTERNET_CHECK_URL,
    httpsNames: config.httpsNames,
    ...(await readManagers()),
  }
}

/** @throws CommandError for an unknown option */
function readOptions() {
  const options = { interface: text, name: text, passphrase: text, country: text, channel: text, probes: text }
  try {
    return parseArgs({ options }).values
  } catch {
    throw new CommandError(USAGE)
  }
}

import { randomInt } from 'node:crypto'
import { CommandError } from '#/command-error.ts'

/** The choices of the operator, and the services of the machine. */
export interface HotspotSettings {
  readonly interface: string
  /** The country of the radio; null: the interface is a cable to an access point. */
  readonly radio: { readonly country: string; readonly channel: Channel } | null
  /** The name of the Wi-Fi. */
  readonly name: string
  readonly passphrase: string
  readonly probes: 'answer' | 'portal' | 'off'
  /** The URL by which the server notices the internet. */
  readonly internetCheckUrl: string
  /** The names of the certificate that .env has. */
  readonly httpsNames: readonly string[]
  /** NetworkManager configures the interface. */
  readonly hasNetworkManager: boolean
  /** systemd-networkd must leave the interface alone. */
  readonly hasNetworkd: boolean
  /** chrony gives the time to phones. */
  readonly hasChrony: boolean
}

/** The channels of 2.4 GHz that do not overlap. */
export const CHANNELS = [1, 6, 11] as const
export type Channel = (typeof CHANNELS)[number]

/** Bytes of a name that IEEE 802.11 allows, and characters of a passphrase of WPA. */
const NAME_BYTES_MAX = 32
const PASSPHRASE = /^[\x20-\x7e]{8,63}$/
/** Letters and digits that look like no other. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const [GROUPS, GROUP_LENGTH] = [3, 4]
/** Names of Linux interfaces that need no quotes in the files. */
const INTERFACE = /^[a-zA-Z0-9._-]{1,15}$/

/** Returns a passphrase with 60 random bits that is easy to read from paper. */
export const newPassphrase = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** Returns one sentence for each setting that a Wi-Fi cannot have. */
export function faultsOf({ interface: device, name, passphrase, radio, internetCheckUrl }: HotspotSettings): string[] {
  const bytes = Buffer.byteLength(name)
  const hasControl = /\p{Cc}/u.test(name)
  const faults: readonly (readonly [boolean, string])[] = [
    [!INTERFACE.test(device), `${device} is no name of a network interface.`],
    [
      bytes === 0 || bytes > NAME_BYTES_MAX || hasControl,
      `The name of a Wi-Fi has 1 to ${NAME_BYTES_MAX} bytes and no line breaks.`,
    ],
    [!PASSPHRASE.test(passphrase), 'A passphrase has 8 to 63 letters, digits and signs of ASCII.'],
    [radio !== null && !/^[A-Z]{2}$/.test(radio.country), 'The country has two capital letters, such as JP.'],
    [!/^https?:\/\//.test(internetCheckUrl) || !URL.canParse(internetCheckUrl), 'The URL of the internet check is invalid.'],
  ]
  return faults.flatMap(([isFault, sentence]) => (isFault ? [sentence] : []))
}

/** @throws CommandError with a sentence for each fault */
export function assertValid(settings: HotspotSettings): void {
  const faults = faultsOf(settings)
  if (faults.length > 0) throw new CommandError(faults.join(' '))
}

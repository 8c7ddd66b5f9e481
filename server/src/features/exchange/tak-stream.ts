import { isIP } from 'node:net'
import { checkServerIdentity, connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { TakIdentity, TakProblem } from '@noroshi/contract/exchange/tak.http'
import { isPublicAddress, lookupOf, PrivateAddress } from '#/ports/push/public-address.ts'
import { CotFrames } from './cot-frames.ts'

/** Max milliseconds until the connection is secure. */
const TAK_CONNECT_MS = 15_000
/** Milliseconds between two checks of the network whether the other side is still there. */
const KEEP_ALIVE_MS = 30_000
/** Max bytes that are read in a second: a faster server waits. */
const BYTES_A_SECOND = 256_000
/** Bytes that a small piece counts as, since each piece has a cost. */
const PIECE_BYTES_MIN = 256
/** Max bytes that wait for a server that does not read them. */
const UNSENT_MAX = 4_000_000
const CLOSE_MS = 2000

/** Failures of the check of the server's certificate that do not begin with CERT. */
const NOT_TRUSTED = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|HOSTNAME_)/
const NOT_REACHED = /^(?:ENOTFOUND|EAI_|ECONNREFUSED|EHOST|ENET|EADDR|ETIMEDOUT)/

interface TakAddress {
  readonly host: string
  readonly port: number
  /** The name in the certificate of the server; '': the host. */
  readonly certificateName: string
  /** PEM */
  readonly authority: string
  readonly identity: TakIdentity
}

interface TakListener {
  /** @param certificateEndsAt the end of the client certificate */
  readonly onConnected: (certificateEndsAt: Date | null) => void
  readonly onEvents: (events: readonly Buffer[]) => void
  /** Called once, also for a connection that was never made, and not after `close`. */
  readonly onEnded: (problem: TakProblem) => void
}

/** Returns the certificate and key as options of TLS. */
export const identityOptions = (identity: TakIdentity) =>
  identity.format === 'pem'
    ? { cert: identity.certificate, key: identity.key, passphrase: identity.password }
    : { pfx: Buffer.from(identity.file, 'base64'), passphrase: identity.password }

/** Whether the server may connect to a host: a name, a public address, or a host that the operator allows. */
export const mayConnect = (host: string, port: number, localServers: readonly string[]): boolean =>
  isIP(host) === 0 || isPublicAddress(host) || localServers.includes(`${host}:${port}`)

/** One connection to a TAK server by mutual TLS. Both certificates are always checked. */
export class TakStream {
  readonly #socket: TLSSocket
  readonly #listener: TakListener
  readonly #timer: NodeJS.Timeout
  #resume: NodeJS.Timeout | undefined
  #isConnected = false
  #problem: TakProblem | null = null
  #window = { startsAt: 0, bytes: 0 }

  constructor(address: TakAddress, localServers: readonly string[], listener: TakListener) {
    const { host, port, certificateName, authority, identity } = address
    this.#listener = listener
    const isLocal = localServers.includes(`${host}:${port}`)
    const name = certificateName === '' ? host : certificateName
    const options: ConnectionOptions = {
      host,
      port,
      ca: authority,
      ...identityOptions(identity),
      ...(isIP(name) === 0 && { servername: name }),
      // Node compares an address of the setting with nothing otherwise.
      checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
      // The environment cannot turn the check off.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(!isLocal && { lookup: lookupOf(isPublicAddress) }),
    }
    this.#socket = connect(options)
    this.#timer = setTimeout(() => this.#fail('timedOut'), TAK_CONNECT_MS)
    this.#listen()
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** Sends an event. A server that reads nothing for long is left. */
  send(event: string): void {
    if (!this.#isConnected || this.#problem !== null) return
    this.#socket.write(event)
    if (this.#socket.writableLength > UNSENT_MAX) this.#fail('timedOut')
  }

  /** Ends the connection after what was sent. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#resume)
    this.#problem ??= 'closed'
    const socket = this.#socket
    if (socket.closed) return
    socket.removeAllListeners('close')
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.destroy(), this.#isConnected ? CLOSE_MS : 0)
      socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      if (this.#isConnected) socket.resume().end()
    })
  }

  #listen(): void {
    const socket = this.#socket
    const frames = new CotFrames()
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    socket.on('secureConnect', () => {
      clearTimeout(this.#timer)
      this.#isConnected = true
      this.#listener.onConnected(endOf(socket))
    })
    socket.on('data', (bytes: Buffer) => {
      this.#limit(Math.max(bytes.length, PIECE_BYTES_MIN))
      const events = frames.add(bytes)
      if (events.length > 0 && this.#problem === null) this.#listener.onEvents(events)
    })
    socket.on('error', (error) => {
      this.#problem ??= problemOf(error, this.#isConnected)
    })
    socket.on('close', () => {
      clearTimeout(this.#timer)
      clearTimeout(this.#resume)
      this.#listener.onEnded(this.#problem ?? 'closed')
    })
  }

  #limit(bytes: number): void {
    const now = performance.now()
    if (now - this.#window.startsAt >= 1000) this.#window = { startsAt: now, bytes: 0 }
    this.#window.bytes += bytes
    if (this.#window.bytes < BYTES_A_SECOND) return
    this.#socket.pause()
    this.#resume = setTimeout(() => this.#socket.resume(), 1000)
  }

  #fail(problem: TakProblem): void {
    this.#problem ??= problem
    this.#socket.destroy()
  }
}

function endOf(socket: TLSSocket): Date | null {
  const own = socket.getCertificate()
  const time = own !== null && 'valid_to' in own ? new Date(own.valid_to) : null
  return time === null || Number.isNaN(time.getTime()) ? null : time
}

function problemOf(error: NodeJS.ErrnoException, wasConnected: boolean): TakProblem {
  const { code = '' } = error
  if (error instanceof PrivateAddress) return 'notAllowed'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'wrongName'
  if (NOT_TRUSTED.test(code)) return 'serverNotTrusted'
  // The other side refuses the handshake, in TLS 1.3 also after it.
  if (code.startsWith('ERR_SSL_') && code.includes('ALERT')) return 'clientRefused'
  if (NOT_REACHED.test(code)) return 'unreachable'
  return wasConnected ? 'closed' : 'unreachable'
}

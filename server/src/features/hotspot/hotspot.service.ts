import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { HOTSPOT_NAME } from '@noroshi/contract/hotspot/hotspot.http'
import type { Deps } from '#/deps.ts'
import { checkInternet } from '#/features/accounts/server/unit.service.ts'
import { createAddressOf } from '#/http/client-address.ts'
import { sourceOf } from '#/http/source-of.ts'
import { HOTSPOT_NETWORK } from '#/hotspot/hotspot-network.ts'
import { type CheckReply, checkReplyTo } from './connectivity-checks.ts'

/** The network of the hotspot. */
const RANGE = new BlockList()
RANGE.addSubnet(HOTSPOT_NETWORK.subnet, HOTSPOT_NETWORK.prefix)
/** Milliseconds for which a device that continued is remembered, as long as its DHCP lease. */
const CONTINUED_FOR_MS = 12 * 3_600_000
/** Max remembered devices; the network has a thousand addresses. */
const CONTINUED_MAX = 1000

/** Redirects the sign-in page of a Wi-Fi, which a phone opens, to the page that explains it. */
const TO_JOIN: CheckReply = { status: 302, headers: { location: `http://${HOTSPOT_NAME}/join` }, body: '' }
/**
 * The server has internet: the name of the check leads to its real host from now on (hotspot-script.ts). A phone that
 * still has the earlier address gets no promise.
 */
const MISDIRECTED: CheckReply = { status: 421, headers: {}, body: '' }

/** Decides how connectivity checks are answered (decisions/0127). */
export class Hotspot {
  readonly #deps: Deps
  readonly #addressOf: (request: IncomingMessage) => string | undefined
  /** The end in milliseconds by the address of the device, the oldest first. */
  readonly #continued = new Map<string, number>()
  #hasInternet: boolean | null = null

  constructor(deps: Deps) {
    this.#deps = deps
    this.#addressOf = createAddressOf(deps.config)
  }

  get isOn(): boolean {
    return this.#deps.config.hotspotProbes !== 'off'
  }

  /** Returns whether an address is in the network of the hotspot. */
  includes(address: string): boolean {
    return this.isOn && RANGE.check(sourceOf(address))
  }

  /** Whether the checks of this address are redirected to /join. */
  isWaiting(address: string): boolean {
    return this.#deps.config.hotspotProbes === 'portal' && !this.#hasContinued(sourceOf(address))
  }

  /** Answers the checks of this address from now on. */
  continueAt(address: string): void {
    const source = sourceOf(address)
    this.#continued.delete(source) // it becomes the newest one
    this.#continued.set(source, this.#deps.now().getTime() + CONTINUED_FOR_MS)
    const [oldest] = this.#continued.keys()
    if (this.#continued.size > CONTINUED_MAX && oldest !== undefined) this.#continued.delete(oldest)
  }

  /** Returns the reply to a connectivity check; null for any other request. */
  async replyTo(request: IncomingMessage): Promise<CheckReply | null> {
    const reply = checkReplyTo(request.headers.host, request.url ?? '/')
    if (reply === null) return null
    if (await this.#reachesInternet()) return MISDIRECTED
    return this.isWaiting(this.#addressOf(request) ?? '') ? TO_JOIN : reply
  }

  #hasContinued(source: string): boolean {
    return (this.#continued.get(source) ?? 0) > this.#deps.now().getTime()
  }

  /** Returns the result of the newest complete check, so that a phone waits for the first one only. */
  async #reachesInternet(): Promise<boolean> {
    const checking = checkInternet(this.#deps).then((isOnline) => (this.#hasInternet = isOnline === true))
    return this.#hasInternet ?? checking
  }
}

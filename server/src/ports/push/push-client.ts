import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { encryptPush, type PushKeys } from './encrypt-push.ts'
import { PrivateAddress, publicLookup } from './public-address.ts'
import type { Vapid } from './vapid.ts'

/** Timeout of one request in milliseconds. */
const REQUEST_WITHIN = 10_000
/** Max milliseconds of looking up the host of a new subscription. */
const LOOKUP_WITHIN = 3000
/** Max connections to one push service. */
export const CONNECTIONS_PER_ORIGIN = 16

const agents = { keepAlive: true, maxSockets: CONNECTIONS_PER_ORIGIN }

/** A message for one subscription. */
export interface PushMessage extends PushKeys {
  readonly endpoint: string
  readonly text: string
  /** Topic, at most 32 characters of base64url. The message replaces an undelivered one with the same topic. */
  readonly topic: string
  readonly isUrgent: boolean
  /** Seconds for which the push service keeps the message for a device that is off (TTL). */
  readonly ttl: number
}

/**
 * The outcome of a request. `gone`: the subscription has ended. `failed`: a retry may succeed, but not before
 * `retryAfterSeconds`; `isUnknown` if the service did not answer and may have accepted the message. `unauthorized`: the
 * service does not accept the key of the server for this subscription, or the clock of the server is wrong. `refused`:
 * a retry of this message would be refused too.
 */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' }
  | { readonly kind: 'refused' | 'unauthorized'; readonly cause: string }
  | { readonly kind: 'failed'; readonly cause: string; readonly retryAfterSeconds: number; readonly isUnknown: boolean }

/** The push service of this server itself, which gets messages without a request. */
export interface OwnPushService {
  /** Whether an endpoint is one of it. */
  owns(endpoint: URL): boolean
  /** @returns false if it does not know the endpoint */
  accept(endpoint: URL, message: { readonly body: Buffer } & Pick<PushMessage, 'topic' | 'ttl'>): Promise<boolean>
}

interface PushClientOptions {
  /** null: none. */
  readonly own?: OwnPushService | null
  /** Resolves the host names of push services on the internet. */
  readonly lookup?: LookupFunction
}

/**
 * Sends messages to push services on the internet, to those on the local network that the operator allows, and to that of this
 * server.
 */
export class PushClient {
  readonly #vapid: Vapid
  readonly #localOrigins: readonly string[]
  readonly #own: OwnPushService | null
  readonly #lookup: LookupFunction
  #isLookingUp = false
  readonly #public: HttpsAgent
  readonly #localHttps = new HttpsAgent(agents)
  readonly #localHttp = new HttpAgent(agents)

  constructor(vapid: Vapid, localOrigins: readonly string[], { own = null, lookup = publicLookup }: PushClientOptions = {}) {
    this.#vapid = vapid
    this.#localOrigins = localOrigins
    this.#own = own
    this.#lookup = lookup
    this.#public = new HttpsAgent({ ...agents, lookup })
  }

  /**
   * Returns whether messages may be sent to an endpoint: by HTTPS to a host name on the default port, to an allowed origin, or to
   * the push service of this server. Each connection checks the address of the host.
   */
  allows(endpoint: string): boolean {
    const url = URL.parse(endpoint)
    if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
    if (this.#localOrigins.includes(url.origin) || this.#isOwn(url)) return true
    const isAddress = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
    return url.protocol === 'https:' && url.port === '' && !isAddress && url.hostname.includes('.')
  }

  /**
   * Returns whether the host of an endpoint has an address of this machine or of a private network. A host that cannot be
   * looked up has none, since devices also subscribe while the server has no internet. One host is looked up at a time: slow
   * lookups would keep the others of this process waiting. Each connection checks the address again.
   */
  async isPrivate(endpoint: string): Promise<boolean> {
    const url = new URL(endpoint)
    const { origin, hostname } = url
    if (this.#localOrigins.includes(origin) || this.#isOwn(url)) return false
    if (this.#isLookingUp) return false
    this.#isLookingUp = true
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOKUP_WITHIN, false)
      this.#lookup(hostname, { all: true }, (error) => {
        this.#isLookingUp = false
        clearTimeout(timer)
        resolve(error instanceof PrivateAddress)
      })
    })
  }

  /** Sends a message. It never throws. */
  async send(
    { endpoint, text, topic, isUrgent, ttl, ...keys }: PushMessage,
    now: Date,
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    const url = new URL(endpoint)
    if (!this.allows(endpoint)) return { kind: 'gone' } // the settings have changed
    try {
      const body = encryptPush(text, keys)
      if (this.#own !== null && this.#isOwn(url)) {
        // The app may name the topic a moment later than the browser subscribes, so that the first refusal is retried.
        return (await this.#own.accept(url, { body, topic, ttl }))
          ? { kind: 'sent' }
          : { kind: 'unauthorized', cause: 'unknown topic' }
      }
      const headers = {
        authorization: this.#vapid.authorization(url.origin, now),
        'content-encoding': 'aes128gcm',
        'content-length': body.length,
        'content-type': 'application/octet-stream',
        topic,
        ttl: String(ttl),
        urgency: isUrgent ? 'high' : 'normal',
      }
      return await this.#post(url, headers, body, AbortSignal.any([signal, AbortSignal.timeout(REQUEST_WITHIN)]))
    } catch (error) {
      // A wrong DNS reply, such as that of a captive portal, must not end the subscription.
      const isPrivate = error instanceof PrivateAddress
      return { kind: 'failed', cause: causeOf(error), retryAfterSeconds: 0, isUnknown: !isPrivate }
    }
  }

  /** Closes idle connections. */
  close(): void {
    for (const agent of [this.#public, this.#localHttps, this.#localHttp]) agent.destroy()
  }

  /** An allowed origin takes precedence, such as another push service on this machine. */
  #isOwn(url: URL): boolean {
    return this.#own !== null && !this.#localOrigins.includes(url.origin) && this.#own.owns(url)
  }

  #post(url: URL, headers: Record<string, string | number>, body: Buffer, signal: AbortSignal): Promise<PushOutcome> {
    const isLocal = this.#localOrigins.includes(url.origin)
    const isPlain = url.protocol === 'http:'
    const agent = isPlain ? this.#localHttp : isLocal ? this.#localHttps : this.#public
    return new Promise((resolve, reject) => {
      const sent = (isPlain ? requestHttp : requestHttps)(url, { method: 'POST', headers, agent, signal }, (reply) => {
        reply.on('error', () => undefined).resume() // the status is enough; the signal ends a long reply
        resolve(outcomeOf(reply.statusCode ?? 0, reply.headers['retry-after']))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

/** The cause of a failed request without its address, which is a secret. */
const causeOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const cause = `status ${status}`
  if (status === 401 || status === 403) return { kind: 'unauthorized', cause }
  if (status !== 429 && status < 500) return { kind: 'refused', cause }
  const retryAfterSeconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return { kind: 'failed', cause, retryAfterSeconds, isUnknown: false }
}

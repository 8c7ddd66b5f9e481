import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { parsePushPayload, type PushPayload } from '@noroshi/contract/push/push.payload'
import { pushRoutes } from '@noroshi/contract/push/push.http'
import type { Caller } from '../caller.ts'

/** The secrets of a browser's subscription. */
export interface BrowserKeys {
  readonly ecdh: ECDH
  readonly authSecret: Buffer
}

export const newBrowserKeys = (): BrowserKeys => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, authSecret: randomBytes(16) }
}

/**
 * Decrypts the body of a push message as a browser does (RFC 8291, section 3.4).
 * @throws when it is not for these keys
 */
export function decryptPush(body: Buffer, { ecdh, authSecret }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const serverKey = body.subarray(21, keyEnd)
  const derive = (secret: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
  const secret = derive(ecdh.computeSecret(serverKey), authSecret, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

interface Received {
  readonly payload: PushPayload
  /** The decrypted text. */
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

/** A browser that has subscribed. */
export interface PushDevice {
  readonly endpoint: string
  readonly received: readonly Received[]
  /** The kinds of the received notifications. */
  kinds(): string[]
}

/** A push service on this machine with real encryption. It verifies the signature of the server. */
export class PushService {
  readonly origin: string
  readonly #devices = new Map<string, { readonly keys: BrowserKeys; readonly received: Received[] }>()
  /**
   * Decides about a request before it is accepted.
   * @returns the status and headers of the reply, or nothing to accept it
   */
  answer: (path: string, request: IncomingMessage) => Promise<{ status: number; headers?: Record<string, string> } | undefined> =
    async () => undefined

  readonly close: () => void

  private constructor(origin: string, close: () => void) {
    this.origin = origin
    this.close = close
  }

  static async start(): Promise<PushService> {
    const server = createServer((request, reply) => {
      void service.#handle(request).then(({ status, headers = {} }) => reply.writeHead(status, headers).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const service = new PushService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
      server.closeAllConnections()
      server.close()
    })
    return service
  }

  /** The settings of a server that uses it. */
  get settings(): Record<string, string> {
    return { PUSH_CONTACT: 'mailto:unit@example.org', PUSH_LOCAL_ORIGINS: this.origin }
  }

  /** Returns the body of a subscription for a new browser that has not subscribed yet. */
  newSubscription() {
    const keys = newBrowserKeys()
    const path = `/${randomUUID()}`
    this.#devices.set(path, { keys, received: [] })
    const p256dh = keys.ecdh.getPublicKey('base64url')
    return { endpoint: this.origin + path, keys: { p256dh, auth: keys.authSecret.toString('base64url') } }
  }

  /** Subscribes the device of a session. */
  async subscribe(caller: Caller): Promise<PushDevice> {
    const body = this.newSubscription()
    await caller.fetch(pushRoutes.subscribe, { body })
    return this.deviceAt(body.endpoint)
  }

  /** Returns the browser with a subscription. */
  deviceAt(endpoint: string): PushDevice {
    const received = this.#devices.get(new URL(endpoint).pathname)?.received ?? []
    return { endpoint, received, kinds: () => received.map(({ payload }) => payload.kind) }
  }

  async #handle(request: IncomingMessage): Promise<{ status: number; headers?: Record<string, string> }> {
    const body = await buffer(request)
    const device = this.#devices.get(request.url ?? '')
    if (device === undefined) return { status: 404 }
    if (!this.#isSigned(request.headers.authorization ?? '')) return { status: 403 }
    const answer = await this.answer(request.url ?? '', request)
    if (answer !== undefined) return answer
    const text = decryptPush(body, device.keys)
    const payload = parsePushPayload(text)
    if (payload === null) return { status: 400 }
    device.received.push({ payload, text, headers: request.headers })
    return { status: 201 }
  }

  /** Checks the token of the server (RFC 8292). */
  #isSigned(authorization: string): boolean {
    const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(authorization) ?? []
    const [header = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(publicKey, 'base64url')
    if (point.length !== 65) return false
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')] as const
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
    const seconds = Number(exp) - Date.now() / 1000
    const isValid = aud === this.origin && sub === 'mailto:unit@example.org' && seconds > 0
    return (
      isValid &&
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    )
  }
}

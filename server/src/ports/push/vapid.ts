import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** Bytes of a private key of P-256. */
export const VAPID_KEY_BYTES = 32
/** Seconds for which a signature is valid. Push services accept at most one day. */
const VALID_SECONDS = 12 * 3600

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Identifies the server to push services (RFC 8292). */
export class Vapid {
  /** The `applicationServerKey` of subscriptions, as base64url. */
  readonly publicKey: string
  readonly #key: KeyObject
  readonly #contact: string

  /**
   * @param secret - {@link VAPID_KEY_BYTES} random bytes
   * @param contact - a mailto: or https: URL of the operator
   */
  constructor(secret: Buffer, contact: string) {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(secret)
    const point = ecdh.getPublicKey()
    this.publicKey = point.toString('base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url')) as [string, string]
    const jwk = { kty: 'EC', crv: 'P-256', x, y, d: secret.toString('base64url') }
    this.#key = createPrivateKey({ key: jwk, format: 'jwk' })
    this.#contact = contact
  }

  /** Returns the Authorization header of a request to a push service. */
  authorization(origin: string, now: Date): string {
    const claims = { aud: origin, exp: Math.floor(now.getTime() / 1000) + VALID_SECONDS, sub: this.#contact }
    const unsigned = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
    const signature = sign('sha256', Buffer.from(unsigned), { key: this.#key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    return `vapid t=${unsigned}.${signature}, k=${this.publicKey}`
  }
}

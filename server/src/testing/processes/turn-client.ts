import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

// A minimal TURN client (RFC 8656) over UDP with long-term credentials.

const MAGIC_COOKIE = 0x2112_a442
const METHOD = { allocate: 0x0003, createPermission: 0x0008 } as const
const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  transport: 0x0019,
} as const
const HEADER_BYTES = 20
const UDP = Buffer.from([17, 0, 0, 0])
const TRIES = 10
const RETRY_MS = 500

interface Credentials {
  readonly username: string
  readonly credential: string
}
type Attribute = readonly [type: number, value: Buffer]

/** A client of a TURN server at the loopback address. */
export class TurnClient implements Disposable {
  readonly #socket: Socket = createSocket('udp4')
  readonly #port: number
  readonly #credentials: Credentials
  #challenge: Attribute[] = []
  #key: Buffer | null = null

  constructor(port: number, credentials: Credentials) {
    this.#port = port
    this.#credentials = credentials
  }

  /** Requests a relay. @returns the error code; 0 for a success */
  async allocate(): Promise<number> {
    const transport: Attribute = [ATTRIBUTE.transport, UDP]
    const challenge = await this.#request(METHOD.allocate, [transport])
    const realm = challenge.get(ATTRIBUTE.realm) ?? Buffer.alloc(0)
    const { username, credential } = this.#credentials
    this.#key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest()
    this.#challenge = [
      [ATTRIBUTE.username, Buffer.from(username)],
      [ATTRIBUTE.realm, realm],
      [ATTRIBUTE.nonce, challenge.get(ATTRIBUTE.nonce) ?? Buffer.alloc(0)],
    ]
    return errorOf(await this.#request(METHOD.allocate, [transport]))
  }

  /** Requests that the relay may send to an IPv4 address. @returns the error code; 0 for a success */
  async permit(address: string): Promise<number> {
    const value = Buffer.alloc(8)
    value.writeUInt8(1, 1) // IPv4
    value.writeUInt16BE(9 ^ (MAGIC_COOKIE >>> 16), 2)
    const parts = address.split('.').reduce((number, part) => number * 256 + Number(part), 0)
    value.writeUInt32BE((parts ^ MAGIC_COOKIE) >>> 0, 4)
    return errorOf(await this.#request(METHOD.createPermission, [[ATTRIBUTE.peer, value]]))
  }

  [Symbol.dispose](): void {
    this.#socket.close()
  }

  async #request(method: number, attributes: readonly Attribute[]): Promise<Map<number, Buffer>> {
    const id = randomBytes(12)
    const message = this.#sign(encode(method, id, [...attributes, ...this.#challenge]))
    for (let attempt = 0; attempt < TRIES; attempt++) {
      this.#socket.send(message, this.#port, '127.0.0.1')
      const received = once(this.#socket, 'message', { signal: AbortSignal.timeout(RETRY_MS) }).catch(() => null)
      const [reply] = ((await received) ?? []) as [Buffer?] // datagrams are buffers
      if (reply?.subarray(8, HEADER_BYTES).equals(id)) return decode(reply)
    }
    throw new Error('the TURN server does not answer')
  }

  #sign(message: Buffer): Buffer {
    if (this.#key === null) return message
    message.writeUInt16BE(message.length - HEADER_BYTES + 24, 2) // the length includes the signature
    const signature = createHmac('sha1', this.#key).update(message).digest()
    return Buffer.concat([message, encodeAttribute([ATTRIBUTE.integrity, signature])])
  }
}

function encodeAttribute([type, value]: Attribute): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

function encode(method: number, id: Buffer, attributes: readonly Attribute[]): Buffer {
  const body = Buffer.concat(attributes.map(encodeAttribute))
  const head = Buffer.alloc(8)
  head.writeUInt16BE(method, 0)
  head.writeUInt16BE(body.length, 2)
  head.writeUInt32BE(MAGIC_COOKIE, 4)
  return Buffer.concat([head, id, body])
}

function decode(message: Buffer): Map<number, Buffer> {
  const attributes = new Map<number, Buffer>()
  for (let at = HEADER_BYTES; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2)
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length))
    at += 4 + Math.ceil(length / 4) * 4
  }
  return attributes
}

function errorOf(attributes: Map<number, Buffer>): number {
  const value = attributes.get(ATTRIBUTE.errorCode)
  return value === undefined ? 0 : (value[2] ?? 0) * 100 + (value[3] ?? 0)
}

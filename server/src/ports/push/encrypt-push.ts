import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a push subscription. Only its browser can decrypt messages for them. */
export interface PushKeys {
  /** Public key: an uncompressed point of P-256, 65 bytes. */
  readonly publicKey: Buffer
  /** Secret of the subscription, 16 bytes. */
  readonly authSecret: Buffer
}

/** The curve of RFC 8291, by its name in OpenSSL. */
const CURVE = 'prime256v1'
/** Bytes of a record. The payload and 17 bytes of overhead fit in one record. */
const RECORD_SIZE = 4096
/** The end of the last record (RFC 8188, section 2). */
const LAST_RECORD = Buffer.from([2])
/** Payloads are padded to a multiple of this many bytes, so that their size reveals little about the content. */
const PADDED_TO = 256

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Returns whether the bytes are a point of the curve. */
export function isPublicKey(bytes: Buffer): boolean {
  try {
    ECDH.convertKey(bytes, CURVE)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a text for a subscription: the body of a request with the content encoding aes128gcm (RFC 8291 and RFC
 * 8188).
 * @throws Error if the public key is not a point of the curve
 */
export function encryptPush(text: string, { publicKey, authSecret }: PushKeys): Buffer {
  const own = createECDH(CURVE)
  const ownPublicKey = own.generateKeys()
  const salt = randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ownPublicKey])
  const secret = derive(own.computeSecret(publicKey), authSecret, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const content = Buffer.from(text)
  const padding = Buffer.alloc((PADDED_TO - ((content.length + 1) % PADDED_TO)) % PADDED_TO)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = Buffer.concat([
    cipher.update(Buffer.concat([content, LAST_RECORD, padding])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const header = Buffer.alloc(5)
  header.writeUInt32BE(RECORD_SIZE)
  header.writeUInt8(ownPublicKey.length, 4)
  return Buffer.concat([salt, header, ownPublicKey, record])
}

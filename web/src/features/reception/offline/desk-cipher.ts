/** Iterations of PBKDF2 (OWASP, Password Storage Cheat Sheet 2023: 600,000 for SHA-256). */
export const PIN_ITERATIONS = 600_000
const SALT_BYTES = 16
const IV_BYTES = 12
/** Bytes that are passed to one function call. */
const CHUNK = 0x80_00

const AES = { name: 'AES-GCM', length: 256 } as const
type Bytes = Uint8Array<ArrayBuffer>

/** Encrypted bytes, as texts in base64, so that local storage takes them too. */
export interface Sealed {
  readonly iv: string
  readonly data: string
}

/** A data key that is encrypted by a key from a PIN. */
export interface PinWrap {
  readonly salt: string
  readonly iterations: number
  readonly key: Sealed
}

/** Whether this page can encrypt. Browsers offer it to secure pages only. */
export const canEncrypt = (): boolean => window.isSecureContext && 'subtle' in crypto

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)

function toBase64(bytes: Bytes): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += CHUNK) text += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  return btoa(text)
}

const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

async function sealBytes(key: CryptoKey, purpose: string, bytes: Bytes): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const data = await crypto.subtle.encrypt({ name: AES.name, iv, additionalData: bytesOf(purpose) }, key, bytes)
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
}

async function openBytes(key: CryptoKey, purpose: string, { iv, data }: Sealed): Promise<Bytes> {
  const algorithm = { name: AES.name, iv: fromBase64(iv), additionalData: bytesOf(purpose) }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, fromBase64(data)))
}

/** Encrypts a value that is plain data. @param purpose what it is; it opens for the same purpose only */
export const seal = (key: CryptoKey, purpose: string, value: unknown): Promise<Sealed> =>
  sealBytes(key, purpose, bytesOf(JSON.stringify(value)))

/** Returns a value that was encrypted. @throws if the key or the purpose is another one, or the bytes were changed */
export const open = async (key: CryptoKey, purpose: string, sealed: Sealed): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await openBytes(key, purpose, sealed)))

/** Returns a random data key as bytes, which are wrapped and then forgotten. */
export const newRawKey = (): Bytes => crypto.getRandomValues(new Uint8Array(AES.length / 8))

/** Returns a key that scripts cannot read. */
export const keyOf = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, AES.name, false, ['encrypt', 'decrypt'])

async function keyOfPin(pin: string, salt: Bytes, iterations: number): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', bytesOf(pin), 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, base, AES, false, ['encrypt', 'decrypt'])
}

const keyOfSecret = (secret: string) => keyOf(fromBase64(secret.replaceAll('-', '+').replaceAll('_', '/')))

const BY_PIN = 'data key by PIN'
const BY_SERVER = 'data key by server'

export async function wrapByPin(raw: Bytes, pin: string, iterations = PIN_ITERATIONS): Promise<PinWrap> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  return { salt: toBase64(salt), iterations, key: await sealBytes(await keyOfPin(pin, salt, iterations), BY_PIN, raw) }
}

/** @throws if the PIN is wrong */
export const unwrapByPin = async ({ salt, iterations, key }: PinWrap, pin: string): Promise<Bytes> =>
  openBytes(await keyOfPin(pin, fromBase64(salt), iterations), BY_PIN, key)

/** @param secret 256 bits of the server in base64url */
export const wrapBySecret = async (raw: Bytes, secret: string): Promise<Sealed> =>
  sealBytes(await keyOfSecret(secret), BY_SERVER, raw)

/** @throws if the secret is of another desk */
export const unwrapBySecret = async (wrapped: Sealed, secret: string): Promise<Bytes> =>
  openBytes(await keyOfSecret(secret), BY_SERVER, wrapped)

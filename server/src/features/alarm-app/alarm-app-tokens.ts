import { createHmac, timingSafeEqual } from 'node:crypto'

/** `respond`: the button "I am responding". `receipt`: the address of the icon, which the app fetches when it has the message. */
export type TokenPurpose = 'respond' | 'receipt'

/** The subject of a token. */
interface TokenSubject {
  readonly deviceId: string
  /** Id of the alert, or of the test. */
  readonly entityId: string
}

const ID_BYTES = 16
const MAC_BYTES = 16
const TOKEN = /^[\w-]{64}$/

const bytesOf = ({ deviceId, entityId }: TokenSubject): Buffer => Buffer.from((deviceId + entityId).replaceAll('-', ''), 'hex')
const idIn = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const macOf = (key: Buffer, purpose: TokenPurpose, ids: Buffer): Buffer =>
  createHmac('sha256', key).update(purpose).update(ids).digest().subarray(0, MAC_BYTES)

/** Returns the token of a device for one purpose and subject. No token is stored. */
export function tokenOf(key: Buffer, purpose: TokenPurpose, subject: TokenSubject): string {
  const ids = bytesOf(subject)
  return Buffer.concat([ids, macOf(key, purpose, ids)]).toString('base64url')
}

/** Returns the subject of a token; null for a text that is no token of this server and purpose. */
export function subjectOf(key: Buffer, purpose: TokenPurpose, token: string): TokenSubject | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const ids = bytes.subarray(0, 2 * ID_BYTES)
  if (!timingSafeEqual(macOf(key, purpose, ids), bytes.subarray(2 * ID_BYTES))) return null
  return { deviceId: idIn(ids.subarray(0, ID_BYTES)), entityId: idIn(ids.subarray(ID_BYTES)) }
}

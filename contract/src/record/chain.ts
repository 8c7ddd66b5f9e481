/**
 * The hash chain of a record. The server, the tests and the verifier compute it with this code.
 *
 * An entry is a commitment to its content: SHA-256 over a random salt and the canonical JSON of the payload. The chain
 * has the commitment, never the content. An erasure therefore removes salt and payload, and the chain still verifies.
 */

/** Identifies the format in the hashes and in exported files. Another format has another name. */
export const RECORD_FORMAT = 'noroshi-record-1'
const HEAD_FORMAT = 'noroshi-head-1'

/** Bytes of a salt. */
export const SALT_BYTES = 32

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The content of an entry. */
export type Content = { [field: string]: Json }

/** The part of an entry that its hash contains besides the commitment. It stays after an erasure and names no person. */
export interface EntryHeader {
  /** From 1, without gaps. */
  readonly seq: number
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string
  readonly kind: string
}

/** An entry of a chain. Bytes are base64url. */
export interface ChainEntry extends EntryHeader {
  /** null: the content was erased. */
  readonly salt: string | null
  readonly payload: Content | null
  readonly commitment: string
  readonly hash: string
}

/** The state of a chain at a time, signed with the key of the server (Ed25519). Bytes are base64url. */
export interface Head {
  readonly chain: string
  readonly seq: number
  /** The hash of the entry `seq`. */
  readonly hash: string
  /** The time of the signature. */
  readonly at: string
  /** The public key. */
  readonly key: string
  readonly signature: string
}

const encoder = new TextEncoder()

/** Returns JSON with sorted keys and without spaces. Equal values have equal texts. */
export const canonicalJson = (value: Json): string => JSON.stringify(sorted(value))

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, field]) => [key, sorted(field)]),
  )
}

/** Returns bytes as base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns the bytes of base64url. @throws if the text is not base64url */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** Returns the commitment of an entry to its content. */
export async function commitmentOf(salt: string, payload: Json): Promise<string> {
  const [saltBytes, text] = [fromBase64Url(salt), encoder.encode(canonicalJson(payload))]
  const bytes = new Uint8Array(saltBytes.length + text.length)
  bytes.set(saltBytes)
  bytes.set(text, saltBytes.length)
  return sha256(bytes)
}

/** Returns the hash of an entry. @param previous the hash of the entry before; '' for the first one */
export const hashOfEntry = (
  chain: string,
  previous: string,
  { seq, at, kind, commitment }: EntryHeader & { readonly commitment: string },
): Promise<string> => sha256(encoder.encode(canonicalJson([RECORD_FORMAT, chain, seq, at, kind, previous, commitment])))

/** The signed bytes of a head. */
export const bytesOfHead = ({ chain, seq, hash, at }: Omit<Head, 'key' | 'signature'>): Uint8Array<ArrayBuffer> =>
  encoder.encode(canonicalJson([HEAD_FORMAT, chain, seq, hash, at]))

/** Returns a new entry of a chain. @param last the last entry of the chain; undefined for an empty chain */
export async function appendEntry(
  chain: string,
  last: Pick<ChainEntry, 'seq' | 'hash'> | undefined,
  { at, kind, payload }: { readonly at: string; readonly kind: string; readonly payload: Content },
): Promise<ChainEntry> {
  const salt = toBase64Url(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
  const header = { seq: (last?.seq ?? 0) + 1, at, kind, commitment: await commitmentOf(salt, payload) }
  return { ...header, salt, payload, hash: await hashOfEntry(chain, last?.hash ?? '', header) }
}

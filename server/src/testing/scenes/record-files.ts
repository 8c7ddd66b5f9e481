import { generateKeyPairSync, sign } from 'node:crypto'
import { appendEntry, bytesOfHead, type ChainEntry, type Head } from '@noroshi/contract/record/chain'
import { recordFileOf } from '@noroshi/contract/record/record-file'
import { newId } from '#/db/ids.ts'

/** A record with the key that signs its heads. */
export interface SignedRecord {
  readonly chain: string
  readonly entries: readonly ChainEntry[]
  /** Signs the state after an entry. */
  readonly headAt: (seq: number) => Head
}

/** Returns a function that signs heads with a new key. */
export function createSigner(): (state: Omit<Head, 'key' | 'signature'>) => Head {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x: key = '' } = publicKey.export({ format: 'jwk' })
  return (state) => ({ ...state, key, signature: sign(null, bytesOfHead(state), privateKey).toString('base64url') })
}

/** Returns the entries of a chain about messages in both languages. @param from the entries before them */
export async function chainOf(chain: string, count: number, from: readonly ChainEntry[] = []): Promise<ChainEntry[]> {
  const entries = [...from]
  while (entries.length < count) {
    const number = entries.length + 1
    const payload = {
      by: { id: newId(), firstName: '遥', lastName: '佐藤' },
      text: `Message ${number}: 川の水が増えています\n"${number}"`,
      latitude: 38.2 + number / 7,
    }
    const at = new Date(Date.UTC(2026, 10, 30) + number * 1000).toISOString()
    entries.push(await appendEntry(chain, entries.at(-1), { at, kind: 'message', payload }))
  }
  return entries
}

export async function signedRecord(count: number): Promise<SignedRecord> {
  const chain = newId()
  const entries = await chainOf(chain, count)
  const sign = createSigner()
  const at = new Date(Date.UTC(2026, 11, 1)).toISOString()
  return { chain, entries, headAt: (seq) => sign({ chain, seq, hash: entries[seq - 1]?.hash ?? '', at }) }
}

/** Returns the bytes of a file with these entries. */
export const fileWith = (chain: string, entries: readonly ChainEntry[], head: Head): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(recordFileOf({ chain, entries, head }))

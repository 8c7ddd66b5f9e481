import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { bytesOfHead, type Head } from '@noroshi/contract/record/chain'
import type { Db } from '#/db/pool.ts'
import { readOrCreateSecret } from '#/features/accounts/server/unit.service.ts'

/** Bytes of a private key of Ed25519. */
const KEY_BYTES = 32
/** The beginning of a private key of Ed25519 in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key with which the server signs the heads of its records. All processes have the same one, and each backup has it. */
export class SigningKey {
  /** base64url */
  readonly publicKey: string
  readonly #key: KeyObject

  static async open(db: Db): Promise<SigningKey> {
    return new SigningKey(await readOrCreateSecret(db, 'recordKey', KEY_BYTES))
  }

  private constructor(secret: Buffer) {
    this.#key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: 'der', type: 'pkcs8' })
    const { x = '' } = createPublicKey(this.#key).export({ format: 'jwk' })
    this.publicKey = x
  }

  /** Returns the signed head of a chain. */
  sign(state: Omit<Head, 'key' | 'signature'>): Head {
    const signature = sign(null, bytesOfHead(state), this.#key).toString('base64url')
    return { ...state, key: this.publicKey, signature }
  }
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Db } from '#/db/pool.ts'
import { readOrCreateSecret, readOrCreateSetting } from '#/features/accounts/server/unit.service.ts'

/** The setting with the part of the lane's name after the unit. A restore deletes it, so that the restored server has a new lane. */
export const UNIT_LANE = 'unitLane'
const LANE_BYTES = 6

interface StoredKeys {
  /** Ed25519, PKCS #8 in base64. */
  readonly sign: string
  /** age */
  readonly box: string
}

/** Whether the owner of a public key (base64url) signed these bytes. */
export function isSignedBy(signKey: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signKey }, format: 'jwk' })
  return verify(null, bytes, key, signature)
}

/** Encrypts bytes, so that only the owners of these public keys can read them. */
export async function sealFor(boxKeys: readonly string[], bytes: Uint8Array): Promise<Buffer> {
  const encrypter = new Encrypter()
  for (const boxKey of boxKeys) encrypter.addRecipient(boxKey)
  return Buffer.from(await encrypter.encrypt(bytes))
}

/**
 * The keys of this unit. They are in the settings, as all secrets that the processes of a server share, so that each backup has
 * them.
 */
export class UnitKeys {
  /** base64url */
  readonly signKey: string
  readonly boxKey: string
  /** The part of the lane's name after the unit. */
  readonly laneSuffix: string
  readonly #signKey: KeyObject
  readonly #identity: string

  static async open(db: Db): Promise<UnitKeys> {
    const { privateKey } = generateKeyPairSync('ed25519')
    const stored = await readOrCreateSetting<StoredKeys>(db, 'unitKeys', {
      sign: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      box: await generateX25519Identity(),
    })
    const lane = await readOrCreateSecret(db, UNIT_LANE, LANE_BYTES)
    return new UnitKeys(stored, await identityToRecipient(stored.box), lane.toString('hex'))
  }

  private constructor(stored: StoredKeys, boxKey: string, laneSuffix: string) {
    this.#signKey = createPrivateKey({ key: Buffer.from(stored.sign, 'base64'), format: 'der', type: 'pkcs8' })
    const { x = '' } = createPublicKey(this.#signKey).export({ format: 'jwk' })
    this.signKey = x
    this.boxKey = boxKey
    this.#identity = stored.box
    this.laneSuffix = laneSuffix
  }

  sign(bytes: Uint8Array): Buffer {
    return sign(null, bytes, this.#signKey)
  }

  /** Decrypts bytes. @throws when they are changed, cut off, or not for this unit */
  async open(sealed: Uint8Array): Promise<Buffer> {
    const decrypter = new Decrypter()
    decrypter.addIdentity(this.#identity)
    return Buffer.from(await decrypter.decrypt(sealed))
  }
}

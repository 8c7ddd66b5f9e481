import { createHash } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { CommandError } from '#/command-error.ts'
import type { BackupKey } from './target/backup-settings.ts'

/** Marks the names of encrypted files. */
export const ENCRYPTED = '.age'

/** Creates a key. It takes a second of the processor and 256 MB, so it is not done where an SOS could wait for it. */
export async function createKey(passphrase: string): Promise<BackupKey & { readonly identity: string }> {
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  const locked = Buffer.from(await encrypter.encrypt(`${identity}\n`)).toString('base64')
  return { recipient: await identityToRecipient(identity), locked, identity }
}

/** Returns the secret key. @throws CommandError when the passphrase is wrong */
export async function unlockKey(locked: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return (await decrypter.decrypt(locked, 'text')).trim()
  } catch (error) {
    throw new CommandError('The passphrase is wrong. Nothing was changed.', { cause: error })
  }
}

/** Returns the name of the pool of uploaded files that are encrypted to a key; null: of those that are not encrypted. */
export const poolOf = (recipient: string | null): string =>
  recipient === null ? 'plain' : createHash('sha256').update(recipient).digest('hex').slice(0, 16)

/** Returns the encrypted bytes of a source. */
export async function* encrypted(source: AsyncIterable<Uint8Array>, recipient: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(streamOf(source))
}

/** Returns the decrypted bytes of a source. @throws when they are damaged or encrypted to another key */
export async function* decrypted(source: AsyncIterable<Uint8Array>, identity: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  yield* await decrypter.decrypt(streamOf(source))
}

// `as`: Buffer.alloc and files never give shared memory
const streamOf = (source: AsyncIterable<Uint8Array>) => ReadableStream.from(source as AsyncIterable<Uint8Array<ArrayBuffer>>)

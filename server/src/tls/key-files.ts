import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'

/** A private key and its certificate, both as PEM text. */
export interface KeyPair {
  readonly key: string
  readonly cert: string
}

const filesOf = (directory: string, name: string) => ({
  key: path.join(directory, `${name}.key`),
  cert: path.join(directory, `${name}.crt`),
})

/** Returns a stored pair; null if its files do not exist or do not belong together. Restores the mode of a key that others may read. */
export async function readKeyPair(directory: string, name: string): Promise<KeyPair | null> {
  const files = filesOf(directory, name)
  const [key, cert] = await Promise.all([readIfExists(files.key), readIfExists(files.cert)])
  if (key === null || cert === null || !belongTogether(key, cert)) return null
  await chmod(files.key, 0o600)
  return { key, cert }
}

/** A crash between the two renames, or another process, can leave the key of one pair with the certificate of another. */
function belongTogether(key: string, cert: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** Stores a pair. Only the user of the server may read the directory and the key. */
export async function writeKeyPair(directory: string, name: string, { key, cert }: KeyPair): Promise<void> {
  const files = filesOf(directory, name)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeAtomic(files.key, key, 0o600)
  await writeAtomic(files.cert, cert, 0o644)
}

/** A crash leaves the old or the new file, never a part of one. */
async function writeAtomic(file: string, text: string, mode: number): Promise<void> {
  const temporary = `${file}.${randomUUID()}.new`
  const handle = await open(temporary, 'w', mode)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

const readIfExists = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })

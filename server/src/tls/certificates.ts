import { X509Certificate as ParsedCertificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Config } from '#/config.ts'
import { openAuthority } from './authority.ts'
import type { KeyPair } from './key-files.ts'
import { openLeaf } from './leaf.ts'
import { ownNames } from './own-names.ts'

/** The certificate that the server presents. */
export interface Certificate extends KeyPair {
  /** PEM text of the authority that devices must trust; null for a certificate of TLS_CERT, which they trust already. */
  readonly authorityCert: string | null
  readonly names: readonly string[]
  readonly leftOut: readonly string[]
}

export type CertificateSource = (now: Date) => Promise<Certificate>

/** Returns a function that reads the current certificate. With the unit's own authority it renews it if necessary. */
export function certificateSource(config: Config): CertificateSource {
  const { tlsFiles } = config
  if (tlsFiles !== null) return () => readCertificate(tlsFiles)
  const directory = path.join(config.dataDir, 'tls')
  return async (now) => {
    const names = ownNames(config)
    const authority = await openAuthority(directory, names, now)
    return { ...(await openLeaf(directory, authority, names, now)), authorityCert: authority.cert }
  }
}

/** @throws an error that names the files, if they cannot be read or do not belong together. */
async function readCertificate(files: { readonly cert: string; readonly key: string }): Promise<Certificate> {
  try {
    const [cert, key] = await Promise.all([readFile(files.cert, 'utf8'), readFile(files.key, 'utf8')])
    createSecureContext({ cert, key })
    const { subjectAltName = '' } = new ParsedCertificate(cert)
    const names = [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name = '']) => name)
    return { cert, key, authorityCert: null, names, leftOut: [] }
  } catch (cause) {
    throw new Error(`TLS_CERT, TLS_KEY: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

import 'reflect-metadata' // @peculiar/x509 expects it to be loaded first
import { webcrypto } from 'node:crypto'
import { cryptoProvider } from '@peculiar/x509'

cryptoProvider.set(webcrypto)

export {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** ECDSA on P-256: all phones accept it, and a key pair takes a millisecond. */
export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
export const DAY_MS = 86_400_000
/** Milliseconds that certificates are backdated, because clocks of devices without internet go wrong. */
export const BACKDATED_MS = 24 * 3_600_000

export const generateKeys = () => webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify'])

/** Returns the PKCS #8 PEM text of a private key. */
export async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const text = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${text.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`
}

export const importPrivateKey = (pem: string) =>
  webcrypto.subtle.importKey('pkcs8', Buffer.from(bodyOfPem(pem), 'base64'), KEY_ALGORITHM, false, ['sign'])

/** Returns the base64 text of a PEM block. */
export const bodyOfPem = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')

/** Returns a random positive serial number of 80 bits as hexadecimal text. */
export const newSerialNumber = (): string => `00${Buffer.from(webcrypto.getRandomValues(new Uint8Array(10))).toString('hex')}`

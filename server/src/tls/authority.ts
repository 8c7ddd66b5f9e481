import { hostname } from 'node:os'
import { type KeyPair, readKeyPair, writeKeyPair } from './key-files.ts'
import { nameConstraints, permittedFor } from './name-constraints.ts'
import {
  BACKDATED_MS,
  BasicConstraintsExtension,
  DAY_MS,
  generateKeys,
  KEY_ALGORITHM,
  KeyUsageFlags,
  KeyUsagesExtension,
  newSerialNumber,
  privateKeyPem,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from './x509.ts'

const AUTHORITY_DAYS = 3650

/**
 * Returns the certificate authority of this server. The first call creates it. Name constraints limit it to private names and to
 * the names that the server has at that moment (decisions/0061).
 */
export async function openAuthority(directory: string, names: readonly string[], now: Date): Promise<KeyPair> {
  const stored = await readKeyPair(directory, 'authority')
  if (stored !== null) return stored
  const keys = await generateKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: [{ O: ['Noroshi'] }, { CN: [`Noroshi ${hostname()} ${now.getFullYear()}`] }],
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS),
    keys,
    signingAlgorithm: KEY_ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      nameConstraints(permittedFor(names)),
    ],
  })
  const created = { key: await privateKeyPem(keys.privateKey), cert: `${certificate.toString('pem')}\n` }
  await writeKeyPair(directory, 'authority', created)
  return created
}

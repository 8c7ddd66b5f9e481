import { isIP } from 'node:net'
import { type KeyPair, readKeyPair, writeKeyPair } from './key-files.ts'
import { isPermitted, permittedNamesOf } from './name-constraints.ts'
import {
  AuthorityKeyIdentifierExtension,
  BACKDATED_MS,
  BasicConstraintsExtension,
  DAY_MS,
  ExtendedKeyUsageExtension,
  generateKeys,
  importPrivateKey,
  KEY_ALGORITHM,
  KeyUsageFlags,
  KeyUsagesExtension,
  newSerialNumber,
  privateKeyPem,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from './x509.ts'

/** iOS accepts at most 825 days of an authority that the user installed; 397 is the limit of all other rules. */
const LEAF_DAYS = 397
/** Days before its end when a certificate is renewed. */
const RENEW_DAYS = 60
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1'

interface Leaf extends KeyPair {
  /** The names and addresses of the certificate. */
  readonly names: readonly string[]
  /** Names that the authority may not certify. One of them in the certificate would invalidate it. */
  readonly leftOut: readonly string[]
}

/** Returns the certificate of the server for these names. Renews it when they change and before its end. */
export async function openLeaf(directory: string, authority: KeyPair, wantedNames: readonly string[], now: Date): Promise<Leaf> {
  const issuer = new X509Certificate(authority.cert)
  const permitted = permittedNamesOf(issuer)
  const names = wantedNames.filter((name) => isPermitted(name, permitted))
  const leftOut = wantedNames.filter((name) => !names.includes(name))
  const stored = await readKeyPair(directory, 'server')
  if (stored !== null && (await isCurrent(new X509Certificate(stored.cert), issuer, names, now)))
    return { ...stored, names, leftOut }
  const created = await createLeaf(authority, issuer, names, now)
  await writeKeyPair(directory, 'server', created)
  return { ...created, names, leftOut }
}

async function createLeaf(authority: KeyPair, issuer: X509Certificate, names: readonly string[], now: Date): Promise<KeyPair> {
  const keys = await generateKeys()
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    // Some clients check the common name against the constraints too, so it is a permitted name.
    subject: [{ CN: [names.find((name) => isIP(name) === 0) ?? 'localhost'] }],
    issuer: issuer.subjectName,
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(Math.min(now.getTime() + LEAF_DAYS * DAY_MS, issuer.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey: await importPrivateKey(authority.key),
    signingAlgorithm: KEY_ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([SERVER_AUTHENTICATION]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { key: await privateKeyPem(keys.privateKey), cert: `${certificate.toString('pem')}\n` }
}

/** Returns one spelling of an IPv6 address, which has many. */
const canonical = (name: string): string => (isIP(name) === 6 ? new URL(`http://[${name}]`).hostname : name)
const asList = (names: readonly string[]): string => names.map(canonical).toSorted().join(' ')

async function isCurrent(
  certificate: X509Certificate,
  issuer: X509Certificate,
  names: readonly string[],
  now: Date,
): Promise<boolean> {
  const certified = certificate.getExtension(SubjectAlternativeNameExtension)?.names.items.map(({ value }) => value) ?? []
  const daysLeft = (certificate.notAfter.getTime() - now.getTime()) / DAY_MS
  return (
    daysLeft > RENEW_DAYS &&
    certificate.notBefore <= now &&
    asList(certified) === asList(names) &&
    (await certificate.verify({ publicKey: issuer.publicKey, signatureOnly: true }))
  )
}

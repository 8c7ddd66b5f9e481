import { BlockList, isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509'
import { Extension, type X509Certificate } from './x509.ts'

const NAME_CONSTRAINTS = '2.5.29.30'

/** Names and address ranges that no public site has. */
const PRIVATE_NAMES = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
  'local',
  'localhost',
  'internal',
  'home.arpa',
  'lan',
] as const

const family = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
const isRange = (permitted: string): boolean => permitted.includes('/')

/** Returns whether an authority with these permitted names and ranges may certify a name or an address. */
export function isPermitted(name: string, permitted: readonly string[]): boolean {
  if (isIP(name) === 0) return permitted.some((domain) => !isRange(domain) && (name === domain || name.endsWith(`.${domain}`)))
  const ranges = new BlockList()
  for (const range of permitted.filter(isRange)) {
    const [address = '', bits] = range.split('/')
    ranges.addSubnet(address, Number(bits), family(address))
  }
  return ranges.check(name, family(name))
}

/** Returns the private names, and the public ones of the server. A name without a dot is none, because it could be a whole domain. */
export const permittedFor = (names: readonly string[]): string[] => [
  ...PRIVATE_NAMES,
  ...names
    .filter((name) => !isPermitted(name, PRIVATE_NAMES) && (isIP(name) !== 0 || name.includes('.')))
    .map((name) => (isIP(name) === 0 ? name : `${name}/${isIP(name) === 4 ? 32 : 128}`)),
]

/** RFC 5280, 4.2.1.10. It is not critical, because an old TLS library that does not know it would refuse the authority. */
export function nameConstraints(permitted: readonly string[]): Extension {
  const subtrees = permitted.map(
    (name) => new GeneralSubtree({ base: new GeneralName(isRange(name) ? { iPAddress: name } : { dNSName: name }) }),
  )
  const constraints = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) })
  return new Extension(NAME_CONSTRAINTS, false, AsnConvert.serialize(constraints))
}

/** Returns the permitted names and ranges of an authority. Without constraints it may certify nothing here. */
export function permittedNamesOf(authority: X509Certificate): string[] {
  const extension = authority.getExtension(NAME_CONSTRAINTS)
  if (extension === null) return []
  const { permittedSubtrees = [] } = AsnConvert.parse(extension.value, NameConstraints)
  return [...permittedSubtrees].flatMap(({ base }) => base.dNSName ?? base.iPAddress ?? [])
}

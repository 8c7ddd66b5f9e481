import { createHash, createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { Uuid } from '@noroshi/contract/define'
import { AppError } from '#/http/errors.ts'
import { UnitFacts, UnitPublicKeys, UNITS_MAX } from './unit-kinds.service.ts'
import { isSignedBy, type UnitKeys } from './unit-keys.ts'

/** A unit with its public keys, as a request or an answer has it. */
export const PairedUnit = UnitFacts.extend(UnitPublicKeys.shape)
export type PairedUnit = z.infer<typeof PairedUnit>

/** The file with which a unit asks to join a group. */
const Request = z.object({ kind: z.literal('noroshi-unit-request'), format: z.literal(1), unit: PairedUnit })

/** The file with which the founder of a group admits a unit. */
const Answer = z.object({
  kind: z.literal('noroshi-unit-answer'),
  format: z.literal(1),
  /** The unit that asked. */
  to: Uuid,
  group: z.object({ id: Uuid, organizationName: z.string().max(200), subdomain: z.string().max(63) }),
  founder: PairedUnit,
  /** The other units of the group. */
  units: z.array(PairedUnit).max(UNITS_MAX),
})
export type Answer = z.infer<typeof Answer>

const Envelope = z.object({ content: z.string(), signature: z.string() })

const envelope = (keys: UnitKeys, content: object): string => {
  const text = JSON.stringify(content)
  return JSON.stringify({ content: text, signature: keys.sign(Buffer.from(text)).toString('base64url') })
}

/** Returns the file by which this unit asks to join a group. */
export const writeRequest = (keys: UnitKeys, unit: PairedUnit): string =>
  envelope(keys, { kind: 'noroshi-unit-request', format: 1, unit } satisfies z.infer<typeof Request>)

export const writeAnswer = (keys: UnitKeys, answer: Omit<Answer, 'kind' | 'format'>): string =>
  envelope(keys, { ...answer, kind: 'noroshi-unit-answer', format: 1 } satisfies Answer)

/** Reads a file that the unit in it signed. @throws units.fileRefused (400) */
function open<Schema extends z.ZodType>(schema: Schema, file: string, signKeyIn: (content: z.output<Schema>) => string) {
  try {
    const { content, signature } = Envelope.parse(JSON.parse(file))
    const parsed = schema.parse(JSON.parse(content))
    if (isSignedBy(signKeyIn(parsed), Buffer.from(content), Buffer.from(signature, 'base64url'))) return parsed
  } catch {
    // it is another file, or changed
  }
  throw new AppError('units.fileRefused')
}

export const readRequest = (file: string): PairedUnit => open(Request, file, ({ unit }) => unit.signKey).unit
export const readAnswer = (file: string): Answer => open(Answer, file, ({ founder }) => founder.signKey)

/** A slow hash (about 0.1 s), so that no one finds other keys with the same digits. */
const slowHash = promisify<string, string, number, { N: number; r: number; maxmem: number }, Buffer>(scrypt)
const COST = { N: 32_768, r: 8, maxmem: 64 * 1024 * 1024 }
/** Twelve digits have 40 bits, 24 have 80. */
const DIGITS = { code: 12, file: 24 } as const

/**
 * Returns the digits that the administrators of two units compare: they are equal if both have the same keys. Files have no
 * secret that protects them. A man in the middle who may replace both keys searches two that give equal digits, which takes a
 * million hashes of each for twelve digits, and a million times as many for 24.
 * @param by how the units pair: a code proves the keys already
 */
export async function digitsOf(
  one: Pick<PairedUnit, 'signKey' | 'boxKey'>,
  other: Pick<PairedUnit, 'signKey' | 'boxKey'>,
  by: keyof typeof DIGITS,
): Promise<string> {
  const keys = [one, other].map(({ signKey, boxKey }) => `${signKey} ${boxKey}`).toSorted()
  const hash = await slowHash(keys.join('\n'), 'noroshi units', 16, COST)
  const count = DIGITS[by]
  return String(BigInt(`0x${hash.toString('hex')}`) % 10n ** BigInt(count)).padStart(count, '0')
}

/** Returns the key that proves a one-time code of 80 bits, as typed: without spaces and hyphens, in any case. */
export const proofKeyOf = (code: string): Buffer =>
  createHash('sha256')
    .update(`noroshi unit code ${code.replaceAll(/[\s-]/g, '').toUpperCase()}`)
    .digest()

/** Returns the proof that the sender of a file knows the code. */
export const proofOf = (proofKey: Buffer, file: string): string => createHmac('sha256', proofKey).update(file).digest('base64url')

export function isProof(proofKey: Buffer, file: string, proof: string): boolean {
  const [expected, given] = [Buffer.from(proofOf(proofKey, file)), Buffer.from(proof)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

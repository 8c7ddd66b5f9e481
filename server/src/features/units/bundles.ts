import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { Timestamp, Uuid } from '@noroshi/contract/define'
import { LANE } from './segments.ts'
import { isSignedBy, sealFor, type UnitKeys } from './unit-keys.ts'

/** Max bytes of the segments of a bundle after decompression. */
export const BUNDLE_BYTES_MAX = 256 * 1024 * 1024
const LEVEL = 9

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)

/** The signed part of a bundle. */
export const Manifest = z.object({
  format: z.literal(1),
  from: Uuid,
  to: z.array(Uuid),
  at: Timestamp,
  /** The last applied record of each lane and the hash of its segment (base64url): what the unit has. */
  heads: z.record(z.string().regex(LANE), z.tuple([z.int().positive(), z.string()])),
  /** Whether the bundle has all that the unit has and the receiver lacked. */
  isComplete: z.boolean(),
  /** sha256 of the packed segments, base64url. */
  content: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** A segment as it is sent: the text of its header, its body and its signature. */
export interface Frame {
  readonly headerText: string
  readonly body: string
  readonly signature: Buffer
}

/** Joins parts, each after its length in four bytes. */
function joinParts(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(part.length)
      return [length, part]
    }),
  )
}

/** @throws when the bytes are cut off */
function* splitParts(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : Infinity)
    if (end > bytes.length) throw new Error('the bundle is cut off')
    yield bytes.subarray(at + 4, end)
    at = end
  }
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

/** Returns the encrypted bytes of a bundle, which is the same over a link and on a stick. */
export async function writeBundle(
  keys: UnitKeys,
  manifest: Omit<Manifest, 'format' | 'content'>,
  frames: readonly Frame[],
  boxKeys: readonly string[],
): Promise<Buffer> {
  const segments = joinParts(
    frames.flatMap(({ headerText, body, signature }) => [Buffer.from(headerText), Buffer.from(body), signature]),
  )
  const packed = await pack(segments, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  const text = Buffer.from(JSON.stringify({ ...manifest, format: 1, content: digestOf(packed) } satisfies Manifest))
  return sealFor(boxKeys, joinParts([text, keys.sign(text), packed]))
}

/**
 * Opens a bundle.
 * @param signKeyOf returns the public key of a unit whose bundles are accepted
 * @throws when it is changed, cut off, not for this unit, or from no such unit
 */
export async function readBundle(
  keys: UnitKeys,
  selfId: string,
  sealed: Uint8Array,
  signKeyOf: (unitId: string) => string | undefined,
): Promise<{ readonly manifest: Manifest; readonly frames: readonly Frame[] }> {
  const [text, signature, packed, ...more] = splitParts(await keys.open(sealed))
  if (text === undefined || signature === undefined || packed === undefined || more.length > 0) throw new Error('no bundle')
  const manifest = Manifest.parse(JSON.parse(text.toString()))
  const signKey = signKeyOf(manifest.from)
  if (signKey === undefined || !isSignedBy(signKey, text, signature)) throw new Error('not signed by a unit of the group')
  if (!manifest.to.includes(selfId)) throw new Error('not for this unit')
  if (digestOf(packed) !== manifest.content) throw new Error('the content is changed')
  const parts = [...splitParts(await unpack(packed, { maxOutputLength: BUNDLE_BYTES_MAX }))]
  const frames: Frame[] = []
  for (let at = 0; at + 2 < parts.length; at += 3)
    frames.push({ headerText: String(parts[at]), body: String(parts[at + 1]), signature: Buffer.from(parts[at + 2] ?? []) })
  return { manifest, frames }
}

import type { MediaCodec } from 'mediabunny'

type Bytes = ArrayBuffer | ArrayBufferView | undefined

/** SEI messages that contain data of the camera's maker: registered (ITU-T T.35) and unregistered user data. */
const USER_DATA = new Set([4, 5])
const AVC_SEI = new Set([6])
const HEVC_SEI = new Set([39, 40])
/** Bytes of a FLAC stream's mark and its first block, which describes the sound. Comments and pictures follow. */
const FLAC_HEAD = 42

/** Removes metadata from the data that a decoder needs before the first packet. */
export function cleanDescription(codec: MediaCodec, description: Bytes): { description: Uint8Array } | Record<string, never> {
  if (description === undefined) return {}
  const bytes = bytesOf(description)
  if (codec === 'vorbis') return { description: cleanVorbis(bytes) }
  if (codec === 'flac') return { description: cleanFlac(bytes) }
  if (codec === 'hevc') return { description: cleanHevc(bytes) }
  return { description: bytes }
}

/**
 * Removes the units with user data from a packet of H.264 or H.265, where some cameras write their location. Other codecs have
 * none.
 */
export function withoutUserData(codec: MediaCodec, description: Bytes, packet: Uint8Array): Uint8Array {
  if (codec !== 'avc' && codec !== 'hevc') return packet
  if (description === undefined) throw new Error('the video has no description')
  const lengthBytes = ((bytesOf(description)[codec === 'avc' ? 4 : 21] ?? 3) & 3) + 1
  const kept: Uint8Array[] = []
  let offset = 0
  while (offset + lengthBytes <= packet.length) {
    const start = offset + lengthBytes
    const end = start + Buffer.from(packet.buffer, packet.byteOffset + offset, lengthBytes).readUIntBE(0, lengthBytes)
    if (end > packet.length) throw new Error('a unit of the video is cut off')
    if (!isUserData(codec, packet.subarray(start, end))) kept.push(packet.subarray(offset, end))
    offset = end
  }
  return kept.reduce((sum, { length }) => sum + length, 0) === packet.length ? packet : Buffer.concat(kept)
}

function isUserData(codec: 'avc' | 'hevc', unit: Uint8Array): boolean {
  const [first = 0] = unit
  const isSei = codec === 'avc' ? AVC_SEI.has(first & 31) : HEVC_SEI.has((first >> 1) & 63)
  return isSei && seiTypes(unit.subarray(codec === 'avc' ? 1 : 2)).some((type) => USER_DATA.has(type))
}

/** Returns the types of the messages of a SEI unit without its header. */
function seiTypes(escaped: Uint8Array): number[] {
  // A 3 after two zeros is no data (emulation prevention).
  const bytes = escaped.filter(
    (byte, index) => !(byte === 3 && index > 1 && escaped[index - 1] === 0 && escaped[index - 2] === 0),
  )
  const types: number[] = []
  let offset = 0
  const readNumber = (): number => {
    let sum = 0
    for (; bytes[offset] === 255; offset += 1) sum += 255
    sum += bytes[offset] ?? 0
    offset += 1
    return sum
  }
  while (offset < bytes.length - 1) {
    types.push(readNumber())
    offset += readNumber()
  }
  return types
}

/** Replaces the comments in the three headers of Vorbis, as Matroska stores them. */
function cleanVorbis(bytes: Uint8Array): Uint8Array {
  const sizes: number[] = []
  let offset = 1
  for (let header = 0; header < 2; header += 1) {
    let size = 0
    for (; bytes[offset] === 255; offset += 1) size += 255
    sizes.push(size + (bytes[offset] ?? 0))
    offset += 1
  }
  const [identification = 0, comments = 0] = sizes
  const empty = Buffer.from('\u0003vorbis\0\0\0\0\0\0\0\0\u0001', 'latin1')
  if (bytes[0] !== 2 || identification > 254) throw new Error('the headers of Vorbis are damaged')
  return Buffer.concat([
    Buffer.from([2, identification, empty.length]),
    bytes.subarray(offset, offset + identification),
    empty,
    bytes.subarray(offset + identification + comments),
  ])
}

function cleanFlac(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, FLAC_HEAD))
  if (head.length < FLAC_HEAD || head.toString('latin1', 0, 4) !== 'fLaC') throw new Error('the header of FLAC is damaged')
  head[4] = 0x80 // the last block
  return head
}

/** Removes the SEI units from the description of H.265. */
function cleanHevc(bytes: Uint8Array): Uint8Array {
  const source = Buffer.from(bytes)
  const arrays: Buffer[] = []
  let offset = 23
  for (let array = 0; array < (source[22] ?? 0); array += 1) {
    const start = offset
    const type = (source[offset] ?? 0) & 63
    const units = source.readUInt16BE(offset + 1)
    offset += 3
    for (let unit = 0; unit < units; unit += 1) offset += 2 + source.readUInt16BE(offset)
    if (!HEVC_SEI.has(type)) arrays.push(source.subarray(start, offset))
  }
  const head = Buffer.from(source.subarray(0, 23))
  head[22] = arrays.length
  return Buffer.concat([head, ...arrays])
}

const bytesOf = (data: NonNullable<Bytes>): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)

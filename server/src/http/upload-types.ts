import { fileTypeFromBuffer } from 'file-type'

/** The type of everything that cannot be shown safely. */
export const DOWNLOAD = 'application/octet-stream'

/** Types that a browser may show inline. Pictures are included because the server encodes them itself. */
export const INLINE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'video/x-m4v',
  'video/3gpp',
  'audio/mp4',
  'audio/webm',
  'audio/ogg',
  'audio/mpeg',
  'audio/aac',
  'audio/flac',
  'audio/wav',
])

const PICTURES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
])

const SYNONYMS: Record<string, string> = { 'audio/x-m4a': 'audio/mp4' }

/** Number of bytes at the start of a file that its type is detected from. */
export const HEAD_BYTES = 65_536

export type Kind = { readonly is: 'picture' } | { readonly is: 'inline'; readonly type: string } | { readonly is: 'download' }

/** Detects the kind from the bytes, never from the name or the sent type. Markup (SVG, HTML, XML) is always a download. */
export async function kindOf(head: Uint8Array): Promise<Kind> {
  const type = asSoundType(await sniff(head), Buffer.from(head.buffer, head.byteOffset, head.byteLength))
  if (PICTURES.has(type)) return { is: 'picture' }
  return INLINE_TYPES.has(type) ? { is: 'inline', type } : { is: 'download' }
}

async function sniff(head: Uint8Array): Promise<string> {
  try {
    const found = await fileTypeFromBuffer(head)
    const [type = DOWNLOAD] = (found?.mime ?? DOWNLOAD).split(';')
    return SYNONYMS[type] ?? type
  } catch {
    // The library throws on malformed files.
    return DOWNLOAD
  }
}

/** Complete Matroska codec names. Their prefixes alone would also occur by chance in 64 KB of compressed sound. */
const SOUND_TRACK = /A_(OPUS|VORBIS|AAC|PCM)/
const PICTURE_TRACK = /V_(VP8|VP9|AV1|MPEG|MPEGH|THEORA|UNCOMPRESSED|MS)/

/**
 * Returns an audio type for a WebM or MP4 container without a video track, as voice recorders write it. Other types stay the
 * same.
 */
function asSoundType(type: string, head: Buffer): string {
  if (type === 'video/webm') {
    const tracks = head.toString('latin1')
    return SOUND_TRACK.test(tracks) && !PICTURE_TRACK.test(tracks) ? 'audio/webm' : type
  }
  if (type === 'video/mp4') return hasSoundAlone(head) ? 'audio/mp4' : type
  return type
}

/** Whether an MP4 has only sound tracks. Returns false when its index (`moov`) is not completely within the head. */
function hasSoundAlone(head: Buffer): boolean {
  let offset = 0
  while (offset + 8 <= head.length) {
    const length = head.readUInt32BE(offset)
    const index = head.subarray(offset, offset + length)
    if (head.toString('latin1', offset + 4, offset + 8) === 'moov')
      return index.length === length && index.includes('soun') && !index.includes('vide')
    if (length < 8) return false
    offset += length
  }
  return false
}

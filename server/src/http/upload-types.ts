import { fileTypeFromBuffer } from 'file-type'

/** What anything is that cannot be shown safely: a download. */
export const DOWNLOAD = 'application/octet-stream'

/** Types that a browser may show in place. Pictures are on it because the server encoded them itself. */
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

/** Bytes of a file's beginning that tell its type. */
export const HEAD_BYTES = 65_536

export type Kind = { readonly is: 'picture' } | { readonly is: 'inline'; readonly type: string } | { readonly is: 'download' }

/** What the bytes are, whatever the sender called them. Markup of any sort (SVG, HTML, XML) is a download. */
export async function kindOf(head: Uint8Array): Promise<Kind> {
  const type = withoutPicture(await sniff(head), Buffer.from(head.buffer, head.byteOffset, head.byteLength))
  if (PICTURES.has(type)) return { is: 'picture' }
  return INLINE_TYPES.has(type) ? { is: 'inline', type } : { is: 'download' }
}

async function sniff(head: Uint8Array): Promise<string> {
  try {
    const found = await fileTypeFromBuffer(head)
    const [type = DOWNLOAD] = (found?.mime ?? DOWNLOAD).split(';')
    return SYNONYMS[type] ?? type
  } catch {
    // Bytes that break the reader of types have none.
    return DOWNLOAD
  }
}

/** Codecs by Matroska's names, whole: in 64 KB of compressed sound, any two letters turn up by chance. */
const SOUND_TRACK = /A_(OPUS|VORBIS|AAC|PCM)/
const PICTURE_TRACK = /V_(VP8|VP9|AV1|MPEG|MPEGH|THEORA|UNCOMPRESSED|MS)/

/** Voice recorders write WebM and MP4 too: a container without a picture track is sound. */
function withoutPicture(type: string, head: Buffer): string {
  if (type === 'video/webm') {
    const tracks = head.toString('latin1')
    return SOUND_TRACK.test(tracks) && !PICTURE_TRACK.test(tracks) ? 'audio/webm' : type
  }
  if (type === 'video/mp4') return hasSoundAlone(head) ? 'audio/mp4' : type
  return type
}

/** Only an index that lies whole in the head can tell that there is no picture. */
function hasSoundAlone(head: Buffer): boolean {
  let at = 0
  while (at + 8 <= head.length) {
    const length = head.readUInt32BE(at)
    const index = head.subarray(at, at + length)
    if (head.toString('latin1', at + 4, at + 8) === 'moov')
      return index.length === length && index.includes('soun') && !index.includes('vide')
    if (length < 8) return false
    at += length
  }
  return false
}

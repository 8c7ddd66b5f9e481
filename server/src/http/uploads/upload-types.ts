import { fileTypeFromBuffer } from 'file-type'
import { CLEANED_TYPES } from '../media/media-formats.ts'

/** The type of everything that cannot be shown safely. */
export const DOWNLOAD = 'application/octet-stream'

/** Types that a browser may show inline. The server has written all pictures, videos and sounds itself. */
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

/** Types that file-type counts among pictures and sounds, and that are neither: they have no location or maker. */
const DRAWINGS_AND_NOTES: ReadonlySet<string> = new Set(['image/vnd.dwg', 'image/icns', 'image/x-icon', 'audio/midi'])

/** Containers of videos that file-type names otherwise. */
const OTHER_VIDEOS: ReadonlySet<string> = new Set(['application/mxf', 'application/ogg', 'application/vnd.ms-asf'])

const SYNONYMS: Record<string, string> = { 'audio/x-m4a': 'audio/mp4' }

/** Number of bytes at the start of a file that its type is detected from. */
export const HEAD_BYTES = 65_536

/**
 * `picture`: encoded again. `recording`: a video or sound, whose metadata is removed. `unsupported`: a picture, video or sound whose
 * metadata cannot be removed.
 */
export type Kind = { readonly is: 'picture' | 'unsupported' | 'download' } | { readonly is: 'recording'; readonly type: string }

/** Detects the kind from the bytes, never from the name or the sent type. Markup (SVG, HTML, XML) is always a download. */
export async function kindOf(head: Uint8Array): Promise<Kind> {
  const type = await sniff(head)
  if (PICTURES.has(type)) return { is: 'picture' }
  if (CLEANED_TYPES.has(type)) return { is: 'recording', type }
  const isMedia = /^(image|video|audio)\//.test(type) || OTHER_VIDEOS.has(type)
  return { is: isMedia && !DRAWINGS_AND_NOTES.has(type) ? 'unsupported' : 'download' }
}

async function sniff(head: Uint8Array): Promise<string> {
  try {
    const found = await fileTypeFromBuffer(head)
    if (found === undefined) return isTiff(head) ? 'image/tiff' : DOWNLOAD
    const [type = DOWNLOAD] = found.mime.split(';')
    return SYNONYMS[type] ?? type
  } catch {
    // The library throws on malformed files.
    return DOWNLOAD
  }
}

/** Whether a file begins as TIFF or BigTIFF. Its tags may be at its end, where the library does not look for them. */
function isTiff(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 4)).toString('latin1')
  return ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(start)
}

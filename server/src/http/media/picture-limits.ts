import type { Metadata } from 'sharp'

/**
 * The limits of one format. They follow from the processor time and memory of its decoder: JPEG is shrunk while it is read, PNG is
 * read line by line, and the others are decoded whole.
 */
interface FormatLimits {
  /** Max pixels of one frame. */
  readonly pixels: number
  /** Max pixels of one side. A PNG of 49,000,000 x 1 pixels has 6 KB, and decoding one line of it takes gigabytes. */
  readonly side: number
  /** Max pixels of all frames of an animation. */
  readonly animation?: number
}

const MEGA = 1_000_000
const SIDE_MAX = 16_384
/** The largest side that JPEG has. */
const LONG_SIDE_MAX = 65_535

const LIMITS: Record<string, FormatLimits> = {
  jpeg: { pixels: 270 * MEGA, side: LONG_SIDE_MAX },
  png: { pixels: 64 * MEGA, side: LONG_SIDE_MAX },
  webp: { pixels: 50 * MEGA, side: SIDE_MAX, animation: 100 * MEGA },
  gif: { pixels: 17 * MEGA, side: SIDE_MAX, animation: 400 * MEGA },
  heif: { pixels: 17 * MEGA, side: SIDE_MAX }, // AVIF: 0.15 s of processor time a megapixel
  tiff: { pixels: 50 * MEGA, side: SIDE_MAX },
}
/** Max pixels of a JPEG whose coefficients are all in memory before it can be shrunk. */
const PROGRESSIVE_JPEG_PIXELS = 50 * MEGA
/** Max frames of an animation. */
const FRAMES_MAX = 1000
/** Max bytes of a frame that is decoded whole. */
const DECODED_BYTES_MAX = 268_435_456
const BYTES_OF: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 }

/** Max pixels of a stored picture. */
const STORED_PIXELS_MAX = 16_777_216
/** Max pixels of all frames of a stored animation. */
const STORED_ANIMATION_PIXELS_MAX = 40_000_000
/** Max pixels of one side of a stored picture. WebP has at most 16,383. */
const STORED_SIDE_MAX = 16_000

/** Whether a picture with this header may be decoded. */
export function isWithinLimits({ format, width, height, pages = 1, channels, depth, isProgressive }: Metadata): boolean {
  const limits = LIMITS[format]
  if (limits === undefined || Math.max(width, height) > limits.side) return false
  const isStreamed = format === 'jpeg' || (format === 'png' && !isProgressive)
  const pixels = width * height
  const pixelsMax = format === 'jpeg' && isProgressive ? PROGRESSIVE_JPEG_PIXELS : limits.pixels
  if (pixels > pixelsMax || pages > FRAMES_MAX) return false
  if (limits.animation !== undefined && pixels * pages > limits.animation) return false
  return isStreamed || pixels * channels * (BYTES_OF[depth] ?? 8) <= DECODED_BYTES_MAX
}

/** Returns the size in which a frame is stored: its own, or the largest that is stored. */
export function shrunkFrame({ autoOrient: { width, height } }: Metadata, frames: number): { width: number; height: number } {
  const pixelsMax = frames > 1 ? STORED_ANIMATION_PIXELS_MAX / frames : STORED_PIXELS_MAX
  const scale = Math.min(1, Math.sqrt(pixelsMax / (width * height)), STORED_SIDE_MAX / Math.max(width, height))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

import sharp, { type Metadata, type Sharp } from 'sharp'
import type { MediaRefusal } from './media-worker.ts'
import { isWithinLimits, shrunkFrame } from './picture-limits.ts'

/**
 * The encoding of a picture. `whole`: in its own size, or in the largest stored size, with a preview. `square`: its centre,
 * cropped to a square of `pixels`. `small`: at most `pixels` on each side, without a preview.
 */
export type PictureJob =
  | { readonly as: 'whole' }
  | { readonly as: 'square'; readonly pixels: number }
  | { readonly as: 'small'; readonly pixels: number }

/** A picture that the server encoded. It contains no byte of the sender's file, no location and no hidden page. */
export interface Picture {
  readonly type: string
  readonly extension: string
  readonly bytes: Buffer
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** WebP of the first frame; null for the jobs `square` and `small`. */
  readonly preview: Buffer | null
}

const PREVIEW_PIXELS = 640
/** Pixels of all frames above which WebP is encoded with the least effort. */
const EFFORTLESS_PIXELS = 4_000_000

sharp.concurrency(1)
sharp.cache(false)
// libvips reads only the formats that are listed here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
})

/** The limits are those of `picture-limits.ts`. A cut off photo is shown as far as it goes. */
const OPTIONS = { limitInputPixels: false, failOn: 'none' } as const

/** Encodes a picture again, without its metadata. */
export async function encodePicture(bytes: Buffer, job: PictureJob): Promise<Picture | MediaRefusal> {
  try {
    const header = await sharp(bytes, OPTIONS).metadata()
    if (!isWithinLimits(header)) return 'tooLarge'
    if (job.as === 'square') return await square(bytes, job.pixels)
    if (job.as === 'small') return await small(bytes, job.pixels)
    return await whole(bytes, header)
  } catch {
    // The decoder fails on damaged files only.
    return 'damaged'
  }
}

async function whole(bytes: Buffer, header: Metadata): Promise<Picture> {
  const { format, pages = 1 } = header
  const isAnimated = pages > 1 && (format === 'gif' || format === 'webp')
  const size = shrunkFrame(header, isAnimated ? pages : 1)
  // autoOrient applies the EXIF orientation. Encoding removes all metadata. Animations have no EXIF orientation.
  const upright = openImage(bytes, { animated: isAnimated, autoOrient: !isAnimated }).resize({
    ...size,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const pixels = size.width * size.height * (isAnimated ? pages : 1)
  const { data, info } = await encoderFor(upright, header, pixels).toBuffer({ resolveWithObject: true })
  const preview = await openImage(data)
    .resize({ width: PREVIEW_PIXELS, height: PREVIEW_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
  return {
    type: `image/${info.format}`,
    extension: info.format === 'jpeg' ? 'jpg' : info.format,
    bytes: data,
    width: info.width,
    height: info.pageHeight ?? info.height,
    preview,
  }
}

async function square(bytes: Buffer, pixels: number): Promise<Picture> {
  const cropped = openImage(bytes, { autoOrient: true }).resize({ width: pixels, height: pixels, fit: 'cover' })
  return webpOf(cropped, 82)
}

async function small(bytes: Buffer, pixels: number): Promise<Picture> {
  const shrunk = openImage(bytes, { autoOrient: true }).resize({
    width: pixels,
    height: pixels,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return webpOf(shrunk, 70)
}

async function webpOf(picture: Sharp, quality: number): Promise<Picture> {
  const { data, info } = await picture.webp({ quality }).toBuffer({ resolveWithObject: true })
  return { type: 'image/webp', extension: 'webp', bytes: data, width: info.width, height: info.height, preview: null }
}

const openImage = (bytes: Buffer, options: { animated?: boolean; autoOrient?: boolean } = {}): Sharp =>
  sharp(bytes, { ...OPTIONS, ...options })

function encoderFor(picture: Sharp, { format, hasAlpha }: Metadata, pixels: number): Sharp {
  const isPhoto = format === 'jpeg' || ((format === 'heif' || format === 'tiff') && !hasAlpha)
  if (isPhoto) return picture.jpeg({ quality: 88 })
  if (format === 'png') return picture.png()
  return picture.webp({ quality: 85, effort: pixels > EFFORTLESS_PIXELS ? 0 : 2 })
}

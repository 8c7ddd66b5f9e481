import sharp, { type Sharp } from 'sharp'

/**
 * The encoding of a picture. `whole`: in its own size, with a preview. `square`: its centre, cropped to a square of
 * `pixels`. `small`: at most `pixels` on each side, without a preview.
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

/** Max pixels of one side. A PNG of 49,000,000 x 1 pixels has 6 KB, and decoding one line of it takes gigabytes. */
const SIDE_MAX = 16_384
/** Max pixels of one frame. */
const PIXELS_MAX = 50_000_000
/** Max frames of an animation. */
const FRAMES_MAX = 1000
/** Max bytes of all decoded frames. */
const DECODED_BYTES_MAX = 268_435_456
const PREVIEW_PIXELS = 640
/** Max seconds for one sharp pipeline. The time of all pipelines of a picture is limited by PICTURE_LIMITS. */
const SECONDS_MAX = 15

sharp.concurrency(1)
sharp.cache(false)
// libvips reads only the formats that are listed here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
})

const LIMITS = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const
const BYTES_OF: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 }

/** Returns null for a picture that is damaged or too large. */
export async function encodePicture(bytes: Buffer, job: PictureJob): Promise<Picture | null> {
  try {
    const { format, pages = 1 } = await readCheckedHeader(bytes)
    if (job.as === 'square') return await square(bytes, job.pixels)
    if (job.as === 'small') return await small(bytes, job.pixels)
    return await whole(bytes, format, pages > 1 && (format === 'gif' || format === 'webp'))
  } catch {
    // The decoder fails on damaged files only. The file is then not shown as a picture.
    return null
  }
}

/** Reads only the header. @throws when decoding would take more memory than the limits allow. */
async function readCheckedHeader(bytes: Buffer) {
  const header = await sharp(bytes, LIMITS).metadata()
  const { width, height, pages = 1, channels, depth } = header
  const decodedBytes = width * height * pages * channels * (BYTES_OF[depth] ?? 8)
  if (Math.max(width, height) > SIDE_MAX || pages > FRAMES_MAX || decodedBytes > DECODED_BYTES_MAX)
    throw new Error('the picture is too large to decode')
  return header
}

async function whole(bytes: Buffer, format: string, isAnimated: boolean): Promise<Picture> {
  // autoOrient applies the EXIF orientation. Encoding removes all metadata. Animations have no EXIF orientation.
  const upright = openImage(bytes, { animated: isAnimated, autoOrient: !isAnimated })
  const { data, info } = await encoderFor(upright, format).toBuffer({ resolveWithObject: true })
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
  sharp(bytes, { ...LIMITS, ...options }).timeout({ seconds: SECONDS_MAX })

function encoderFor(picture: Sharp, format: string): Sharp {
  if (format === 'jpeg') return picture.jpeg({ quality: 88 })
  if (format === 'png') return picture.png()
  return picture.webp({ quality: 85, effort: 2 })
}

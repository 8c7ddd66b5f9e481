import sharp, { type Sharp } from 'sharp'
import { turns } from './turns.ts'

/** A picture as the server encoded it: nothing of the sender's bytes is left, no position, no hidden page. */
export interface Picture {
  readonly type: string
  readonly extension: string
  readonly bytes: Buffer
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** webp; the first frame of a moving picture. */
  readonly preview: Buffer
}

/** Bytes beyond which a picture is not decoded: encoding needs them all at once. */
export const PICTURE_BYTES_MAX = 67_108_864
const PIXELS_MAX = 50_000_000
const PREVIEW_PIXELS = 640
const SECONDS_MAX = 30
const AT_ONCE = 2

sharp.concurrency(1)
sharp.cache(false)
// Of all that libvips can read, only what is looked at here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
})

const LIMITS = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const

const inTurn = turns(AT_ONCE)

/**
 * null: broken, a bomb, or of a kind that is not encoded here; it is then not decoded again.
 * `read` is asked once it is this picture's turn: those that wait hold no bytes in memory.
 */
export const encodePicture = (read: () => Promise<Buffer>): Promise<Picture | null> =>
  inTurn(async () => {
    const bytes = await read()
    // Whatever the decoder trips over is what the sender sent: a download, not a failure.
    return await encode(bytes).catch(() => null)
  })

/** The middle of a picture, cut to a square of so many pixels; webp. null and `read` as above. */
export const encodeSquare = (read: () => Promise<Buffer>, pixels: number): Promise<Buffer | null> =>
  inTurn(async () => {
    const bytes = await read()
    return await square(bytes, pixels).catch(() => null)
  })

const square = (bytes: Buffer, pixels: number): Promise<Buffer> =>
  sharp(bytes, { ...LIMITS, autoOrient: true })
    .resize({ width: pixels, height: pixels, fit: 'cover' })
    .webp({ quality: 82 })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()

async function encode(bytes: Buffer): Promise<Picture> {
  const { format, pages = 1 } = await sharp(bytes, LIMITS).metadata()
  const moves = pages > 1 && (format === 'gif' || format === 'webp')
  // Turned upright by its EXIF, which is then gone with all other metadata; moving pictures have none to turn by.
  const upright = sharp(bytes, { ...LIMITS, animated: moves, autoOrient: !moves }).timeout({ seconds: SECONDS_MAX })
  const { data, info } = await encoderFor(upright, format).toBuffer({ resolveWithObject: true })
  const preview = await sharp(data, LIMITS)
    .resize({ width: PREVIEW_PIXELS, height: PREVIEW_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .timeout({ seconds: SECONDS_MAX })
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

function encoderFor(picture: Sharp, format: string): Sharp {
  if (format === 'jpeg') return picture.jpeg({ quality: 88 })
  if (format === 'png') return picture.png()
  return picture.webp({ quality: 85, effort: 2 })
}

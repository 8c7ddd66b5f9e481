import sharp from 'sharp'

/** Returns the bytes of a picture of one colour. */
export const picture = async (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .toFormat(format)
      .toBuffer(),
  )

/** Repeats the frames of a GIF. */
export function repeatFrames(gif: Buffer, times: number): Buffer {
  const size = gif[10] ?? 0
  const colours = size & 0x80 ? 3 * 2 ** ((size & 7) + 1) : 0
  const [head, frames] = [gif.subarray(0, 13 + colours), gif.subarray(13 + colours, -1)]
  return Buffer.concat([head, ...Array.from({ length: times }, () => frames), gif.subarray(-1)])
}

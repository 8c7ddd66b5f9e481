import sharp from 'sharp'

/** A picture of one colour, as a camera might send it. */
export const picture = async (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .toFormat(format)
      .toBuffer(),
  )

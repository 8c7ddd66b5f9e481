import sharp from 'sharp'

/** Returns the bytes of a picture of one colour. */
export const picture = async (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .toFormat(format)
      .toBuffer(),
  )

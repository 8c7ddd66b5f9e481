import { AVATAR_PIXELS } from '@noroshi/contract/limits'

/** An area in pixels of the picture. */
interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Returns the area of a picture as a JPEG of `AVATAR_PIXELS` squared, so that the upload is small.
 *
 * @throws if the browser cannot decode or encode the picture
 */
export async function cropPicture(url: string, { x, y, width, height }: Area): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = AVATAR_PIXELS
  canvas.height = AVATAR_PIXELS
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no 2d canvas')
  context.fillStyle = '#fff' // transparent pixels would be black in a JPEG
  context.fillRect(0, 0, AVATAR_PIXELS, AVATAR_PIXELS)
  context.drawImage(image, x, y, width, height, 0, 0, AVATAR_PIXELS, AVATAR_PIXELS)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas could not be encoded as JPEG'))),
      'image/jpeg',
      0.92,
    ),
  )
}

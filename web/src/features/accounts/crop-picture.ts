import { AVATAR_PIXELS } from '@noroshi/contract/limits'

/** In pixels of the picture. */
interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of a picture as a square of its own: what is sent is small, whatever the camera gave. */
export async function cropPicture(url: string, { x, y, width, height }: Area): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = AVATAR_PIXELS
  canvas.height = AVATAR_PIXELS
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.fillStyle = '#fff' // what is transparent would be black in a JPEG
  pen.fillRect(0, 0, AVATAR_PIXELS, AVATAR_PIXELS)
  pen.drawImage(image, x, y, width, height, 0, 0, AVATAR_PIXELS, AVATAR_PIXELS)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))), 'image/jpeg', 0.92),
  )
}

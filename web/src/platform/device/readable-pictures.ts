/** Pictures that no decoder of the server reads, by their type or, where the browser knows none, by their name. */
const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))

/** Max pixels of a canvas on phones. */
const PIXELS_MAX = 16_777_216
const QUALITY = 0.9

/** Returns the factor by which a picture gets smaller; 1: it stays. */
type ScaleOf = (bitmap: ImageBitmap) => number

const fittingCanvas: ScaleOf = ({ width, height }) => Math.min(1, Math.sqrt(PIXELS_MAX / (width * height)))

/**
 * Returns the picture as JPEG. Returns the file itself where this browser cannot decode it, and one that is not HEIC and needs no other
 * size.
 */
async function toJpeg(file: File, scaleOf: ScaleOf): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = scaleOf(bitmap)
    if (scale === 1 && !isHeic(file)) {
      bitmap.close()
      return file
    }
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(bitmap.width * scale)
    canvas.height = Math.floor(bitmap.height * scale)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const jpeg = context && (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY)))
    if (!jpeg) return file
    return new File([jpeg], file.name.replace(/\.(?:hei[cf]|png|webp|jpe?g)$/i, '') + '.jpg', {
      type: jpeg.type,
      lastModified: file.lastModified,
    })
  } catch {
    return file // the browser has no decoder, or no memory for the picture
  }
}

async function readable(files: readonly File[]): Promise<readonly File[]> {
  const converted: File[] = []
  // One at a time: a picture takes up to 67 MB of memory.
  for (const file of files) converted.push(isHeic(file) ? await toJpeg(file, fittingCanvas) : file)
  return converted
}

/** Returns the picture with sides of at most this number of pixels: a greater one as JPEG. */
export const withSideAtMost = (file: File, max: number): Promise<File> =>
  toJpeg(file, (bitmap) => Math.min(fittingCanvas(bitmap), max / Math.max(bitmap.width, bitmap.height)))

/**
 * Calls `receive` with the files, HEIC pictures as JPEG where this browser can decode them (decisions/0027). It calls at once if there
 * is none. A picture that cannot be decoded stays as it is: the server refuses it and says why.
 * @param begin called if there is one: `receive` follows after seconds
 */
export function withReadablePictures(
  files: readonly File[],
  receive: (files: readonly File[]) => void,
  begin?: () => void,
): void {
  if (!files.some(isHeic)) return receive(files)
  begin?.()
  void readable(files).then(receive)
}

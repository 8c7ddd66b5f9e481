import { expect, test } from 'vitest'
import { withReadablePictures, withSideAtMost } from './readable-pictures.ts'

const readable = (...files: File[]) => new Promise<readonly File[]>((resolve) => withReadablePictures(files, resolve))

/** A picture with the name and the type of HEIC that this browser can decode, as Safari decodes HEIC. */
async function decodable(name: string, type: string, width: number, height: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([png ?? ''], name, { type })
}

test.each([
  ['IMG_0042.HEIC', 'image/heic'],
  ['IMG_0042.heif', ''],
])('%s becomes JPEG where the browser can decode it, and other files stay', async (name, type) => {
  const text = new File(['water'], 'notes.txt', { type: 'text/plain' })
  const [picture, other] = await readable(await decodable(name, type, 40, 30), text)
  expect(picture).toMatchObject({ name: 'IMG_0042.jpg', type: 'image/jpeg' })
  const { width, height } = await createImageBitmap(picture ?? new Blob())
  expect([width, height]).toEqual([40, 30])
  expect(other).toBe(text)
})

test('a picture beyond the canvas of a phone becomes smaller', async () => {
  const [picture] = await readable(await decodable('wide.heic', 'image/heic', 8000, 3000))
  const { width, height } = await createImageBitmap(picture ?? new Blob())
  expect(width * height).toBeLessThanOrEqual(16_777_216)
  expect(width / height).toBeCloseTo(8 / 3, 2)
})

test('a picture that the browser cannot decode stays as it is', async () => {
  const file = new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic\0\0\0\0mif1heic'], 'IMG.HEIC', { type: 'image/heic' })
  expect(await readable(file)).toEqual([file])
})

test('a picture with a side above the limit becomes smaller, and one within it stays', async () => {
  const wide = await withSideAtMost(await decodable('scan.png', 'image/png', 600, 300), 200)
  const { width, height } = await createImageBitmap(wide)
  expect([wide.name, width, height]).toEqual(['scan.jpg', 200, 100])
  const small = await decodable('small.png', 'image/png', 60, 30)
  expect(await withSideAtMost(small, 200)).toBe(small)
})

test('files without such a picture are used at once', () => {
  const files = [new File(['a'], 'a.jpg', { type: 'image/jpeg' })]
  let used: readonly File[] = []
  withReadablePictures(files, (readableFiles) => (used = readableFiles))
  expect(used).toBe(files)
})

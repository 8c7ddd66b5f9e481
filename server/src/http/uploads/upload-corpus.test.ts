import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { longTest } from '#/testing/long-test.ts'
import { repeatFrames } from '#/testing/scenes/pictures.ts'
import { pngBomb } from '#/testing/hostile/png-bomb.ts'
import { form, uploadServer } from './uploads.fixture.ts'

const HTML = '<!doctype html><script>alert(1)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

const own = (bytes: Uint8Array) => new Uint8Array(bytes)
/** A picture of noise, which stays large when it is encoded. */
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })

async function sendOne(noroshi: Awaited<ReturnType<typeof uploadServer>>, name: string, bytes: Uint8Array | string) {
  const { status, files: [file] = [] } = await noroshi.send(form([[name, typeof bytes === 'string' ? bytes : own(bytes)]]))
  expect(status).toBe(200)
  if (!file) throw new Error('nothing was received')
  const stored = await buffer(await noroshi.storage.get(file.storageKey))
  const preview = file.previewKey === null ? null : await buffer(await noroshi.storage.get(file.previewKey))
  return { file, stored, preview }
}

test('a photo loses its location and all other metadata, is rotated upright and gets a preview', async () => {
  await using noroshi = await uploadServer({ maxUploadMb: 5 })
  const photo = await noise(1000, 500)
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 41/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()

  const { file, stored, preview } = await sendOne(noroshi, 'IMG_1.JPG', photo)
  expect(file).toMatchObject({ type: 'image/jpeg', name: 'IMG_1.JPG', width: 500, height: 1000, size: stored.length })
  expect(await sharp(stored).metadata()).toMatchObject({ width: 500, height: 1000, format: 'jpeg' })
  for (const bytes of [stored, preview ?? Buffer.alloc(0)]) {
    const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, orientation }).toEqual({})
    expect(bytes.includes('SecretCam') || bytes.includes('Exif')).toBe(false)
  }
  expect(await sharp(preview ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'webp', width: 320, height: 640 })
  // The original bytes with the location are deleted from the disk.
  expect(await noroshi.filesOnDisk()).toHaveLength(2)
})

test('markup is an unchanged download under any name', async () => {
  await using noroshi = await uploadServer()
  for (const [name, markup] of [
    ['a.svg', SVG],
    ['a.png', `<?xml version="1.0"?>${SVG}`],
    ['a.jpg', HTML],
    ['a.html', HTML],
    ['a.xml', '<?xml version="1.0"?><a/>'],
  ] as const) {
    const { file, stored } = await sendOne(noroshi, name, markup)
    expect(file, name).toMatchObject({ type: 'application/octet-stream', name, previewKey: null, width: null })
    expect(stored.toString()).toBe(markup)
  }
})

test('a picture with an appended page loses the page and gets the extension of its type', async () => {
  await using noroshi = await uploadServer()
  const polyglot = Buffer.concat([await noise(64, 64).jpeg().toBuffer(), Buffer.from(HTML)])

  const { file, stored } = await sendOne(noroshi, 'holiday.html', polyglot)
  expect(file).toMatchObject({ type: 'image/jpeg', name: 'holiday.jpg' })
  expect(stored.includes('<script>')).toBe(false)
})

test('pictures of each format are re-encoded', async () => {
  await using noroshi = await uploadServer()
  const picture = noise(40, 30)
  const kinds = {
    'image/png': await picture.clone().png().toBuffer(),
    'image/jpeg': await picture.clone().jpeg().toBuffer(),
    'image/webp': await picture.clone().webp().toBuffer(),
  }
  for (const [type, bytes] of Object.entries(kinds)) {
    expect((await sendOne(noroshi, 'wrong.txt', bytes)).file).toMatchObject({ type, width: 40, height: 30 })
  }
  for (const bytes of [await picture.clone().avif().toBuffer(), await picture.clone().tiff().toBuffer()]) {
    expect((await sendOne(noroshi, 'photo.gif', bytes)).file).toMatchObject({ type: 'image/jpeg', name: 'photo.jpg', width: 40 })
  }
  const tagsAtItsEnd = await noise(400, 300).tiff({ compression: 'none' }).toBuffer()
  expect((await sendOne(noroshi, 'scan.tif', tagsAtItsEnd)).file).toMatchObject({ type: 'image/jpeg', width: 400 })
  const seeThrough = [await picture.clone().ensureAlpha(0.5).avif().toBuffer(), await picture.clone().gif().toBuffer()]
  for (const bytes of seeThrough) {
    expect((await sendOne(noroshi, 'photo.gif', bytes)).file).toMatchObject({
      type: 'image/webp',
      name: 'photo.webp',
      height: 30,
    })
  }
})

test('an animation stays animated and has a still preview', async () => {
  await using noroshi = await uploadServer()
  const frames = Buffer.concat(
    await Promise.all(
      [10, 120, 240].map((grey) =>
        sharp({ create: { width: 50, height: 40, channels: 3, background: { r: grey, g: 0, b: 0 } } })
          .raw()
          .toBuffer(),
      ),
    ),
  )
  const gif = await sharp(frames, { raw: { width: 50, height: 120, channels: 3, pageHeight: 40 } })
    .gif({ loop: 0, delay: [100, 100, 100] })
    .toBuffer()
  expect((await sharp(gif).metadata()).pages).toBe(3)

  const { file, stored, preview } = await sendOne(noroshi, 'dance.gif', gif)
  expect(file).toMatchObject({ type: 'image/webp', name: 'dance.webp', width: 50, height: 40 })
  expect(await sharp(stored).metadata()).toMatchObject({ pages: 3 })
  expect((await sharp(preview ?? Buffer.alloc(0)).metadata()).pages ?? 1).toBe(1)
})

test('a damaged picture and a pixel bomb are refused with the reason, and a photo that was cut off is shown', async () => {
  await using noroshi = await uploadServer()
  const jpeg = await noise(300, 300)
    .withExif({ IFD0: { Make: 'SecretCam' } })
    .jpeg()
    .toBuffer()
  const refused = {
    'head.jpg': [jpeg.subarray(0, 100), 415, 'file.damaged'],
    'bomb.png': [pngBomb(20_000), 413, 'file.tooComplex'],
    'false.gif': [Buffer.from('GIF89a and nothing of the kind'), 415, 'file.damaged'],
    'false.webp': [Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(8)]), 415, 'file.damaged'],
  } as const
  for (const [name, [bytes, status, code]] of Object.entries(refused)) {
    const reply = await noroshi.send(form([[name, own(bytes)]]))
    expect(reply, name).toMatchObject({ status, code })
    expect(reply.message).toContain(`“${name}”`)
  }
  expect(await noroshi.filesOnDisk()).toEqual([])
  const { file, stored } = await sendOne(noroshi, 'cut.jpg', jpeg.subarray(0, jpeg.length / 2))
  expect(file).toMatchObject({ type: 'image/jpeg', width: 300, height: 300 })
  expect(stored.includes('SecretCam')).toBe(false)
})

test('pictures, videos and sounds of types that keep their metadata are refused, and documents are downloads', async () => {
  await using noroshi = await uploadServer()
  const file = (...head: (string | number[])[]) =>
    Buffer.concat([
      ...head.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
      Buffer.alloc(64),
    ])
  const refused = {
    'IMG_2.HEIC': file([0, 0, 0, 24], 'ftypheic\0\0\0\0mif1heic'),
    'photo.psd': file('8BPS'),
    'camera.avi': file('RIFF\xff\0\0\0AVI '),
    'old.amr': file('#!AMR\n'),
    'tv.flv': file('FLV\x01'),
    'photo.bmp': file('BM'),
  }
  for (const [name, bytes] of Object.entries(refused))
    expect(await noroshi.send(form([[name, own(bytes)]])), name).toMatchObject({ status: 415, code: 'file.unsupported' })
  for (const [name, bytes] of [
    ['map.pdf', file('%PDF-1.7\n')],
    ['plan.dwg', file('AC1032')],
  ] as const)
    expect((await sendOne(noroshi, name, bytes)).file, name).toMatchObject({ type: 'application/octet-stream', name })
})

longTest(
  'a photo of 50 megapixels, a panorama and a long screenshot are shrunk, and keep no location',
  { timeout: 180_000 },
  async () => {
    await using noroshi = await uploadServer({ maxUploadMb: 20 })
    const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#393' } })
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 41/1 0/1' } }
    const photo = await plain(8160, 6144).jpeg().withExif(gps).withMetadata({ orientation: 6 }).toBuffer()
    const panorama = await plain(20_000, 2000).jpeg().withExif(gps).toBuffer()
    const screenshot = await plain(800, 24_000).png().toBuffer()
    for (const [bytes, width, height] of [
      [photo, 3554, 4720],
      [panorama, 12_952, 1295],
      [screenshot, 533, 16_000],
    ] as const) {
      const { file, stored, preview } = await sendOne(noroshi, 'photo', bytes)
      // Both sides are rounded after the picture was shrunk while it was read.
      expect(Math.abs((file.width ?? 0) / width - 1), `${file.width}`).toBeLessThan(0.002)
      expect(Math.abs((file.height ?? 0) / height - 1), `${file.height}`).toBeLessThan(0.002)
      expect((await sharp(stored).metadata()).exif).toBeUndefined()
      expect(preview?.length).toBeGreaterThan(0)
    }
  },
)

longTest('an animation with more pixels than are stored is shrunk with all frames', { timeout: 180_000 }, async () => {
  await using noroshi = await uploadServer({ maxUploadMb: 20 })
  const [dark, light] = [Buffer.alloc(900 * 1600 * 3, 20), Buffer.alloc(900 * 1600 * 3, 220)]
  const two = await sharp(Buffer.concat([dark, light]), { raw: { width: 900, height: 3200, channels: 3, pageHeight: 1600 } })
    .gif()
    .toBuffer()
  const { file, stored } = await sendOne(noroshi, 'screen.gif', repeatFrames(two, 30))
  expect(file).toMatchObject({ type: 'image/webp', width: 612, height: 1088 })
  expect(await sharp(stored).metadata()).toMatchObject({ pages: 60 })
})

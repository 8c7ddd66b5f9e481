import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngBomb } from '#/testing/png-bomb.ts'
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
  for (const bytes of [
    await picture.clone().avif().toBuffer(),
    await picture.clone().tiff().toBuffer(),
    await picture.clone().gif().toBuffer(),
  ]) {
    expect((await sendOne(noroshi, 'photo.gif', bytes)).file).toMatchObject({
      type: 'image/webp',
      name: 'photo.webp',
      width: 40,
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

test('a truncated or damaged picture and a pixel bomb are accepted as downloads', async () => {
  await using noroshi = await uploadServer()
  const jpeg = await noise(300, 300).jpeg().toBuffer()
  const broken = {
    'cut.jpg': jpeg.subarray(0, jpeg.length / 2),
    'head.jpg': jpeg.subarray(0, 100),
    'bomb.png': pngBomb(20_000),
    'false.gif': Buffer.from('GIF89a and nothing of the kind'),
    'false.webp': Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(8)]),
  }
  for (const [name, bytes] of Object.entries(broken)) {
    const { file, stored } = await sendOne(noroshi, name, bytes)
    expect(file, name).toMatchObject({ type: 'application/octet-stream', name, previewKey: null, width: null, height: null })
    expect(stored.equals(bytes), name).toBe(true)
  }
})

test('a HEIC picture is a download', async () => {
  await using noroshi = await uploadServer()
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
  expect((await sendOne(noroshi, 'IMG_2.HEIC', heic)).file).toMatchObject({
    type: 'application/octet-stream',
    name: 'IMG_2.HEIC',
  })
})

test('a container with only sound tracks is an audio file', async () => {
  await using noroshi = await uploadServer()
  const webm = (codec: string) =>
    Buffer.concat([
      Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff', 'hex'),
      Buffer.from(codec),
    ])
  const box = (name: string, ...content: Buffer[]) => {
    const body = Buffer.concat([Buffer.from(name), ...content])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length + 4)
    return Buffer.concat([length, body])
  }
  const mp4 = (brand: string, ...tracks: string[]) =>
    Buffer.concat([
      box('ftyp', Buffer.from(`${brand}\0\0\x02\0${brand}`)),
      box('moov', ...tracks.map((track) => box('trak', box('hdlr', Buffer.from(track))))),
    ])
  const kinds: [string, Buffer][] = [
    ['audio/webm', webm('A_OPUS')],
    ['audio/webm', webm('A_OPUS and V_ by chance')],
    ['video/webm', webm('V_VP8 A_OPUS')],
    ['audio/mp4', mp4('iso5', 'soun')],
    ['audio/mp4', mp4('M4A ', 'soun')],
    ['video/mp4', mp4('iso5', 'soun', 'vide')],
    ['video/mp4', mp4('iso5', 'soun').subarray(0, -4)],
  ]
  for (const [type, bytes] of kinds) expect((await sendOne(noroshi, 'voice', bytes)).file.type).toBe(type)
})

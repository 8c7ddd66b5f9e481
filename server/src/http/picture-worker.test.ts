import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { collectSpawned } from '#/testing/spawned-processes.ts'
import { PICTURE_LIMITS, PictureWorker } from './picture-worker.ts'

const MB = 1024 ** 2
const small = () =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
/** Interlaced, so that the decoder needs the whole picture in memory: 400 MB of pixels and buffers. */
const large = () =>
  sharp({ create: { width: 7000, height: 7000, channels: 4, background: 'red' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()

const workers: PictureWorker[] = []
const workerWith = (limits: Partial<typeof PICTURE_LIMITS>) => {
  const worker = new PictureWorker({ ...PICTURE_LIMITS, ...limits })
  workers.push(worker)
  return worker
}
afterEach(() => {
  for (const worker of workers.splice(0)) worker.end()
})

test('a picture beyond the memory limit ends the process, and the next picture is encoded', async () => {
  const worker = workerWith({ memoryMax: 160 * MB })
  expect(await worker.encode(await large(), { as: 'whole' })).toBeNull()
  expect(await worker.encode(await small(), { as: 'whole' })).toMatchObject({ type: 'image/png', width: 20, height: 10 })
})

test('a picture beyond the time limit ends the process, and the next picture is encoded', async () => {
  const worker = workerWith({ timeMax: 1 })
  expect(await worker.encode(await large(), { as: 'whole' })).toBeNull()
  expect(await workerWith({}).encode(await small(), { as: 'whole' })).toMatchObject({ width: 20 })
  expect(await worker.encode(await large(), { as: 'whole' })).toBeNull()
})

test('an SVG is not decoded', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  expect(await workerWith({}).encode(svg, { as: 'whole' })).toBeNull()
})

test('a late error of the process does not end the server, and the next picture is encoded', async () => {
  const spawned = collectSpawned()
  const worker = workerWith({})
  await worker.encode(await small(), { as: 'whole' })
  expect(spawned).toHaveLength(1)
  spawned[0]?.emit('error', new Error('late')) // throws without a listener
  expect(await worker.encode(await small(), { as: 'whole' })).toMatchObject({ width: 20 })
})

import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { longTest } from '#/testing/long-test.ts'
import { collectSpawned } from '#/testing/processes/spawned-processes.ts'
import { memoizeAsync } from '../memoize-async.ts'
import { MEDIA_LIMITS, MediaWorker } from './media-worker.ts'

const MB = 1024 ** 2
const small = () =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
/** Interlaced, so that the decoder needs the whole picture in memory: 400 MB of pixels and buffers. */
const large = memoizeAsync(() =>
  sharp({ create: { width: 7000, height: 7000, channels: 4, background: 'red' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer(),
)

const workers: MediaWorker[] = []
const workerWith = (limits: Partial<typeof MEDIA_LIMITS>) => {
  const worker = new MediaWorker({ ...MEDIA_LIMITS, ...limits })
  workers.push(worker)
  return worker
}
afterEach(() => {
  for (const worker of workers.splice(0)) worker.end()
})

longTest('a picture beyond the memory limit ends the process, and the next picture is encoded', async () => {
  const worker = workerWith({ memoryMax: 160 * MB })
  expect(await worker.encode(await large(), { as: 'whole' })).toBe('tooLarge')
  expect(await worker.encode(await small(), { as: 'whole' })).toMatchObject({ type: 'image/png', width: 20, height: 10 })
})

test('a picture beyond the limit of processor time ends the process, and the next picture is encoded', async () => {
  const worker = workerWith({})
  expect(await worker.encode(await large(), { as: 'whole' }, { processorMax: 50 })).toBe('tooLarge')
  expect(await worker.encode(await small(), { as: 'whole' })).toMatchObject({ width: 20 })
})

test('a file is charged with its processor time, and a killed one with its limit at most', async () => {
  const worker = workerWith({})
  const charged: number[] = []
  const charge = (milliseconds: number) => void charged.push(milliseconds)
  await worker.encode(await small(), { as: 'whole' }, { charge })
  expect(charged).toHaveLength(2) // the start of the process, and the picture
  await worker.encode(await large(), { as: 'whole' }, { charge, processorMax: 100 })
  expect(charged[2]).toBeGreaterThan(20)
  expect(charged[2]).toBeLessThanOrEqual(100)
})

test('an ended request ends the process, and the next picture is encoded', async () => {
  const worker = workerWith({})
  await worker.encode(await small(), { as: 'whole' })
  const request = new AbortController()
  const encoded = worker.encode(await large(), { as: 'whole' }, { signal: request.signal })
  request.abort()
  await expect(encoded).rejects.toThrow('invalid')
  expect(await worker.encode(await small(), { as: 'whole' })).toMatchObject({ width: 20 })
})

test('a process that the system ends says nothing of the file', async () => {
  const spawned = collectSpawned()
  const worker = workerWith({})
  await worker.encode(await small(), { as: 'whole' })
  const encoded = worker.encode(await large(), { as: 'whole' })
  spawned[0]?.kill('SIGKILL')
  await expect(encoded).rejects.toThrow('file.busy')
})

test('an SVG is not decoded', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  expect(await workerWith({}).encode(svg, { as: 'whole' })).toBe('damaged')
})

test('a late error of the process does not end the server, and the next picture is encoded', async () => {
  const spawned = collectSpawned()
  const worker = workerWith({})
  await worker.encode(await small(), { as: 'whole' })
  expect(spawned).toHaveLength(1)
  spawned[0]?.emit('error', new Error('late')) // throws without a listener
  expect(await worker.encode(await small(), { as: 'whole' })).toMatchObject({ width: 20 })
})

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BytesNotFound, type Storage, TooManyBytes } from '#/ports/storage.ts'
import { fileSystemNow } from './shifted-clock.ts'

/** An empty storage, which each call of `open` opens again. */
export interface TestStorage extends AsyncDisposable {
  open(): Promise<Storage>
}

export const streamOf = (value: string) => Readable.from([Buffer.from(value)])

/** Returns the keys of all complete files. */
export async function storedKeys(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.storedBefore(new Date(Date.now() + 60_000))) keys.push(key)
  return keys
}

/** Declares the tests that each storage passes. */
export function testStorage(create: () => Promise<TestStorage>): void {
  test('stored bytes are read whole and by range, also after a restart', async () => {
    await using stored = await create()
    const { key, size, hash } = await (await stored.open()).put(streamOf('the bridge is closed'), 100)
    const storage = await stored.open()

    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(size).toBe(20)
    expect(hash).toBe(createHash('sha256').update('the bridge is closed').digest('hex'))
    expect(await storage.size(key)).toBe(20)
    expect(await text(await storage.get(key))).toBe('the bridge is closed')
    expect(await text(await storage.get(key, { first: 4, last: 9 }))).toBe('bridge')
  })

  test('a large file in chunks of any size is read as it was sent', async () => {
    await using stored = await create()
    const storage = await stored.open()
    const bytes = Buffer.alloc(20 * 1024 ** 2 + 7, 'the river rises ')
    const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 17 * 1024 ** 2), bytes.subarray(17 * 1024 ** 2)]

    const { key, size, hash } = await storage.put(Readable.from(chunks), bytes.length)
    expect({ size, hash }).toEqual({ size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') })
    expect(await storage.size(key)).toBe(bytes.length)
    expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true)
    const [first, last] = [8 * 1024 ** 2 - 3, 16 * 1024 ** 2 + 3]
    expect((await buffer(await storage.get(key, { first, last }))).equals(bytes.subarray(first, last + 1))).toBe(true)
  })

  test('an empty file is stored', async () => {
    await using stored = await create()
    const storage = await stored.open()
    const { key, size } = await storage.put(Readable.from([]), 100)
    expect(size).toBe(0)
    expect(await text(await storage.get(key))).toBe('')
  })

  test('a file of exactly the limit is stored, and a larger one leaves no bytes', async () => {
    await using stored = await create()
    const storage = await stored.open()

    await expect(storage.put(streamOf('12345'), 4)).rejects.toBeInstanceOf(TooManyBytes)
    const large = () => Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 ** 2)))
    await expect(storage.put(large(), 20 * 1024 ** 2 - 1)).rejects.toBeInstanceOf(TooManyBytes)
    expect(await storedKeys(storage)).toEqual([])
    expect((await storage.put(streamOf('1234'), 4)).size).toBe(4)
  })

  test('a failing source leaves no bytes, and put throws its error', async () => {
    await using stored = await create()
    const storage = await stored.open()
    async function* broken(megabytes: number) {
      for (let sent = 0; sent < megabytes; sent++) yield Buffer.alloc(1024 ** 2)
      throw new Error('the cable was pulled')
    }

    for (const megabytes of [1, 20])
      await expect(storage.put(Readable.from(broken(megabytes)), Infinity)).rejects.toThrow('the cable was pulled')
    expect(await storedKeys(storage)).toEqual([])
  })

  test('an invalid key is not found', async () => {
    await using stored = await create()
    const storage = await stored.open()

    for (const key of ['../../../secret', 'incoming', '', '..', `${'a'.repeat(32)}/..`, 'A'.repeat(32), `${'a'.repeat(32)}\n`]) {
      await expect(storage.get(key), key).rejects.toBeInstanceOf(BytesNotFound)
      await expect(storage.size(key), key).rejects.toBeInstanceOf(BytesNotFound)
      await expect(storage.delete(key), key).rejects.toBeInstanceOf(BytesNotFound)
    }
  })

  test('deleted bytes are not found, and deleting them again is not an error', async () => {
    await using stored = await create()
    const storage = await stored.open()
    const { key } = await storage.put(streamOf('secret'), 100)

    await storage.delete(key)
    await storage.delete(key)
    await expect(storage.get(key)).rejects.toBeInstanceOf(BytesNotFound)
    await expect(storage.get(key, { first: 0, last: 1 })).rejects.toBeInstanceOf(BytesNotFound)
    await expect(storage.size(key)).rejects.toBeInstanceOf(BytesNotFound)
  })

  test('concurrent files are stored separately', async () => {
    await using stored = await create()
    const storage = await stored.open()
    const contents = Array.from({ length: 30 }, (_, index) => Buffer.alloc(70_000, index))

    const files = await Promise.all(
      contents.map((bytes) => storage.put(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), 70_000)),
    )
    const read = await Promise.all(files.map(async ({ key }) => buffer(await storage.get(key))))
    expect(read.every((bytes, index) => bytes.equals(contents[index] ?? Buffer.alloc(0)))).toBe(true)
  })

  test('storedBefore returns files that were stored before a time', async () => {
    await using stored = await create()
    const storage = await stored.open()
    const { key } = await storage.put(streamOf('young'), 9)

    expect(await storedKeys(storage)).toEqual([key])
    expect(
      (
        await storage
          .storedBefore(new Date(fileSystemNow() - 60_000))
          [Symbol.asyncIterator]()
          .next()
      ).done,
    ).toBe(true)
  })

  test('deleteIncomplete keeps complete files and running uploads', async () => {
    await using stored = await create()
    const storage = await stored.open()
    const { key } = await storage.put(streamOf('complete'), 9)
    async function* slow() {
      for (let megabytes = 0; megabytes < 10; megabytes++) yield Buffer.alloc(1024 ** 2)
      await storage.deleteIncomplete(new Date(fileSystemNow() - 60_000))
      yield Buffer.from('end')
    }

    const running = await storage.put(Readable.from(slow()), Infinity)
    await storage.deleteIncomplete(new Date(fileSystemNow() + 60_000))
    expect((await storedKeys(storage)).toSorted()).toEqual([key, running.key].toSorted())
    expect(await storage.size(running.key)).toBe(10 * 1024 ** 2 + 3)
  })
}

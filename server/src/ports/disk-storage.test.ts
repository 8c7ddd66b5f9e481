import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { diskStorage, reserveOf } from './disk-storage.ts'
import { DiskFull, BytesNotFound, TooManyBytes } from './storage.ts'

async function createFolder() {
  const directory = await mkdtemp(path.join(tmpdir(), 'noroshi-storage-'))
  return { path: directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
}

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)

const streamOf = (value: string) => Readable.from([Buffer.from(value)])

test('stored bytes are read whole and by range, also after a restart', async () => {
  await using disk = await createFolder()
  const { key, size } = await (await diskStorage(disk.path)).put(streamOf('the bridge is closed'), 100)
  const storage = await diskStorage(disk.path)

  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(size).toBe(20)
  expect(await storage.size(key)).toBe(20)
  expect(await text(await storage.get(key))).toBe('the bridge is closed')
  expect(await text(await storage.get(key, { first: 4, last: 9 }))).toBe('bridge')
  expect((await readdir(path.join(disk.path, key.slice(0, 2), key.slice(2, 4))))[0]).toBe(key)
})

test('a file of exactly the limit is stored, and a larger one leaves no bytes', async () => {
  await using disk = await createFolder()
  const storage = await diskStorage(disk.path)

  await expect(storage.put(streamOf('12345'), 4)).rejects.toBeInstanceOf(TooManyBytes)
  expect(await filesIn(disk.path)).toEqual([])
  expect((await storage.put(streamOf('1234'), 4)).size).toBe(4)
})

test('a failing source leaves no bytes, and put throws its error', async () => {
  await using disk = await createFolder()
  const storage = await diskStorage(disk.path)
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the cable was pulled')
  }

  await expect(storage.put(Readable.from(broken()), 100)).rejects.toThrow('the cable was pulled')
  expect(await filesIn(disk.path)).toEqual([])
})

test('a start deletes the incomplete files that a crash left', async () => {
  await using disk = await createFolder()
  await mkdir(path.join(disk.path, 'incoming'))
  await writeFile(path.join(disk.path, 'incoming', 'half'), 'half')

  await diskStorage(disk.path)
  expect(await filesIn(disk.path)).toEqual([])
})

test('an invalid key is not found, so no path leads out of the directory', async () => {
  await using disk = await createFolder()
  const storage = await diskStorage(path.join(disk.path, 'files'))
  await writeFile(path.join(disk.path, 'secret'), 'secret')

  for (const key of ['../../../secret', 'incoming', '', '..', `${'a'.repeat(32)}/..`, 'A'.repeat(32), `${'a'.repeat(32)}\n`]) {
    await expect(storage.get(key), key).rejects.toBeInstanceOf(BytesNotFound)
    await expect(storage.size(key), key).rejects.toBeInstanceOf(BytesNotFound)
    await expect(storage.delete(key), key).rejects.toBeInstanceOf(BytesNotFound)
  }
})

test('deleted bytes are not found, and deleting them again is not an error', async () => {
  await using disk = await createFolder()
  const storage = await diskStorage(disk.path)
  const { key } = await storage.put(streamOf('secret'), 100)

  await storage.delete(key)
  await storage.delete(key)
  await expect(storage.get(key)).rejects.toBeInstanceOf(BytesNotFound)
  await expect(storage.size(key)).rejects.toBeInstanceOf(BytesNotFound)
})

test('concurrent files are stored separately', async () => {
  await using disk = await createFolder()
  const storage = await diskStorage(disk.path)
  const contents = Array.from({ length: 30 }, (_, index) => Buffer.alloc(70_000, index))

  const stored = await Promise.all(
    contents.map((bytes) => storage.put(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), 70_000)),
  )
  const read = await Promise.all(stored.map(async ({ key }) => buffer(await storage.get(key))))
  expect(read.every((bytes, index) => bytes.equals(contents[index] ?? Buffer.alloc(0)))).toBe(true)
})

test('on a full disk new files are rejected and stored files are still readable', async () => {
  await using disk = await createFolder()
  const { key } = await (await diskStorage(disk.path)).put(streamOf('the bridge'), 100)
  const full = await diskStorage(disk.path, () => Infinity)

  await expect(full.put(streamOf('one more'), 100)).rejects.toBeInstanceOf(DiskFull)
  expect(await filesIn(disk.path)).toEqual([key])
  expect(await text(await full.get(key))).toBe('the bridge')
})

test('a file that grows into the reserve is rejected while it is written', async () => {
  await using disk = await createFolder()
  let checks = 0
  const storage = await diskStorage(disk.path, () => (checks++ === 0 ? 0 : Infinity))
  const large = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 ** 2)))
  await expect(storage.put(large, Infinity)).rejects.toBeInstanceOf(DiskFull)
  expect(await filesIn(disk.path)).toEqual([])
})

test('the reserve is a twentieth of the disk, at least 1 and at most 10 GiB', () => {
  expect([8, 64, 4096].map((gib) => reserveOf(gib * 1024 ** 3) / 1024 ** 3)).toEqual([1, 3.2, 10])
})

test('keptBefore returns older complete files and no incomplete ones', async () => {
  await using disk = await createFolder()
  const storage = await diskStorage(disk.path)
  const [old, young] = [await storage.put(streamOf('old'), 9), await storage.put(streamOf('young'), 9)]
  // Sets both times, since the times of the disk do not follow a shifted clock.
  for (const [key, at] of [
    [old.key, new Date(Date.now() - 86_400_000)],
    [young.key, new Date()],
  ] as const)
    await utimes(path.join(disk.path, key.slice(0, 2), key.slice(2, 4), key), at, at)
  await writeFile(path.join(disk.path, 'incoming', 'a'.repeat(32)), 'half')
  const found: string[] = []
  for await (const key of storage.storedBefore(new Date(Date.now() - 3_600_000))) found.push(key)
  expect(found).toEqual([old.key])
})

import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { diskStorage, reserveOf } from './disk-storage.ts'
import { NoRoom, NoSuchBytes, TooManyBytes } from './storage.ts'

async function folder() {
  const place = await mkdtemp(path.join(tmpdir(), 'noroshi-storage-'))
  return { place, [Symbol.asyncDispose]: () => rm(place, { recursive: true, force: true }) }
}

const filesIn = async (place: string) =>
  (await readdir(place, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)

const words = (value: string) => Readable.from([Buffer.from(value)])

test('what was put is read again, whole and by range, also by the next start', async () => {
  await using disk = await folder()
  const { key, size } = await (await diskStorage(disk.place)).put(words('the bridge is closed'), 100)
  const storage = await diskStorage(disk.place)

  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(size).toBe(20)
  expect(await storage.size(key)).toBe(20)
  expect(await text(await storage.get(key))).toBe('the bridge is closed')
  expect(await text(await storage.get(key, { first: 4, last: 9 }))).toBe('bridge')
  expect((await readdir(path.join(disk.place, key.slice(0, 2), key.slice(2, 4))))[0]).toBe(key)
})

test('no byte beyond the limit is kept, and exactly the limit is', async () => {
  await using disk = await folder()
  const storage = await diskStorage(disk.place)

  await expect(storage.put(words('12345'), 4)).rejects.toBeInstanceOf(TooManyBytes)
  expect(await filesIn(disk.place)).toEqual([])
  expect((await storage.put(words('1234'), 4)).size).toBe(4)
})

test('a source that breaks leaves nothing behind and its error is told', async () => {
  await using disk = await folder()
  const storage = await diskStorage(disk.place)
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the cable was pulled')
  }

  await expect(storage.put(Readable.from(broken()), 100)).rejects.toThrow('the cable was pulled')
  expect(await filesIn(disk.place)).toEqual([])
})

test('a start removes what a crash left half written', async () => {
  await using disk = await folder()
  await mkdir(path.join(disk.place, 'incoming'))
  await writeFile(path.join(disk.place, 'incoming', 'half'), 'half')

  await diskStorage(disk.place)
  expect(await filesIn(disk.place)).toEqual([])
})

test('nothing but a key names bytes, so that no path leads out of the folder', async () => {
  await using disk = await folder()
  const storage = await diskStorage(path.join(disk.place, 'files'))
  await writeFile(path.join(disk.place, 'secret'), 'secret')

  for (const key of ['../../../secret', 'incoming', '', '..', `${'a'.repeat(32)}/..`, 'A'.repeat(32), `${'a'.repeat(32)}\n`]) {
    await expect(storage.get(key), key).rejects.toBeInstanceOf(NoSuchBytes)
    await expect(storage.size(key), key).rejects.toBeInstanceOf(NoSuchBytes)
    await expect(storage.delete(key), key).rejects.toBeInstanceOf(NoSuchBytes)
  }
})

test('deleted bytes are gone, and deleting them again is fine', async () => {
  await using disk = await folder()
  const storage = await diskStorage(disk.place)
  const { key } = await storage.put(words('secret'), 100)

  await storage.delete(key)
  await storage.delete(key)
  await expect(storage.get(key)).rejects.toBeInstanceOf(NoSuchBytes)
  await expect(storage.size(key)).rejects.toBeInstanceOf(NoSuchBytes)
})

test('many at once keep apart', async () => {
  await using disk = await folder()
  const storage = await diskStorage(disk.place)
  const contents = Array.from({ length: 30 }, (_, index) => Buffer.alloc(70_000, index))

  const kept = await Promise.all(
    contents.map((bytes) => storage.put(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), 70_000)),
  )
  const read = await Promise.all(kept.map(async ({ key }) => buffer(await storage.get(key))))
  expect(read.every((bytes, index) => bytes.equals(contents[index] ?? Buffer.alloc(0)))).toBe(true)
})

test('what is left of the disk is kept for the database: files are refused, what was kept is still read', async () => {
  await using disk = await folder()
  const { key } = await (await diskStorage(disk.place)).put(words('the bridge'), 100)
  const full = await diskStorage(disk.place, () => Infinity)

  await expect(full.put(words('one more'), 100)).rejects.toBeInstanceOf(NoRoom)
  expect(await filesIn(disk.place)).toEqual([key])
  expect(await text(await full.get(key))).toBe('the bridge')
})

test('a file that grows into the reserve is refused on its way', async () => {
  await using disk = await folder()
  let looks = 0
  const storage = await diskStorage(disk.place, () => (looks++ === 0 ? 0 : Infinity))
  const large = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 ** 2)))
  await expect(storage.put(large, Infinity)).rejects.toBeInstanceOf(NoRoom)
  expect(await filesIn(disk.place)).toEqual([])
})

test('the reserve is a twentieth of the disk, at least 1 and at most 10 GiB', () => {
  expect([8, 64, 4096].map((gib) => reserveOf(gib * 1024 ** 3) / 1024 ** 3)).toEqual([1, 3.2, 10])
})

test('what was kept before a moment is found, and nothing that is on its way', async () => {
  await using disk = await folder()
  const storage = await diskStorage(disk.place)
  const [old] = [await storage.put(words('old'), 9), await storage.put(words('young'), 9)]
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(path.join(disk.place, old.key.slice(0, 2), old.key.slice(2, 4), old.key), yesterday, yesterday)
  await writeFile(path.join(disk.place, 'incoming', 'a'.repeat(32)), 'half')
  const found: string[] = []
  for await (const key of storage.keptBefore(new Date(Date.now() - 3_600_000))) found.push(key)
  expect(found).toEqual([old.key])
})

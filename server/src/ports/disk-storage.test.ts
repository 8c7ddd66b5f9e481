import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fileSystemNow } from '#/testing/shifted-clock.ts'
import { storedKeys, streamOf, testStorage } from '#/testing/storage-cases.ts'
import { diskStorage, pathOfKey, reserveOf } from './disk-storage.ts'
import { DiskFull, BytesNotFound } from './storage.ts'

async function createFolder() {
  const directory = await mkdtemp(path.join(tmpdir(), 'noroshi-storage-'))
  return { path: directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
}

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)

testStorage(async () => {
  const disk = await createFolder()
  return { open: () => diskStorage(disk.path), [Symbol.asyncDispose]: () => disk[Symbol.asyncDispose]() }
})

test('a file has a path by its key', async () => {
  await using disk = await createFolder()
  const { key } = await (await diskStorage(disk.path)).put(streamOf('the bridge'), 100)
  expect(await readdir(path.join(disk.path, key.slice(0, 2), key.slice(2, 4)))).toEqual([key])
})

test('no key leads out of the directory', async () => {
  await using disk = await createFolder()
  const storage = await diskStorage(path.join(disk.path, 'files'))
  await writeFile(path.join(disk.path, 'secret'), 'secret')
  await expect(storage.get('../../../secret')).rejects.toBeInstanceOf(BytesNotFound)
})

test('a start deletes what an earlier crash left and keeps running uploads of other processes, which deleteIncomplete ends later', async () => {
  await using disk = await createFolder()
  await mkdir(path.join(disk.path, 'incoming'))
  const [old, recent, young] = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
  const hoursOld = { [String(old)]: 24, [String(recent)]: 0.4, [String(young)]: 0 }
  for (const [name, hours] of Object.entries(hoursOld)) {
    const file = path.join(disk.path, 'incoming', name)
    await writeFile(file, 'half')
    const time = new Date(Date.now() - hours * 3_600_000)
    await utimes(file, time, time)
  }

  const storage = await diskStorage(disk.path)
  expect((await filesIn(disk.path)).toSorted()).toEqual([recent, young])
  await storage.deleteIncomplete(new Date(Date.now() - 600_000))
  expect(await filesIn(disk.path)).toEqual([young])
  expect(await storedKeys(storage)).toEqual([])
})

test('storedBefore returns older files and no younger ones', async () => {
  await using disk = await createFolder()
  const storage = await diskStorage(disk.path)
  const [old] = [await storage.put(streamOf('old'), 9), await storage.put(streamOf('young'), 9)]
  const yesterday = new Date(fileSystemNow() - 86_400_000)
  await utimes(path.join(disk.path, pathOfKey(old.key)), yesterday, yesterday)
  const found: string[] = []
  for await (const key of storage.storedBefore(new Date(fileSystemNow() - 3_600_000))) found.push(key)
  expect(found).toEqual([old.key])
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

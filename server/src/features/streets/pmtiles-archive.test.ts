import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { streetArchive } from '#/testing/scenes/street-archive.ts'
import { varint } from '#/testing/scenes/vector-tile.ts'
import { DamagedArchive, readHeader, readLastTile } from './pmtiles-archive.ts'

/** Reads the last tile of an archive with this root directory. */
async function readWithRoot(root: Buffer): Promise<Buffer> {
  const archive = Buffer.concat([streetArchive(), root])
  const read = async (offset: number, length: number) => archive.subarray(offset, offset + length)
  const header = await readHeader(read, archive.length)
  return readLastTile(read, { ...header, root: { offset: archive.length - root.length, length: root.length } })
}

test('a directory whose entry count exceeds its bytes is rejected as damaged', async () => {
  const root = gzipSync(Buffer.from([...varint(10), ...Array.from({ length: 38 }, () => 1)]))
  await expect(readWithRoot(root)).rejects.toThrow(new DamagedArchive('a directory has too many entries'))
})

test('a directory with more entries than the limit is rejected as damaged, even if it has all their bytes', async () => {
  const count = 2 ** 18 + 1
  const root = gzipSync(Buffer.concat([Buffer.from(varint(count)), Buffer.alloc(count * 4, 1)]))
  await expect(readWithRoot(root)).rejects.toThrow(new DamagedArchive('a directory has too many entries'))
})

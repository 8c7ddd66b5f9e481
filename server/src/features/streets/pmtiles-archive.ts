import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** A function that reads `length` bytes of a file from `offset`. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>

/** Error: the file is not a PMTiles archive of version 3. */
export class NotArchive extends Error {}
/** Error: a part of the archive is missing or cannot be decoded. */
export class DamagedArchive extends Error {}

export const HEADER_BYTES = 127
/** The specification requires the root directory within the first 16 KiB. */
export const ROOT_END_MAX = 16_384
/**
 * Max bytes of the metadata, of a directory and of a tile, as stored and uncompressed. Real archives need a tenth of
 * it.
 */
const STORED_MAX = 8 * 1024 ** 2
const UNCOMPRESSED_MAX = 32 * 1024 ** 2
/** Numbers of the compressions in PMTiles that browsers can decode. */
export const COMPRESSIONS = { none: 1, gzip: 2 } as const
/** Number of the tile type MVT (vector tiles) in PMTiles. */
export const VECTOR_TILES = 1
export const LEAF_DEPTH_MAX = 4
/** Max entries of a directory. Real directories have a few thousand. */
const ENTRIES_MAX = 2 ** 18
/** Min bytes of an entry, which has four numbers. */
const ENTRY_BYTES_MIN = 4

export interface Section {
  readonly offset: number
  readonly length: number
}

export interface ArchiveHeader {
  readonly root: Section
  readonly metadata: Section
  readonly leaves: Section
  readonly tiles: Section
  readonly directoryCompression: number
  readonly tileCompression: number
  readonly isVector: boolean
  readonly minZoom: number
  readonly maxZoom: number
  /** West, south, east and north in degrees. */
  readonly bounds: readonly [number, number, number, number]
}

export interface Entry extends Section {
  /** Id of the first tile: its position on the Hilbert curve, after all tiles of smaller zooms. */
  readonly id: number
  /** Number of consecutive tiles with these bytes; 0: the bytes are a leaf directory. */
  readonly run: number
}

/**
 * Reads the header of a PMTiles archive and checks that all its sections are within the file.
 * @param size bytes of the file
 * @throws NotArchive, DamagedArchive
 */
export async function readHeader(read: ReadBytes, size: number): Promise<ArchiveHeader> {
  const bytes = await read(0, Math.min(size, HEADER_BYTES))
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    throw new NotArchive('the header is not a header of PMTiles version 3')
  if (bytes.length < HEADER_BYTES) throw new DamagedArchive('the header is incomplete')
  const section = (at: number): Section => {
    const [offset, length] = [Number(bytes.readBigUInt64LE(at)), Number(bytes.readBigUInt64LE(at + 8))]
    if (offset + length > size) throw new DamagedArchive('a section ends after the end of the file')
    return { offset, length }
  }
  const degrees = (at: number): number => bytes.readInt32LE(at) / 1e7
  const header = {
    root: section(8),
    metadata: section(24),
    leaves: section(40),
    tiles: section(56),
    directoryCompression: bytes.readUInt8(97),
    tileCompression: bytes.readUInt8(98),
    isVector: bytes[99] === VECTOR_TILES,
    minZoom: bytes.readUInt8(100),
    maxZoom: bytes.readUInt8(101),
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
  } as const
  const [west, south, east, north] = header.bounds
  const hasArea = west >= -180 && east <= 180 && west < east && south >= -90 && north <= 90 && south < north
  if (!hasArea || header.minZoom > header.maxZoom) throw new DamagedArchive('the area or the zooms are invalid')
  const { root, metadata } = header
  if (root.length === 0 || root.offset < HEADER_BYTES || root.offset + root.length > ROOT_END_MAX || metadata.length > STORED_MAX)
    throw new DamagedArchive('the size of the directory or of the metadata is invalid')
  return header
}

/** Whether browsers can uncompress the archive. */
export function hasKnownCompression({ directoryCompression, tileCompression }: ArchiveHeader): boolean {
  const known: readonly number[] = Object.values(COMPRESSIONS)
  return known.includes(directoryCompression) && known.includes(tileCompression)
}

/** Returns the metadata, which is JSON. @throws DamagedArchive */
export async function readMetadata(read: ReadBytes, { metadata, directoryCompression }: ArchiveHeader): Promise<unknown> {
  const bytes = await readPart(read, metadata, directoryCompression)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new DamagedArchive('the metadata is not JSON')
  }
}

/**
 * Reads the directories that lead to the last tile, and this tile, as a sample that detects damaged bytes.
 * @throws DamagedArchive
 */
export async function readLastTile(read: ReadBytes, header: ArchiveHeader): Promise<Buffer> {
  let directory: Section = header.root
  for (let depth = 0; depth < LEAF_DEPTH_MAX; depth++) {
    const last = (await readDirectory(read, directory, header)).at(-1)
    if (last === undefined) throw new DamagedArchive('a directory is empty')
    const section = sectionOf(last, header)
    if (last.run > 0) return readPart(read, section, header.tileCompression)
    directory = section
  }
  throw new DamagedArchive('the directories are nested too deeply')
}

/** Returns where the bytes of an entry are in the file. */
export const sectionOf = ({ run, offset, length }: Entry, { leaves, tiles }: ArchiveHeader): Section => ({
  offset: (run === 0 ? leaves : tiles).offset + offset,
  length,
})

/** Reads a directory. @throws DamagedArchive */
export async function readDirectory(read: ReadBytes, directory: Section, header: ArchiveHeader): Promise<Entry[]> {
  const entries = directoryOf(await readPart(read, directory, header.directoryCompression))
  const isBeyond = ({ run, offset, length }: Entry) =>
    length === 0 || offset + length > (run === 0 ? header.leaves : header.tiles).length
  if (entries.some(isBeyond)) throw new DamagedArchive('a directory points beyond its section')
  return entries
}

const gunzipAsync = promisify(gunzip)

async function readPart(read: ReadBytes, { offset, length }: Section, compression: number): Promise<Buffer> {
  if (length > STORED_MAX) throw new DamagedArchive('a part is too large')
  const bytes = await read(offset, length)
  if (bytes.length < length) throw new DamagedArchive('the file is incomplete')
  if (compression === COMPRESSIONS.none) return bytes
  try {
    return await gunzipAsync(bytes, { maxOutputLength: UNCOMPRESSED_MAX })
  } catch {
    throw new DamagedArchive('a part cannot be uncompressed')
  }
}

/** Decodes a directory: the number of entries, then the columns of id differences, run lengths, lengths and offsets. */
function directoryOf(bytes: Buffer): Entry[] {
  let at = 0
  const next = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]
      if (byte === undefined || factor > 2 ** 49) throw new DamagedArchive('a directory is incomplete')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const count = next()
  if (count > ENTRIES_MAX || count * ENTRY_BYTES_MIN > bytes.length) throw new DamagedArchive('a directory has too many entries')
  const column = (): number[] => Array.from({ length: count }, next)
  const steps = column()
  const runs = column()
  const lengths = column()
  const entries: Entry[] = []
  let id = 0
  for (const [index, run] of runs.entries()) {
    const length = lengths[index] ?? 0
    const stored = next()
    const before = entries.at(-1)
    if (stored === 0 && before === undefined) throw new DamagedArchive('a directory has no first offset')
    // 0: directly behind the previous entry.
    const offset = stored === 0 && before ? before.offset + before.length : stored - 1
    id += steps[index] ?? 0
    entries.push({ id, run, length, offset })
  }
  return entries
}

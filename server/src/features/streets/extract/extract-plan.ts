import { STREETS_ZOOM_MIN } from '@noroshi/contract/limits'
import { AppError } from '#/http/errors.ts'
import { readUsable } from '../check-archive.ts'
import {
  type ArchiveHeader,
  DamagedArchive,
  type Entry,
  LEAF_DEPTH_MAX,
  readDirectory,
  type ReadBytes,
  type Section,
  sectionOf,
} from '../pmtiles-archive.ts'
import { type Bounds, firstIdOf, type IdRange, tilesIn } from './tile-ids.ts'
import { type Piece, type PieceRange, requestsOf, TilePieces } from './tile-pieces.ts'

/** The greatest zoom that is taken. Builds of the planet end there. */
const ZOOM_MAX = 15
/** Max entries of an extract: Japan and its neighbours have 1.5 million. They take 32 bytes of memory each. */
const ENTRIES_MAX = 2 ** 21
/** Max bytes of the directories that are read. */
const DIRECTORY_BYTES_MAX = 128 * 1024 ** 2
/** Max bytes of directories that follow each other and are read by one request. */
const READ_TOGETHER_MAX = 2 * 1024 ** 2

/** The entries of a directory in columns, since there are millions of them. */
export interface Entries {
  readonly ids: number[]
  readonly runs: number[]
  readonly lengths: number[]
  /** Offsets in the tiles of the extract. */
  readonly offsets: number[]
}

/** The parts of an archive that have the tiles of an area. */
export interface ExtractPlan {
  readonly bounds: Bounds
  readonly minZoom: number
  readonly maxZoom: number
  readonly tileCompression: number
  readonly metadata: unknown
  readonly entries: Entries
  /** The bytes of the tiles in their order in the extract. Each begins in the extract where the one before ends. */
  readonly pieces: readonly Piece[]
  readonly requests: readonly PieceRange[]
  /** Bytes of all tiles. Tiles with equal bytes are stored once. */
  readonly tileBytes: number
  /** Number of tiles with different bytes. */
  readonly contents: number
}

/**
 * Reads the directories of an archive that lead to the tiles of an area.
 * @param size bytes of the archive
 * @throws AppError streets.areaTooLarge, .areaEmpty, and those of a file that is no map of streets
 * @throws NotArchive, DamagedArchive
 */
export async function planExtract(read: ReadBytes, size: number, bounds: Bounds): Promise<ExtractPlan> {
  const { header, metadata } = await readUsable(read, size)
  const maxZoom = Math.min(header.maxZoom, ZOOM_MAX)
  const collector = new EntryCollector(read, header, tilesIn(bounds, maxZoom))
  await collector.visit([{ ...header.root, end: Infinity }], LEAF_DEPTH_MAX)
  const { entries, pieces } = collector
  // Tiles of low zooms cover large parts of the world.
  if ((entries.ids.at(-1) ?? 0) < firstIdOf(STREETS_ZOOM_MIN)) throw new AppError('streets.areaEmpty')
  const { tileCompression, minZoom } = header
  return {
    bounds,
    minZoom,
    maxZoom,
    tileCompression,
    metadata,
    entries,
    pieces: pieces.all,
    requests: requestsOf(pieces.all, pieces.bytes),
    tileBytes: pieces.bytes,
    contents: pieces.contents,
  }
}

/** A directory in the file, and the id before which its last tile is. */
interface Directory extends Section {
  readonly end: number
}

/** Collects the entries of wanted tiles. */
class EntryCollector {
  readonly entries: Entries = { ids: [], runs: [], lengths: [], offsets: [] }
  readonly pieces = new TilePieces()
  readonly #read: ReadBytes
  readonly #header: ArchiveHeader
  readonly #wanted: readonly IdRange[]
  /** The first of the wanted ranges that ends after the last entry: the ids of entries rise. */
  #at = 0
  /** The id before which no further entry may begin. */
  #reached = 0
  #directoryBytes = 0

  constructor(read: ReadBytes, header: ArchiveHeader, wanted: readonly IdRange[]) {
    this.#read = read
    this.#header = header
    this.#wanted = wanted
  }

  /** Visits directories in the order of their ids. @param depth max levels of directories, with this one */
  async visit(directories: readonly Directory[], depth: number): Promise<void> {
    if (depth === 0 && directories.length > 0) throw new DamagedArchive('the directories are nested too deeply')
    for (const group of groupsOf(directories)) {
      const first = group[0]
      const length = group.reduce((sum, directory) => sum + directory.length, 0)
      this.#directoryBytes += length
      if (this.#directoryBytes > DIRECTORY_BYTES_MAX) throw new AppError('streets.areaTooLarge')
      const bytes = await this.#read(first.offset, length)
      const readGroup: ReadBytes = async (offset, count) => bytes.subarray(offset - first.offset, offset - first.offset + count)
      for (const directory of group)
        await this.#take(await readDirectory(readGroup, directory, this.#header), directory.end, depth - 1)
    }
  }

  async #take(entries: readonly Entry[], end: number, depth: number): Promise<void> {
    let leaves: Directory[] = []
    for (const [index, entry] of entries.entries()) {
      const next = entries[index + 1]?.id ?? end
      if (entry.id < this.#reached || next <= entry.id) throw new DamagedArchive('the ids of a directory do not rise')
      if (entry.run === 0) {
        if (this.#isWanted(entry.id, next)) leaves.push({ ...sectionOf(entry, this.#header), end: next })
        continue
      }
      await this.visit(leaves, depth)
      leaves = []
      if (entry.id + entry.run > next) throw new DamagedArchive('the ids of a directory do not rise')
      this.#add(entry)
      this.#reached = entry.id + entry.run
    }
    await this.visit(leaves, depth)
  }

  /** Whether a wanted tile has an id from `first` to before `end`. */
  #isWanted(first: number, end: number): boolean {
    let [low, high] = [this.#at, this.#wanted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#wanted[middle]?.end ?? Infinity) <= first) low = middle + 1
      else high = middle
    }
    return (this.#wanted[low]?.first ?? Infinity) < end
  }

  /** Adds the wanted tiles of an entry. */
  #add({ id, run, length, offset }: Entry): void {
    const end = id + run
    for (; ; this.#at++) {
      const range = this.#wanted[this.#at]
      if (range === undefined || range.first >= end) return
      if (range.end > id) this.#push(Math.max(id, range.first), Math.min(end, range.end), length, offset)
      if (range.end > end) return
    }
  }

  #push(first: number, end: number, length: number, offset: number): void {
    const { ids, runs, lengths, offsets } = this.entries
    if (ids.length === ENTRIES_MAX) throw new AppError('streets.areaTooLarge')
    ids.push(first)
    runs.push(end - first)
    lengths.push(length)
    offsets.push(this.pieces.add(this.#header.tiles.offset + offset, length))
  }
}

/** Groups directories that follow each other in the file, to read each group by one request. */
function groupsOf(directories: readonly Directory[]): [Directory, ...Directory[]][] {
  const groups: [Directory, ...Directory[]][] = []
  for (const directory of directories) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isNext = last !== undefined && last.offset + last.length === directory.offset
    if (group && isNext && directory.offset + directory.length - group[0].offset <= READ_TOGETHER_MAX) group.push(directory)
    else groups.push([directory])
  }
  return groups
}

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { COMPRESSIONS, HEADER_BYTES, ROOT_END_MAX, VECTOR_TILES } from '../pmtiles-archive.ts'
import type { Entries, ExtractPlan } from './extract-plan.ts'

const gzipAsync = promisify(gzip)

/** Entries of the smallest leaf directories. */
const LEAF_ENTRIES_MIN = 4096
/** A root of so many leaves is mostly small enough. */
const LEAVES_MAX = 3000
/** The leaves are larger by this factor where the root is too large. */
const LEAF_GROWTH = 1.5

/** Returns the bytes of a PMTiles archive before its tiles: header, directories and metadata. */
export async function archiveHead(plan: ExtractPlan): Promise<Buffer> {
  const { entries } = plan
  const { root, leaves } = await directoriesOf(entries)
  const metadata = await gzipAsync(JSON.stringify(plan.metadata))
  const leafBytes = leaves.reduce((sum, leaf) => sum + leaf.length, 0)
  const metadataAt = HEADER_BYTES + root.length
  const leavesAt = metadataAt + metadata.length
  const tilesAt = leavesAt + leafBytes
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles\x03', 'latin1')
  const sections = [HEADER_BYTES, root.length, metadataAt, metadata.length, leavesAt, leafBytes, tilesAt, plan.tileBytes]
  const counts = [entries.runs.reduce((sum, run) => sum + run, 0), entries.ids.length, plan.contents]
  for (const [index, value] of [...sections, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8)
  const isClustered = 1 // the bytes of tiles are in the order of their ids
  header.set([isClustered, COMPRESSIONS.gzip, plan.tileCompression, VECTOR_TILES, plan.minZoom, plan.maxZoom], 96)
  const [west, south, east, north] = plan.bounds
  for (const [index, degrees] of [west, south, east, north].entries()) writeDegrees(header, degrees, 102 + index * 4)
  header.writeUInt8(plan.maxZoom, 118)
  writeDegrees(header, (west + east) / 2, 119)
  writeDegrees(header, (south + north) / 2, 123)
  return Buffer.concat([header, root, metadata, ...leaves])
}

const writeDegrees = (header: Buffer, degrees: number, at: number) => header.writeInt32LE(Math.round(degrees * 1e7), at)

/** Returns the directories of an archive: all entries in the root, or leaves with so many that the root is small enough. */
async function directoriesOf(entries: Entries): Promise<{ root: Buffer; leaves: Buffer[] }> {
  const count = entries.ids.length
  const rootMax = ROOT_END_MAX - HEADER_BYTES
  if (count <= LEAF_ENTRIES_MIN) {
    const root = await directoryOf(entries)
    if (root.length <= rootMax) return { root, leaves: [] }
  }
  for (let size = Math.max(LEAF_ENTRIES_MIN, Math.ceil(count / LEAVES_MAX)); ; size = Math.ceil(size * LEAF_GROWTH)) {
    const leaves: Buffer[] = []
    const roots: Entries = { ids: [], runs: [], lengths: [], offsets: [] }
    let offset = 0
    for (let first = 0; first < count; first += size) {
      const leaf = await directoryOf(partOf(entries, first, first + size))
      leaves.push(leaf)
      roots.ids.push(entries.ids[first] ?? 0)
      roots.runs.push(0)
      roots.lengths.push(leaf.length)
      roots.offsets.push(offset)
      offset += leaf.length
    }
    const root = await directoryOf(roots)
    if (root.length <= rootMax) return { root, leaves }
  }
}

const partOf = ({ ids, runs, lengths, offsets }: Entries, first: number, end: number): Entries => ({
  ids: ids.slice(first, end),
  runs: runs.slice(first, end),
  lengths: lengths.slice(first, end),
  offsets: offsets.slice(first, end),
})

/** Encodes a directory: the number of entries, then the columns of id differences, run lengths, lengths and offsets. */
function directoryOf({ ids, runs, lengths, offsets }: Entries): Promise<Buffer> {
  const bytes: number[] = []
  const write = (value: number) => {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  write(ids.length)
  for (const [index, id] of ids.entries()) write(id - (ids[index - 1] ?? 0))
  for (const run of runs) write(run)
  for (const length of lengths) write(length)
  for (const [index, offset] of offsets.entries()) {
    const isNext = index > 0 && offset === (offsets[index - 1] ?? 0) + (lengths[index - 1] ?? 0)
    write(isNext ? 0 : offset + 1) // 0: directly behind the previous entry
  }
  return gzipAsync(Uint8Array.from(bytes))
}

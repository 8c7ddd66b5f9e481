import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import type { TileId } from './tiling.ts'

interface Entry {
  id: number
  run: number
  offset: number
  length: number
}
const HEADER_BYTES = 127
const ENTRIES_PER_LEAF = 2048

function varint(value: number, out: number[]) {
  while (value > 127) {
    out.push((value % 128) + 128)
    value = Math.floor(value / 128)
  }
  out.push(value)
}

function directory(entries: Entry[]): Buffer {
  const out: number[] = []
  varint(entries.length, out)
  entries.forEach(({ id }, i) => varint(id - (i ? entries[i - 1].id : 0), out))
  for (const { run } of entries) varint(run, out)
  for (const { length } of entries) varint(length, out)
  entries.forEach(({ offset }, i) => {
    const previous = entries[i - 1]
    varint(previous && offset === previous.offset + previous.length ? 0 : offset + 1, out)
  })
  return gzipSync(Uint8Array.from(out), { level: 9 })
}

/**
 * Writes a clustered PMTiles 3 archive. Equal tiles are stored once. Leaf directories keep the root small enough for the first
 * request.
 */
export class Archive {
  #tiles = new Map<number, Buffer>()

  add([z, x, y]: TileId, tile: Uint8Array) {
    this.#tiles.set(zxyToTileId(z, x, y), gzipSync(tile, { level: 9 }))
  }

  write(path: string, maxZoom: number, metadata: object): number {
    const entries: Entry[] = []
    const chunks: Buffer[] = []
    const stored = new Map<string, { offset: number; length: number }>()
    let tileBytes = 0
    for (const [id, data] of [...this.#tiles].sort((a, b) => a[0] - b[0])) {
      const digest = createHash('sha1').update(data).digest('base64')
      let position = stored.get(digest)
      if (!position) {
        position = { offset: tileBytes, length: data.length }
        stored.set(digest, position)
        chunks.push(data)
        tileBytes += data.length
      }
      const last = entries.at(-1)
      if (last && last.id + last.run === id && last.offset === position.offset) last.run++
      else entries.push({ id, run: 1, ...position })
    }

    const roots: Entry[] = []
    const leaves: Buffer[] = []
    let leafBytes = 0
    for (let i = 0; i < entries.length; i += ENTRIES_PER_LEAF) {
      const leaf = directory(entries.slice(i, i + ENTRIES_PER_LEAF))
      roots.push({ id: entries[i].id, run: 0, offset: leafBytes, length: leaf.length })
      leaves.push(leaf)
      leafBytes += leaf.length
    }
    const root = directory(roots)
    const json = gzipSync(JSON.stringify(metadata), { level: 9 })

    const header = Buffer.alloc(HEADER_BYTES)
    header.write('PMTiles\x03', 'latin1')
    const leavesAt = HEADER_BYTES + root.length + json.length
    const counts = [this.#tiles.size, entries.length, stored.size]
    ;[
      HEADER_BYTES,
      root.length,
      HEADER_BYTES + root.length,
      json.length,
      leavesAt,
      leafBytes,
      leavesAt + leafBytes,
      tileBytes,
      ...counts,
    ].forEach((value, i) => header.writeBigUInt64LE(BigInt(value), 8 + i * 8))
    // Clustered; gzip for directories and tiles; vector tiles; zooms.
    header.set([1, 2, 2, 1, 0, maxZoom], 96)
    ;[-180, -85, 180, 85].forEach((degrees, i) => header.writeInt32LE(degrees * 1e7, 102 + i * 4))
    const file = Buffer.concat([header, root, json, ...leaves, ...chunks])
    writeFileSync(path, file)
    return file.length
  }
}

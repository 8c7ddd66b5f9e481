import type { StreetArchive, Streets } from '@noroshi/contract/streets/streets.http'
import type { StreetArchiveRow } from './streets.sql.ts'

/** Characters of the hash in the address of an archive. */
const TAG_LENGTH = 32
export const tagOfHash = (hash: string): string => hash.slice(0, TAG_LENGTH)

export const presentStreets = ({ hash, bytes }: StreetArchiveRow): Streets => ({ tag: tagOfHash(hash), bytes: Number(bytes) })

export const presentArchive = (row: StreetArchiveRow): StreetArchive => {
  const [west = 0, south = 0, east = 0, north = 0] = row.bounds
  return {
    ...presentStreets(row),
    name: row.name,
    bounds: [west, south, east, north],
    minZoom: row.min_zoom,
    maxZoom: row.max_zoom,
    addedAt: row.added_at.toISOString(),
  }
}

import { PMTiles, Protocol } from 'pmtiles'
import { streetsPath, WORLD_PATH } from '../../platform/map-files/map-addresses.ts'
import { ArchiveSource } from './archive-source.ts'

const protocol = new Protocol()

/** Reads the tiles of all archives for MapLibre, from sources whose URL begins with `pmtiles://`. */
export const loadTile = protocol.tile

/** The embedded world. */
export const world = new PMTiles(new ArchiveSource('world', null, WORLD_PATH))
protocol.add(world)

/** Returns the archive of the streets. A style may refer to it afterwards. */
export function streetArchive(tag: string): PMTiles {
  const path = streetsPath(tag)
  const known = protocol.get(path)
  if (known) return known
  const archive = new PMTiles(new ArchiveSource('streets', tag, path))
  protocol.add(archive)
  return archive
}

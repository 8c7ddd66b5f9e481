import { z } from 'zod'
import { STREETS_ZOOM_MIN } from '@noroshi/contract/limits'
import { AppError } from '#/http/errors.ts'
import {
  type ArchiveHeader,
  DamagedArchive,
  hasKnownCompression,
  NotArchive,
  type ReadBytes,
  readHeader,
  readLastTile,
  readMetadata,
} from './pmtiles-archive.ts'

/** The layers of the Protomaps schema that a map with streets needs. */
const REQUIRED_LAYERS = ['earth', 'roads', 'water']
/** The property that the map style reads. Version 3 of the schema has `pmap:kind` instead. */
const KIND = 'kind'

const Metadata = z.object({
  vector_layers: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()).default({}) })).default([]),
})

/** The facts of an archive that are stored with it. */
export type ArchiveFacts = Pick<ArchiveHeader, 'bounds' | 'minZoom' | 'maxZoom'>

/**
 * Checks that a file is a complete PMTiles archive of vector tiles in the Protomaps schema, and returns its facts.
 * @param size bytes of the file
 * @throws AppError streets.notArchive, .damaged, .notVector, .compression, .fewZooms, .schema
 */
export async function checkArchive(read: ReadBytes, size: number): Promise<ArchiveFacts> {
  try {
    const { header } = await readUsable(read, size)
    await readLastTile(read, header)
    return header
  } catch (error) {
    if (error instanceof NotArchive) throw new AppError('streets.notArchive')
    if (error instanceof DamagedArchive) throw new AppError('streets.damaged')
    throw error
  }
}

/**
 * Reads the header and the metadata of an archive of vector tiles in the Protomaps schema.
 * @throws AppError streets.notVector, .compression, .fewZooms, .schema
 * @throws NotArchive, DamagedArchive
 */
export async function readUsable(read: ReadBytes, size: number): Promise<{ header: ArchiveHeader; metadata: unknown }> {
  const header = await readHeader(read, size)
  if (!header.isVector) throw new AppError('streets.notVector')
  if (!hasKnownCompression(header)) throw new AppError('streets.compression')
  if (header.maxZoom < STREETS_ZOOM_MIN) throw new AppError('streets.fewZooms', { max: header.maxZoom, min: STREETS_ZOOM_MIN })
  const metadata = await readMetadata(read, header)
  assertSchema(metadata)
  return { header, metadata }
}

function assertSchema(metadata: unknown): void {
  const { data } = Metadata.safeParse(metadata)
  const layers = new Map((data?.vector_layers ?? []).map(({ id, fields }) => [id, fields]))
  const missing = REQUIRED_LAYERS.filter((id) => !layers.has(id))
  // The list of fields is optional.
  const fields = Object.keys(layers.get('roads') ?? {})
  if (fields.length > 0 && !fields.includes(KIND)) missing.push(`roads.${KIND}`)
  if (missing.length > 0) throw new AppError('streets.schema', { missing: missing.join(', ') })
}

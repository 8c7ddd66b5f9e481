import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp } from '../define.ts'
import type { ErrorCode } from '../errors.ts'

/** The public facts of a map archive with streets. */
export const Streets = z.object({
  /**
   * The first characters of the SHA-256 of the bytes. The URL of the archive contains it, so the bytes of a URL never
   * change.
   */
  tag: z.string().regex(/^[0-9a-f]{32}$/),
  bytes: z.int(),
})
export type Streets = z.infer<typeof Streets>

/** West, south, east and north in degrees. */
const Bounds = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** A map archive with streets as administrators see it. */
export const StreetArchive = Streets.extend({
  /** Name of the added file. */
  name: z.string(),
  bounds: Bounds,
  minZoom: z.int(),
  maxZoom: z.int(),
  addedAt: Timestamp,
}).meta({ id: 'StreetArchive' })
export type StreetArchive = z.infer<typeof StreetArchive>

export const StreetsState = z
  .object({
    /** The current archive; null: the map shows the embedded world only. */
    archive: StreetArchive.nullable(),
    /** The server's directory of files that can be added, and its PMTiles files ordered by name. */
    directory: z.string(),
    files: z.array(z.object({ name: z.string(), bytes: z.int() })),
    /** Max megabytes of an archive. */
    maxMb: z.number(),
    /** Free bytes for the archive; null if the files are not on a disk of the server. */
    spareBytes: z.int().nullable(),
  })
  .meta({ id: 'StreetsState' })
export type StreetsState = z.infer<typeof StreetsState>

/** The reasons for which the server refuses a file. */
const refusals = [
  'streets.notArchive',
  'streets.damaged',
  'streets.notVector',
  'streets.compression',
  'streets.fewZooms',
  'streets.schema',
] as const satisfies readonly ErrorCode[]

export const streetsRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/map',
    access: 'admin',
    reply: StreetsState,
    summary: 'The archive of streets on the map, and the files of the server that can replace it.',
  },
  upload: {
    method: 'POST',
    path: '/admin/map',
    access: 'admin',
    form: z.object({}),
    errors: ['file.missing', ...refusals],
    status: 201,
    reply: StreetArchive,
    summary: 'Replace the archive of streets by an uploaded PMTiles file in the Protomaps schema. All maps show it at once.',
  },
  add: {
    method: 'PUT',
    path: '/admin/map',
    access: 'admin',
    body: z.object({ name: z.string('common.required').min(1, 'common.required').max(255, 'common.tooLong') }),
    errors: ['streets.fileNotFound', 'file.tooLarge', 'file.noRoom', ...refusals],
    reply: StreetArchive,
    summary: 'Replace the archive of streets by a copy of a file in the directory of maps on the server.',
  },
  remove: {
    method: 'DELETE',
    path: '/admin/map',
    access: 'admin',
    reply: EmptyReply,
    summary: 'Delete the archive of streets. All maps show the embedded world at once.',
  },
})

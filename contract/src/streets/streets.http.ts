import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp } from '../define.ts'
import type { ErrorCode } from '../errors.ts'

/** An archive of streets as every page knows it. */
export const Streets = z.object({
  /** The beginning of the hash of the bytes. The address of the archive contains it, so the bytes of an address never change. */
  tag: z.string().regex(/^[0-9a-f]{32}$/),
  bytes: z.int(),
})
export type Streets = z.infer<typeof Streets>

/** West, south, east and north in degrees. */
const Bounds = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** The archive of streets as administrators see it. */
export const StreetArchive = Streets.extend({
  /** The name of the file that was added. */
  name: z.string(),
  bounds: Bounds,
  minZoom: z.int(),
  maxZoom: z.int(),
  addedAt: Timestamp,
}).meta({ id: 'StreetArchive' })
export type StreetArchive = z.infer<typeof StreetArchive>

export const StreetsState = z
  .object({
    /** null: the map shows the embedded world only. */
    archive: StreetArchive.nullable(),
    /** The directory of the server whose files can be added, and its PMTiles files by name. */
    directory: z.string(),
    files: z.array(z.object({ name: z.string(), bytes: z.int() })),
    /** Max megabytes of an archive. */
    maxMb: z.number(),
    /** Bytes that the server can still store; null where no disk of the server stores the files. */
    spareBytes: z.int().nullable(),
  })
  .meta({ id: 'StreetsState' })
export type StreetsState = z.infer<typeof StreetsState>

/** The reasons for which a file is refused. */
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

import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp } from '../define.ts'
import type { ErrorCode } from '../errors.ts'

/** Max degrees of each side of an area. Japan has 32. */
export const AREA_DEGREES_MAX = 40
/** The latitude at which maps end. */
const LATITUDE_MAX = 85
/** Min degrees of each side of an area: some 10 m. */
const AREA_DEGREES_MIN = 0.0001

const degrees = (max: number) => z.number('common.wrongType').min(-max, 'common.wrongType').max(max, 'common.wrongType')

/** West, south, east and north in degrees. */
export const StreetArea = z
  .tuple([degrees(180), degrees(LATITUDE_MAX), degrees(180), degrees(LATITUDE_MAX)], 'common.wrongType')
  .refine(([west, south, east, north]) => Math.min(east - west, north - south) >= AREA_DEGREES_MIN, 'common.wrongType')
  .refine(([west, south, east, north]) => Math.max(east - west, north - south) <= AREA_DEGREES_MAX, 'error.streets.areaTooLarge')
export type StreetArea = z.infer<typeof StreetArea>

/** The cause that ended a download. The error code of the same name has its text. */
export const StreetExtractProblem = z.enum([
  'areaTooLarge',
  'areaEmpty',
  'extractTooLarge',
  'noSpace',
  'sourceUnreachable',
  'sourceMissing',
  'sourceRefused',
  'sourceMoved',
  'sourceBroken',
  'sourceChanged',
  'sourceUnfit',
  'diskFailed',
  'unexpected',
])
export type StreetExtractProblem = z.infer<typeof StreetExtractProblem>

/** Streets that the server downloads, or could not download. */
export const StreetExtract = z
  .object({
    area: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    startedAt: Timestamp,
    /** `reading`: how large they are is not known yet. `storing`: all is downloaded. */
    phase: z.enum(['reading', 'downloading', 'storing', 'failed']),
    /** Bytes of the archive; null: not known. And those that the server has. */
    bytes: z.int().nullable(),
    doneBytes: z.int(),
    /** null unless it failed. */
    problem: StreetExtractProblem.nullable(),
  })
  .meta({ id: 'StreetExtract' })
export type StreetExtract = z.infer<typeof StreetExtract>

export const StreetExtractState = z
  .object({
    /** The host of STREETS_SOURCE. */
    host: z.string(),
    /** null: nothing is downloaded. */
    extract: StreetExtract.nullable(),
  })
  .meta({ id: 'StreetExtractState' })
export type StreetExtractState = z.infer<typeof StreetExtractState>

/** The reasons for which the server cannot say how large the streets of an area are. */
const sourceErrors = [
  'streets.areaTooLarge',
  'streets.areaEmpty',
  'streets.sourceUnreachable',
  'streets.sourceMissing',
  'streets.sourceRefused',
  'streets.sourceMoved',
  'streets.sourceBroken',
  'streets.sourceChanged',
  'streets.sourceUnfit',
] as const satisfies readonly ErrorCode[]

export const streetExtractRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/map/area',
    access: 'admin',
    reply: StreetExtractState,
    summary: 'The download of the streets of an area. The server sends no request to their source for this.',
  },
  measure: {
    method: 'POST',
    path: '/admin/map/area/size',
    access: 'admin',
    body: z.object({ area: StreetArea }),
    errors: ['tooManyRequests', ...sourceErrors],
    reply: z.object({ bytes: z.int() }),
    summary: 'How many bytes the streets of an area have. The server reads the directories of the source.',
  },
  start: {
    method: 'POST',
    path: '/admin/map/area',
    access: 'admin',
    body: z.object({ area: StreetArea }),
    errors: ['streets.running'],
    status: 201,
    reply: StreetExtract,
    summary: 'Download the streets of an area from STREETS_SOURCE. They replace the archive of streets when they are complete.',
  },
  retry: {
    method: 'PUT',
    path: '/admin/map/area',
    access: 'admin',
    errors: ['streets.notFailed'],
    reply: StreetExtract,
    summary: 'Continue a download that has failed, after the bytes that the server has.',
  },
  cancel: {
    method: 'DELETE',
    path: '/admin/map/area',
    access: 'admin',
    reply: EmptyReply,
    summary: 'Cancel the download and delete what the server has of it. The map is unchanged.',
  },
})

import { z } from 'zod'
import { AREA_POINTS_MIN, AreaPoint } from '../area.ts'
import { defineRoutes, listOf, RemovalReply, Timestamp, Uuid, Version } from '../define.ts'
import { graphemesOf } from '../text/graphemes.ts'
import { nameText } from '../text/name-text.ts'

/** Max lines and areas of one server. */
export const MAP_SHAPES_MAX = 200
/** Max points of a line or an area. */
export const SHAPE_POINTS_MAX = 200
/** Min points of a line. */
export const LINE_POINTS_MIN = 2
/** Max characters of the name of a line or an area, as a reader counts them. */
export const SHAPE_NAME_MAX = 100
/** Max UTF-16 units of the name: a character may have several. */
const SHAPE_NAME_UNITS_MAX = 8 * SHAPE_NAME_MAX

export const SHAPE_GEOMETRIES = ['line', 'area'] as const
export const ShapeGeometry = z.enum(SHAPE_GEOMETRIES, 'common.wrongType')
export type ShapeGeometry = z.infer<typeof ShapeGeometry>

/** Meanings of lines and areas. */
export const SHAPE_KINDS = ['route', 'closed', 'danger', 'flooded', 'search', 'other'] as const
export const ShapeKind = z.enum(SHAPE_KINDS, 'common.wrongType')
export type ShapeKind = z.infer<typeof ShapeKind>

/** The colours of lines and areas. Scarlet is for alerts only. */
export const SHAPE_COLORS = ['blue', 'green', 'amber', 'purple', 'brown', 'grey'] as const
export const ShapeColor = z.enum(SHAPE_COLORS, 'common.wrongType')
export type ShapeColor = z.infer<typeof ShapeColor>

/** A line or an area on the map. The last point of an area is joined to the first. */
export const MapShape = z
  .object({
    id: Uuid,
    geometry: ShapeGeometry,
    kind: ShapeKind,
    name: z.string(),
    color: ShapeColor,
    points: z.array(AreaPoint),
    version: Version,
    updatedAt: Timestamp,
  })
  .meta({ id: 'MapShape' })
export type MapShape = z.infer<typeof MapShape>

/** The order of lines and areas in lists: by name, in code units, which is the same on every device. */
export function compareShapes(a: MapShape, b: MapShape): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.id < b.id ? -1 : 1
}

const isDrawn = ({ geometry, points }: { geometry: ShapeGeometry; points: readonly AreaPoint[] }) =>
  points.length >= (geometry === 'line' ? LINE_POINTS_MIN : AREA_POINTS_MIN)

/** The form of a line or an area. */
export const ShapeForm = z
  .object({
    geometry: ShapeGeometry,
    kind: ShapeKind,
    name: nameText('mapShapes.nameRequired')
      .min(1, 'mapShapes.nameRequired')
      .max(SHAPE_NAME_UNITS_MAX, { error: 'mapShapes.nameTooLong', abort: true })
      .refine((name) => graphemesOf(name).length <= SHAPE_NAME_MAX, 'mapShapes.nameTooLong'),
    color: ShapeColor,
    points: z.array(AreaPoint, 'common.wrongType').max(SHAPE_POINTS_MAX, 'map.areaTooManyPoints'),
  })
  .refine(isDrawn, { path: ['points'], error: 'mapShapes.tooFewPoints' })
export type ShapeForm = z.output<typeof ShapeForm>

const IdParams = z.object({ id: Uuid })

export const mapShapeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/map-shapes',
    access: 'member',
    reply: listOf(MapShape),
    summary: 'All lines and areas of the map, ordered by name. There are at most 200.',
  },
  put: {
    method: 'PUT',
    path: '/map-shapes/:id',
    access: 'admin',
    params: IdParams,
    body: ShapeForm,
    errors: ['mapShape.tooMany'],
    reply: MapShape,
    summary: 'Add a line or an area with an id that the client chose, or replace it. A repetition changes nothing.',
  },
  remove: {
    method: 'DELETE',
    path: '/map-shapes/:id',
    access: 'admin',
    params: IdParams,
    errors: ['mapShape.notFound'],
    reply: RemovalReply,
    summary: 'Delete a line or an area.',
  },
})

import { z } from 'zod'
import { AreaPoint } from '../area.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'
import { Media } from '../files.ts'
import { nameText } from '../text/name-text.ts'
import { fitOverlay, type OverlayProblem } from './overlay-fit.ts'

/** Max pictures on the map of one server. */
export const MAP_OVERLAYS_MAX = 10
/** Max pixels of a side: a greater picture does not fit into the memory of some graphics hardware. */
export const OVERLAY_SIDE_MAX = 4096
/** Max megabytes of a picture. */
export const OVERLAY_MB_MAX = 10
/** Max UTF-16 units of a name. */
const OVERLAY_NAME_MAX = 100
/** Percent. */
export const OPACITIES = [100, 85, 70, 55, 40, 25] as const

const share = z.number('common.wrongType').min(0, 'common.wrongType').max(1, 'common.wrongType')
const OverlayPoint = AreaPoint.extend({
  /** Share of the width of the picture, from the left. */
  x: share,
  /** Share of the height, from the top. */
  y: share,
})

/** A picture that lies on the map, such as a scanned hazard map. */
export const MapOverlay = z
  .object({
    id: Uuid,
    name: z.string(),
    picture: Media,
    /** Three points of the picture with their locations; null: it is not laid yet, and only administrators see it. */
    points: z.array(OverlayPoint).nullable(),
    /** Percent. */
    opacity: z.int(),
    /** false: the maps of users do not have it, and only administrators see it. */
    isShown: z.boolean(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'MapOverlay' })
export type MapOverlay = z.infer<typeof MapOverlay>

const name = nameText('mapShapes.nameRequired').min(1, 'mapShapes.nameRequired').max(OVERLAY_NAME_MAX, 'common.tooLong')

const hasProblem = (points: z.infer<typeof OverlayPoint>[], problem: OverlayProblem): boolean => {
  const fit = fitOverlay(points)
  return 'problem' in fit && fit.problem === problem
}

/** The form of a picture that is on the server. */
export const OverlayForm = z.object({
  name,
  points: z
    .array(OverlayPoint, 'common.wrongType')
    .length(3, { error: 'mapOverlays.threePoints', abort: true })
    .refine((points) => !hasProblem(points, 'inLine'), 'mapOverlays.inLine')
    .refine((points) => !hasProblem(points, 'mirrored'), 'mapOverlays.mirrored')
    .refine((points) => !hasProblem(points, 'distorted'), 'mapOverlays.distorted')
    .nullable(),
  opacity: z.int('common.wrongType').min(10, 'common.wrongType').max(100, 'common.wrongType'),
  isShown: z.boolean('common.wrongType'),
})
export type OverlayForm = z.output<typeof OverlayForm>

/** The form of a new picture, which is sent as `files`. */
export const NewOverlayForm = z.object({ name })

const IdParams = z.object({ id: Uuid })

export const mapOverlayRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/map-overlays',
    access: 'member',
    reply: listOf(MapOverlay),
    summary: 'Pictures on the map, ordered by name. Administrators also get those that are not shown or not laid yet.',
  },
  create: {
    method: 'POST',
    path: '/map-overlays',
    access: 'admin',
    form: NewOverlayForm.extend({
      /** The device creates one id for each picture. A repeated id adds one picture. */
      clientId: Uuid,
    }),
    errors: ['file.notPicture', 'mapOverlay.tooLarge', 'mapOverlay.tooMany', 'mapOverlay.notFound', 'conflict'],
    status: 201,
    isRepeatable: true,
    reply: MapOverlay,
    summary: 'Upload a picture for the map. It is on no map until it is laid.',
  },
  change: {
    method: 'PUT',
    path: '/map-overlays/:id',
    access: 'admin',
    params: IdParams,
    body: OverlayForm,
    errors: ['mapOverlay.notFound'],
    reply: MapOverlay,
    summary: 'Lay a picture by three of its points, and set its name, its opacity and whether the maps of all users have it.',
  },
  remove: {
    method: 'DELETE',
    path: '/map-overlays/:id',
    access: 'admin',
    params: IdParams,
    errors: ['mapOverlay.notFound'],
    reply: EmptyReply,
    summary: 'Delete a picture of the map.',
  },
})

import { z } from 'zod'
import { defineRoutes, listOf, RemovalReply, Timestamp, Uuid, Version } from '../define.ts'
import { Latitude, Longitude } from '../location.ts'
import { bodyText } from '../text/body-text.ts'
import { graphemesOf } from '../text/graphemes.ts'
import { nameText } from '../text/name-text.ts'

/** Max places of one server. */
export const PLACES_MAX = 1000
/** Max characters of the name of a place, as a reader counts them. */
export const PLACE_NAME_MAX = 100
/** Max UTF-16 units of the name of a place: a character may have several. */
const PLACE_NAME_UNITS_MAX = 8 * PLACE_NAME_MAX
/** Max characters of the note of a place. */
export const PLACE_NOTE_MAX = 500
/** Max people that a place has room for. */
export const PLACE_CAPACITY_MAX = 100_000

/** The kinds of places, in the order of the form. */
export const PLACE_KINDS = [
  'shelter',
  'hall',
  'water',
  'toilet',
  'aed',
  'hospital',
  'meetingPoint',
  'danger',
  'closedRoad',
] as const
export const PlaceKind = z.enum(PLACE_KINDS, 'places.kindInvalid')
export type PlaceKind = z.infer<typeof PlaceKind>

/** Max characters of the name of an own kind, as a reader counts them. */
const OWN_KIND_MAX = 40
/** Max UTF-16 units of the name of an own kind: a character may have several. */
const OWN_KIND_UNITS_MAX = 8 * OWN_KIND_MAX

/** The icons of own kinds. */
export const PLACE_ICONS = [
  'info',
  'food',
  'supplies',
  'bath',
  'bed',
  'power',
  'network',
  'phone',
  'school',
  'temple',
  'parking',
  'bus',
  'boat',
  'helicopter',
  'fire',
  'pets',
] as const
export const PlaceIcon = z.enum(PLACE_ICONS, 'places.iconInvalid')
export type PlaceIcon = z.infer<typeof PlaceIcon>

/** The kind of a place with an own kind. Pages of the version before know it, and draw the place by it. */
export const KIND_OF_OWN: PlaceKind = 'meetingPoint'

/** A kind that an administrator names. Places with the same name and icon are of one kind. */
export const OwnPlaceKind = z.object({
  name: nameText('places.ownKindRequired')
    .min(1, 'places.ownKindRequired')
    .max(OWN_KIND_UNITS_MAX, { error: 'places.ownKindTooLong', abort: true })
    .refine((name) => graphemesOf(name).length <= OWN_KIND_MAX, 'places.ownKindTooLong'),
  icon: PlaceIcon,
})
export type OwnPlaceKind = z.infer<typeof OwnPlaceKind>

/** Whether people can go inside: `open`, without room (`full`), or `closed`. */
export const PLACE_STATES = ['open', 'full', 'closed'] as const
export const PlaceState = z.enum(PLACE_STATES, 'places.stateInvalid')
export type PlaceState = z.infer<typeof PlaceState>

/** The facilities of a shelter or hall, in the order of lists. */
export const FACILITIES = [
  'water',
  'power',
  'toilets',
  'wheelchair',
  'pets',
  'medical',
  'infantRoom',
  'wifi',
  'charging',
  'heating',
  'meals',
  'parking',
] as const
export const Facility = z.enum(FACILITIES, 'common.wrongType')
export type Facility = z.infer<typeof Facility>

/** Whether places of this kind have a state, a capacity and facilities. */
export const hasPlaceState = (kind: PlaceKind): boolean => kind === 'shelter' || kind === 'hall'

/** A place of the community that the map shows. */
export const Place = z
  .object({
    id: Uuid,
    kind: PlaceKind,
    /** Replaces the kind, which is {@link KIND_OF_OWN}, for readers. */
    ownKind: z.object({ name: z.string(), icon: PlaceIcon }).optional(),
    name: z.string(),
    /** '' without a note. */
    note: z.string(),
    /** null for kinds other than shelters and halls. */
    state: PlaceState.nullable(),
    /** People; null: unknown, or a kind other than shelters and halls. */
    capacity: z.int().nullable(),
    /** Facilities, in the order of {@link FACILITIES}. Absent, and for those that are not listed: not known. */
    facilities: z.array(Facility).optional(),
    latitude: Latitude,
    longitude: Longitude,
    version: Version,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Place' })
export type Place = z.infer<typeof Place>

/** Returns the position of the kind of a place in lists. Own kinds are last. */
export const placeKindRank = ({ kind, ownKind }: Pick<Place, 'kind' | 'ownKind'>): number =>
  ownKind ? PLACE_KINDS.length : PLACE_KINDS.indexOf(kind)

/** The order of places in lists: by kind, then by name, in code units, which is the same on every device. */
export function comparePlaces(a: Place, b: Place): number {
  const byKind = placeKindRank(a) - placeKindRank(b)
  if (byKind !== 0) return byKind
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.id < b.id ? -1 : 1
}

const fields = {
  kind: PlaceKind,
  ownKind: OwnPlaceKind.nullable(),
  name: nameText('places.nameRequired')
    .min(1, 'places.nameRequired')
    .max(PLACE_NAME_UNITS_MAX, { error: 'places.nameTooLong', abort: true })
    .refine((name) => graphemesOf(name).length <= PLACE_NAME_MAX, 'places.nameTooLong'),
  note: bodyText().max(PLACE_NOTE_MAX, 'common.tooLong'),
  state: PlaceState.nullable(),
  capacity: z
    .int('places.capacityInvalid')
    .min(1, 'places.capacityInvalid')
    .max(PLACE_CAPACITY_MAX, 'places.capacityInvalid')
    .nullable(),
  /** Each facility once, in the order of {@link FACILITIES}. Absent: a page of an earlier version, which changes none. */
  facilities: z
    .array(Facility, 'common.wrongType')
    .max(FACILITIES.length, 'common.wrongType')
    .overwrite((chosen) => FACILITIES.filter((facility) => chosen.includes(facility)))
    .optional(),
  latitude: Latitude,
  longitude: Longitude,
}

/** The form of a place. A shelter or hall without a state is open. Only {@link KIND_OF_OWN} has an own kind. */
export const PlaceForm = z.object({
  ...fields,
  ownKind: fields.ownKind.optional(),
  note: fields.note.default(''),
  state: fields.state.optional(),
  capacity: fields.capacity.default(null),
})

/**
 * A change of the fields that are present. Another kind than shelter and hall removes state, capacity and facilities, and another one
 * than {@link KIND_OF_OWN} the own kind.
 */
export const PlaceChange = z.object(fields).partial()

const IdParams = z.object({ id: Uuid })

export const placeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/places',
    access: 'member',
    reply: listOf(Place),
    summary: 'All places, ordered by kind and name. There are at most 1,000.',
  },
  create: {
    method: 'POST',
    path: '/places',
    access: 'admin',
    body: PlaceForm.extend({
      /** The client may choose the id of the place, so that a repeated request adds one place. */
      id: Uuid.optional(),
    }),
    errors: ['place.tooMany', 'place.noState', 'place.ownKind', 'place.notFound', 'conflict'],
    status: 201,
    isRepeatable: true,
    reply: Place,
    summary: 'Add a place. A repeated id returns the same place, and 409 if another request used it with other data.',
  },
  update: {
    method: 'PATCH',
    path: '/places/:id',
    access: 'admin',
    params: IdParams,
    body: PlaceChange,
    errors: ['place.notFound', 'place.noState', 'place.ownKind'],
    reply: Place,
    summary: 'Change fields of a place, such as its state.',
  },
  remove: {
    method: 'DELETE',
    path: '/places/:id',
    access: 'admin',
    params: IdParams,
    errors: ['place.notFound'],
    reply: RemovalReply,
    summary: 'Delete a place.',
  },
})

import type { Language } from '@noroshi/contract/i18n'
import type { ReactNode } from 'react'
import type { Bounds } from './bounds.ts'
import type { LatLng, Octant } from './distance.ts'

interface MarkerBase extends LatLng {
  /** Unique among the markers of one map. */
  id: string
  /** Accessible name in the user's language: the subject and its state ('Haruka Sato, active SOS'). */
  label: string
  /** Target of the marker's link. If the map has `onSelect`, a plain click calls it instead. */
  href?: string | undefined
}

/** An active alert: scarlet, drawn above everything else, never part of a cluster of users. */
interface AlertMarker extends MarkerBase {
  kind: 'alert'
  /** Metres. A circle shows a low accuracy. */
  accuracy?: number | null | undefined
  /** Not the main alert of the map: smaller, without rings. */
  isOther?: boolean | undefined
  /** The alert that the map is about: always a pin of its own, above all others. */
  isSubject?: boolean | undefined
  /** Whether it is a drill, which has no rings and not the colour of an emergency. */
  isDrill?: boolean | undefined
}

interface ResolvedAlertMarker extends MarkerBase {
  kind: 'resolvedAlert'
  isOther?: boolean | undefined
  isSubject?: boolean | undefined
}

interface PersonMarker extends MarkerBase {
  kind: 'person'
  /** One character: the first letter, or the first kanji of the family name. */
  initial: string
  /** Hue of the background in degrees of OKLCH. It is limited to 60 to 320, so that it is never red. */
  hue: number
  avatarUrl?: string | null | undefined
  /** The user is on air: a pin with an accent ring, which is never part of a cluster. */
  speaking?: boolean | undefined
  /** The user responds to the alert of the map: a pin with a green ring, which is never part of a cluster. */
  isResponding?: boolean | undefined
}

/** A post or any other location. */
interface LocationMarker extends MarkerBase {
  kind: 'location'
}

/** A place with an icon of its kind, such as a shelter. Places cluster apart from people. */
interface PlaceMarker extends MarkerBase {
  kind: 'place'
  /** A short text above the pin, where there is space for it; absent: none. */
  caption?: string | undefined
  icon: ReactNode
  /** `warn`: a danger. `muted`: it cannot be used now. */
  tone: 'plain' | 'warn' | 'muted'
  /** A number at the corner of the pin, which the label explains; absent: none. */
  count?: number | undefined
  /** It may no longer hold. */
  isFaded?: boolean | undefined
  /** When it was last seen so; absent: its time is not of interest. */
  seenAt?: string | undefined
}

/** The user's own location; distance rings are drawn around it. */
interface MeMarker extends MarkerBase {
  kind: 'me'
  /** Accuracy in metres; null if the device does not report it. */
  accuracy?: number | null | undefined
}

export type MapMarker = AlertMarker | ResolvedAlertMarker | PersonMarker | LocationMarker | PlaceMarker | MeMarker

/** Configuration of the operator; the server returns the same for all users. */
export interface MapSettings {
  /** The version of the map archive with streets, which is part of its URL; null without an archive. */
  streetsTag: string | null
  /** Template (`{z}/{x}/{y}`) of raster tiles; null (the default) keeps all requests on this origin. */
  tileUrl: string | null
  /** Attribution of these tiles; plain text. */
  tileAttribution?: string | null | undefined
}

/** An area or a line that is drawn on the map: the points of its edge. */
export interface MapArea {
  readonly points: readonly Readonly<LatLng>[]
  /** A line, whose last point is not joined to the first. */
  readonly isLine?: boolean
  /** Index of the point that is being changed. */
  readonly selected?: number | null
  /** Returns the accessible name of a point, counted from 1. Needed with `onSelect`. */
  readonly label?: (number: number) => string
  /** The points are buttons if this is set. */
  readonly onSelect?: (index: number) => void
  /** Called after a pointer has dragged a point. */
  readonly onMove?: (index: number, to: LatLng) => void
}

/** The colours of lines and areas. */
export type MapShapeColor = 'blue' | 'green' | 'amber' | 'purple' | 'brown' | 'grey'

/** A line or an area that the map shows with its name. */
export interface MapShapeView {
  readonly id: string
  readonly name: string
  readonly isLine: boolean
  /** A dashed edge almost without a fill, such as of an exercise. */
  readonly isDashed?: boolean
  readonly color: MapShapeColor
  readonly points: readonly Readonly<LatLng>[]
}

/** A picture on the map, such as a scanned map. */
export interface MapPictureView {
  readonly id: string
  readonly url: string
  /** The locations of its four corners, from the upper left clockwise. Longitudes may be beyond 180 degrees. */
  readonly corners: readonly Readonly<LatLng>[]
  /** From 0 to 1. */
  readonly opacity: number
}

/** The kinds of marker that are visible. `people` includes other locations. */
export interface MapLayers {
  me: boolean
  alerts: boolean
  people: boolean
  /** Absent: the map has no places, and no switch for them. */
  places?: boolean
}

/** Result of the locate button: a location, or the reason why there is none. */
export type LocateOutcome = LatLng | { unavailable: string }

/** All texts of the map. Functions receive a count. */
export interface MapTexts {
  /** Accessible name of the map. */
  map: string
  loading: string
  /** This browser cannot draw maps (no WebGL). The list stays usable. */
  noDrawing: string
  /** The map's code could not be loaded. The list stays usable. */
  loadFailed: string
  retry: string
  close: string

  showList: string
  showMap: string
  listTitle: string
  listEmpty: string
  /** 'Show n more'. */
  listMore: (count: number) => string

  layers: string
  layerMe: string
  layerAlerts: string
  layerPeople: string
  layerPlaces: string

  locate: string
  /** For screen readers, while the location is determined. */
  locating: string
  /** Shown if the caller gives no reason why there is no location. */
  locateFailed: string
  zoomIn: string
  zoomOut: string

  /**
   * 'n active alerts here', 'n people here', 'n places here', 'n resolved alerts here': labels of clusters and titles of their lists.
   */
  alertsHere: (count: number) => string
  peopleHere: (count: number) => string
  placesHere: (count: number) => string
  resolvedHere: (count: number) => string

  /** '2 alerts outside of the map, the nearest 1.8 km north-west': the label of an arrow. */
  alertsOutside: (count: number, metres: number, direction: Octant) => string
  /** 'n more here': markers that another one hides. */
  moreHere: (count: number) => string
  /** Title of the list of markers that hide each other. */
  allHere: string

  /** The instruction for picking a location: 'Tap the map, or move it and use its centre'. */
  pickHint: string
  useCentre: string
  /** Accessible name of the picked pin. */
  picked: string

  /** Title of the towns that are nearest to the centre of the map. */
  nearestTowns: string
  /** '640 m north-east'. */
  away: (metres: number, direction: Octant) => string

  /** Label of the button that shows the sources of the map. */
  sources: string
  /** Shown while one finger scrolls the page: 'Use two fingers to move the map'. */
  twoFingers: string
  /** 'Use Ctrl + scroll to zoom the map', and the same with the command key. */
  wheelCtrl: string
  wheelCommand: string
}

/** Returns a text for a marker's row in the list, such as '640 m north-east, 2 minutes ago'. */
export type DescribeMarker = (marker: MapMarker) => string | null

export interface MapViewProps {
  /** Must be a stable array between renders unless the markers change. Thousands are supported. */
  markers: readonly MapMarker[]
  settings: MapSettings
  language: Language
  colorScheme: 'light' | 'dark'
  texts: MapTexts

  /** Initial centre. A later change moves the map unless the user has moved it. Default: the least zoom. */
  center?: LatLng | null | undefined
  /** Initial zoom at `center`, as in section 9 of the specification (3 to 18). Default: 12. */
  zoom?: number | undefined
  /** Locations that are fitted into the view at first, and again when they change. It has priority over `center`. */
  fitTo?: readonly LatLng[] | undefined

  /** Called on a plain click on a marker or its row in the list. Without it only markers with `href` are selectable. */
  onSelect?: ((marker: MapMarker) => void) | undefined
  /** Text beside each name in the list. */
  describe?: DescribeMarker | undefined

  /** The map has the layer menu if both are set. */
  layers?: MapLayers | undefined
  onLayersChange?: ((layers: MapLayers) => void) | undefined

  /** The map has the locate button if this is set. The caller determines the location and passes the `me` marker. */
  onLocate?: (() => Promise<LocateOutcome>) | undefined

  /** Called when the user picks a location: by a click on the map, or its centre by keyboard. */
  onPick?: ((place: LatLng) => void) | undefined
  /** The picked location. */
  picked?: LatLng | null | undefined

  /** An area, which is drawn below the markers. */
  area?: MapArea | undefined

  /** Pictures below lines and areas. */
  pictures?: readonly MapPictureView[] | undefined

  /** Lines and areas below the markers. The array is the same until one of them changes. */
  shapes?: readonly MapShapeView[] | undefined
  /** Called on a click on a line or an area. */
  onShape?: ((id: string) => void) | undefined

  /** Called with the visible area when the map was created and after each move. */
  onView?: ((area: Bounds) => void) | undefined

  /** The map has a frame if this is set. Called with its area whenever the map stands still. */
  onFrame?: ((area: Bounds) => void) | undefined

  /** For cards: fewer buttons, sources behind a button, and one finger scrolls the page instead of the map. */
  compact?: boolean | undefined
  /** The map of an alarm: it does not wait until the page is idle. */
  isUrgent?: boolean | undefined
  /** Hides what the map lacks from administrators, because the map is about an alert. */
  hidesHint?: boolean | undefined
  /** Shown at the lower left corner of the map, such as a card. */
  children?: ReactNode
}

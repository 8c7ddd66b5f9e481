import type { ReactNode } from 'react'
import type { Place } from './distance.ts'

interface MarkerBase extends Place {
  /** Unique among the markers of one map. */
  id: string
  /** Accessible name in the reader's language: who or what, and in which state ('Haruka Sato, active SOS'). */
  label: string
  /** Where the marker leads; with it the marker is a link, and `onSelect` of the map takes the plain click. */
  href?: string | undefined
}

/** An active alert: scarlet, always drawn over everything else, never hidden in a cluster of people. */
interface AlertMarker extends MarkerBase {
  kind: 'alert'
}

interface ResolvedAlertMarker extends MarkerBase {
  kind: 'resolvedAlert'
}

interface PersonMarker extends MarkerBase {
  kind: 'person'
  /** One character: the first letter, or the first kanji of the family name. */
  initial: string
  /** Hue of the quiet tint behind the initial, in degrees of OKLCH. Held between 60 and 320, so that it is never red. */
  hue: number
  avatarUrl?: string | null | undefined
  /** On air right now: an accent ring. */
  speaking?: boolean | undefined
}

/** A post, a meeting point, any other place. */
interface PlaceMarker extends MarkerBase {
  kind: 'place'
}

/** The reader's own position; distance rings are drawn around it. */
interface MeMarker extends MarkerBase {
  kind: 'me'
  /** Radius in metres within which the device believes itself; null when it does not say. */
  accuracy?: number | null | undefined
}

export type MapMarker = AlertMarker | ResolvedAlertMarker | PersonMarker | PlaceMarker | MeMarker

/** What the unit's operator configured; the answer of the server, the same for everybody. */
export interface MapSettings {
  /** The operator gave an archive of streets; the server serves it at `/map/streets.pmtiles`. */
  hasStreets: boolean
  /** Template (`{z}/{x}/{y}`) of raster tiles; null (the default) keeps every request on this origin. */
  tileUrl: string | null
  /** Whom to name for these tiles; plain text. */
  tileAttribution?: string | null | undefined
}

/** Which kinds of marker are shown. `people` covers places too. */
export interface MapLayers {
  me: boolean
  alerts: boolean
  people: boolean
}

/** The answer to the locate-me button: a position, or one line that says why there is none. */
export type LocateOutcome = Place | { unavailable: string }

/** Every visible word of the map. Functions get a count. */
export interface MapWords {
  /** Accessible name of the map as a whole. */
  map: string
  loading: string
  /** This browser cannot draw maps (no WebGL); the list below stays usable. */
  noDrawing: string
  /** The map's code could not be loaded; the list below stays usable. */
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

  locate: string
  /** Said to screen readers while the position is being sought. */
  locating: string
  /** Why there is no position, when the caller of the map could not say. */
  locateFailed: string
  zoomIn: string
  zoomOut: string

  /** 'n active alerts here', 'n people here', 'n resolved alerts here': names of clusters, and titles of their lists. */
  alertsHere: (count: number) => string
  peopleHere: (count: number) => string
  resolvedHere: (count: number) => string

  /** How to pick a place: 'Touch the map, or move it and use its centre'. */
  pickHint: string
  useCentre: string
  /** Accessible name of the pin that was set. */
  picked: string

  /** Name of the key that shows the sources of the map. */
  sources: string
  /** Shown where one finger scrolls the page: 'Use two fingers to move the map'. */
  twoFingers: string
  /** 'Use Ctrl + scroll to zoom the map', and the same with the command key. */
  wheelCtrl: string
  wheelCommand: string
}

/** One row of text beside a marker's name in the list, such as '640 m north-east, 2 minutes ago'. */
export type DescribeMarker = (marker: MapMarker) => string | null

export interface MapViewProps {
  /** A new array is a new state of the world; keep it stable between renders otherwise. Thousands are fine. */
  markers: readonly MapMarker[]
  settings: MapSettings
  language: 'en' | 'ja'
  colorScheme: 'light' | 'dark'
  words: MapWords

  /** Where to open. A later change moves the map, unless the reader has moved it. Without it: the least zoom. */
  center?: Place | null | undefined
  /** The zoom to open with at `center`, counted as in section 9 of the specification (3 to 18); 12 when left out. */
  zoom?: number | undefined
  /** Show all of these at first, and again when they change; it goes before `center`. */
  fitTo?: readonly Place[] | undefined

  /** Plain click on a marker, or its row in the list. Without it only markers with `href` can be chosen. */
  onSelect?: ((marker: MapMarker) => void) | undefined
  /** Text beside each name in the list. */
  describe?: DescribeMarker | undefined

  /** With both, the map has the layer menu. */
  layers?: MapLayers | undefined
  onLayersChange?: ((layers: MapLayers) => void) | undefined

  /** With it, the map has the locate-me button. The caller obtains the position and gives the `me` marker. */
  onLocate?: (() => Promise<LocateOutcome>) | undefined

  /** With it, a touch of the map (or its centre, by keyboard) picks a place. */
  onPick?: ((place: Place) => void) | undefined
  /** The place picked so far. */
  picked?: Place | null | undefined

  /** For cards: fewer keys, sources behind a key, and one finger scrolls the page instead of the map. */
  compact?: boolean | undefined
  /** Laid over the map's lower left corner: a card, a chip with the distance. */
  children?: ReactNode
}

import { compassOctant, distanceMetres, type LatLng, type Octant } from '../distance.ts'
import type { MapMarker } from '../map-types.ts'

/** Pixels from the edges of the map to the centre of an arrow. The buttons of the map are at the right and lower edges. */
const INSETS = { top: 34, right: 92, bottom: 84, left: 48 } as const
/** Arrows of one map: one for each eighth of the circle. */
const SECTORS = 8

interface Point {
  readonly x: number
  readonly y: number
}

/** Alerts in one direction outside of the visible part of a map. */
export interface OutsideAlerts {
  readonly sector: number
  readonly count: number
  /** The nearest one. */
  readonly nearest: MapMarker
  /** Metres and direction of the nearest one from the centre of the map. */
  readonly metres: number
  readonly direction: Octant
  /** Position of the arrow in pixels, and its angle in degrees clockwise from the right. */
  readonly x: number
  readonly y: number
  readonly angle: number
}

interface View {
  readonly width: number
  readonly height: number
  readonly center: LatLng
  /** Returns the position of a location in pixels. */
  readonly project: (at: LatLng) => Point
}

const isVisible = ({ x, y }: Point, { width, height }: View) => x >= 0 && y >= 0 && x <= width && y <= height

/** Returns the point at which a ray from the centre of the map reaches the frame of the arrows. */
function atEdge(angle: number, { width, height }: View): Point {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  const [x, y] = [width / 2, height / 2]
  const toSide = (from: number, step: number, low: number, high: number) => {
    if (Math.abs(step) < 1e-9) return Infinity
    return Math.max(0, (step > 0 ? high - from : low - from) / step)
  }
  const length = Math.min(toSide(x, dx, INSETS.left, width - INSETS.right), toSide(y, dy, INSETS.top, height - INSETS.bottom))
  return { x: x + dx * length, y: y + dy * length }
}

/** Returns the alerts outside of the visible part of a map, by direction. */
export function outsideAlerts(markers: readonly MapMarker[], view: View): OutsideAlerts[] {
  const sectors = new Map<number, OutsideAlerts>()
  for (const marker of markers) {
    if (marker.kind !== 'alert') continue
    const at = view.project(marker)
    if (isVisible(at, view)) continue
    const angle = Math.atan2(at.y - view.height / 2, at.x - view.width / 2)
    const sector = (Math.round((angle / (2 * Math.PI)) * SECTORS) + SECTORS) % SECTORS
    const metres = distanceMetres(view.center, marker)
    const known = sectors.get(sector)
    const count = (known?.count ?? 0) + 1
    if (known && known.metres <= metres) sectors.set(sector, { ...known, count })
    else {
      const direction = compassOctant(view.center, marker)
      const degrees = (angle * 180) / Math.PI
      sectors.set(sector, { sector, count, nearest: marker, metres, direction, angle: degrees, ...atEdge(angle, view) })
    }
  }
  return [...sectors.values()]
}

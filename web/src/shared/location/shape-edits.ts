import { AREA_POINTS_MIN } from '@noroshi/contract/area'
import { LINE_POINTS_MIN, type ShapeGeometry } from '@noroshi/contract/community-map/map-shapes.http'
import type { LatLng } from '../../ui/map/distance.ts'

type Points = readonly Readonly<LatLng>[]

/** A line or an area that is being drawn. */
export interface ShapeDraft {
  readonly points: Points
  /** Max points. */
  readonly max: number
  /** Index of the point that the next location moves; null: the next location is a new point. */
  readonly selected: number | null
  /** The points before each change, for Undo. */
  readonly past: readonly Points[]
}

export type ShapeEdit =
  /** A location was picked on the map. */
  | { readonly kind: 'pick'; readonly at: LatLng }
  /** Selects a point, or deselects the selected one. */
  | { readonly kind: 'select'; readonly index: number }
  | { readonly kind: 'move'; readonly index: number; readonly at: LatLng }
  /** Removes the selected point. */
  | { readonly kind: 'remove' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'undo' }

export const draftOf = (points: Points, max: number): ShapeDraft => ({ points, max, selected: null, past: [] })

/** Whether the points are a line, or an area. */
export const isDrawn = ({ points, max }: ShapeDraft, geometry: ShapeGeometry): boolean =>
  points.length >= (geometry === 'line' ? LINE_POINTS_MIN : AREA_POINTS_MIN) && points.length <= max

const changed = ({ points, past, max }: ShapeDraft, next: Points): ShapeDraft => ({
  points: next,
  max,
  selected: null,
  past: [...past, points],
})

/** Returns the drawing after an edit. An edit without effect, such as a point beyond the limit, returns the same draft. */
export function editShape(draft: ShapeDraft, edit: ShapeEdit): ShapeDraft {
  const { points, selected, past, max } = draft
  switch (edit.kind) {
    case 'pick': {
      if (selected !== null) return changed(draft, points.with(selected, edit.at))
      return points.length < max ? changed(draft, [...points, edit.at]) : draft
    }
    case 'select':
      return { ...draft, selected: selected === edit.index ? null : edit.index }
    case 'move':
      return changed(draft, points.with(edit.index, edit.at))
    case 'remove':
      return selected === null ? draft : changed(draft, points.toSpliced(selected, 1))
    case 'clear':
      return points.length === 0 ? draft : changed(draft, [])
    case 'undo': {
      const before = past.at(-1)
      return before === undefined ? draft : { ...draft, points: before, selected: null, past: past.slice(0, -1) }
    }
  }
}

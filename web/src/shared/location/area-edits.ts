import { AREA_POINTS_MAX, AREA_POINTS_MIN } from '@noroshi/contract/area'
import type { LatLng } from '../../ui/map/distance.ts'

type Points = readonly Readonly<LatLng>[]

/** An area that is being drawn. */
export interface AreaDraft {
  readonly points: Points
  /** Index of the point that the next location moves; null: the next location is a new point. */
  readonly selected: number | null
  /** The points before each change, for Undo. */
  readonly past: readonly Points[]
}

export type AreaEdit =
  /** A location was picked on the map. */
  | { readonly kind: 'pick'; readonly at: LatLng }
  /** Selects a point, or deselects the selected one. */
  | { readonly kind: 'select'; readonly index: number }
  | { readonly kind: 'move'; readonly index: number; readonly at: LatLng }
  /** Removes the selected point. */
  | { readonly kind: 'remove' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'undo' }

export const draftOf = (points: Points): AreaDraft => ({ points, selected: null, past: [] })

/** Whether the points are an area. */
export const isArea = ({ points }: AreaDraft): boolean => points.length >= AREA_POINTS_MIN && points.length <= AREA_POINTS_MAX

const changed = ({ points, past }: AreaDraft, next: Points): AreaDraft => ({
  points: next,
  selected: null,
  past: [...past, points],
})

/** Returns the area after an edit. An edit without effect, such as a point beyond the limit, returns the same draft. */
export function editArea(draft: AreaDraft, edit: AreaEdit): AreaDraft {
  const { points, selected, past } = draft
  switch (edit.kind) {
    case 'pick': {
      if (selected !== null) return changed(draft, points.with(selected, edit.at))
      return points.length < AREA_POINTS_MAX ? changed(draft, [...points, edit.at]) : draft
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
      return before === undefined ? draft : { points: before, selected: null, past: past.slice(0, -1) }
    }
  }
}

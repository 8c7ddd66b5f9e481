import { expect, test } from 'vitest'
import { AREA_POINTS_MAX } from '@noroshi/contract/area'
import { draftOf, editShape, isDrawn, type ShapeDraft, type ShapeEdit } from './shape-edits.ts'

const at = (latitude: number) => ({ latitude, longitude: 139 })
const pick = (latitude: number): ShapeEdit => ({ kind: 'pick', at: at(latitude) })
const after = (draft: ShapeDraft, ...edits: readonly ShapeEdit[]) => edits.reduce(editShape, draft)
const latitudes = ({ points }: ShapeDraft) => points.map(({ latitude }) => latitude)

const triangle = after(draftOf([], AREA_POINTS_MAX), pick(1), pick(2), pick(3))

test('three picked locations are an area', () => {
  expect(latitudes(triangle)).toEqual([1, 2, 3])
  expect(isDrawn(triangle, 'area')).toBe(true)
  expect(isDrawn(draftOf(triangle.points.slice(1), AREA_POINTS_MAX), 'area')).toBe(false)
  expect(isDrawn(draftOf(triangle.points.slice(1), AREA_POINTS_MAX), 'line')).toBe(true)
})

test('a selected point moves to the next picked location, and one that is selected twice stays', () => {
  expect(latitudes(after(triangle, { kind: 'select', index: 1 }, pick(9)))).toEqual([1, 9, 3])
  const deselected = after(triangle, { kind: 'select', index: 1 }, { kind: 'select', index: 1 }, pick(9))
  expect(latitudes(deselected)).toEqual([1, 2, 3, 9])
})

test('each change can be undone in turn, also the removal of all points', () => {
  const edited = after(triangle, { kind: 'select', index: 0 }, { kind: 'remove' }, { kind: 'move', index: 0, at: at(8) })
  expect(latitudes(edited)).toEqual([8, 3])
  const cleared = after(edited, { kind: 'clear' })
  const undone = [1, 2, 3].map((count) => latitudes(after(cleared, ...Array<ShapeEdit>(count).fill({ kind: 'undo' }))))
  expect(undone).toEqual([
    [8, 3],
    [2, 3],
    [1, 2, 3],
  ])
  expect(after(draftOf([], AREA_POINTS_MAX), { kind: 'undo' }).points).toEqual([])
})

test('an area has no more points than the server accepts', () => {
  const full = draftOf(
    Array.from({ length: AREA_POINTS_MAX }, (_, index) => at(index)),
    AREA_POINTS_MAX,
  )
  expect(after(full, pick(80))).toBe(full)
})

import { expect, test } from 'vitest'
import { AREA_POINTS_MAX } from '@noroshi/contract/area'
import { type AreaDraft, type AreaEdit, draftOf, editArea, isArea } from './area-edits.ts'

const at = (latitude: number) => ({ latitude, longitude: 139 })
const pick = (latitude: number): AreaEdit => ({ kind: 'pick', at: at(latitude) })
const after = (draft: AreaDraft, ...edits: readonly AreaEdit[]) => edits.reduce(editArea, draft)
const latitudes = ({ points }: AreaDraft) => points.map(({ latitude }) => latitude)

const triangle = after(draftOf([]), pick(1), pick(2), pick(3))

test('three picked locations are an area', () => {
  expect(latitudes(triangle)).toEqual([1, 2, 3])
  expect(isArea(triangle)).toBe(true)
  expect(isArea(draftOf(triangle.points.slice(1)))).toBe(false)
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
  const undone = [1, 2, 3].map((count) => latitudes(after(cleared, ...Array<AreaEdit>(count).fill({ kind: 'undo' }))))
  expect(undone).toEqual([
    [8, 3],
    [2, 3],
    [1, 2, 3],
  ])
  expect(after(draftOf([]), { kind: 'undo' }).points).toEqual([])
})

test('an area has no more points than the server accepts', () => {
  const full = draftOf(Array.from({ length: AREA_POINTS_MAX }, (_, index) => at(index)))
  expect(after(full, pick(80))).toBe(full)
})

import { expect, test } from 'vitest'
import type { RecordEntry } from '@noroshi/contract/record/record-kinds'
import { entryIndexAt, firstSpeedOf, marksOf, replayOf, stateAfter } from './replay.ts'

const person = (name: string) => ({ id: name, firstName: name, lastName: '' })
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second)).toISOString()
const [HOME, RIVER, ROAD] = [1, 2, 3].map((latitude) => ({ latitude, longitude: 140 }))
// `as`: the entries have the fields that a replay reads.
const entry = (seq: number, second: number, kind: string, payload: object | null) =>
  ({ seq, at: at(second), kind, payload }) as RecordEntry
const record = [
  entry(1, 0, 'raised', { by: person('Aiko'), ...HOME }),
  entry(2, 20, 'message', { by: person('Ben'), text: '', ...ROAD }),
  entry(3, 10, 'answered', { by: person('Ben'), answer: 'responding' }),
  entry(4, 30, 'message', { by: person('Chie'), text: 'no location', latitude: null, longitude: null }),
  entry(5, 40, 'location', { by: person('Aiko'), ...RIVER }),
  entry(6, 50, 'message', null),
  entry(7, 60, 'resolved', { by: person('Ben') }),
  entry(8, 70, 'reopened', { by: person('Aiko') }),
]
const replay = replayOf(record)
const stateAt = (second: number) => stateAfter(replay, entryIndexAt(replay, new Date(at(second)).getTime()))

test('entries are in the order of their times, not in that of their numbers', () => {
  expect(replay.entries.map(({ seq }) => seq)).toEqual([1, 3, 2, 4, 5, 6, 7, 8])
  expect(replay.locations).toEqual([HOME, ROAD, RIVER])
})

test('the alert and the people are where the record has them at that time, and nowhere before', () => {
  expect(stateAt(-1)).toEqual({ alert: null, isResolved: false, people: [] })
  expect(stateAt(15)).toEqual({ alert: HOME, isResolved: false, people: [] })
  expect(stateAt(35)).toEqual({
    alert: HOME,
    isResolved: false,
    people: [{ person: person('Ben'), location: ROAD, isResponding: true }],
  })
  expect(stateAt(45).alert).toEqual(RIVER)
  expect(stateAt(65).isResolved).toBe(true)
  expect(stateAt(75).isResolved).toBe(false)
})

test('an empty record and one of a single moment have a replay', () => {
  expect(stateAfter(replayOf([]), -1)).toEqual({ alert: null, isResolved: false, people: [] })
  expect(marksOf(replayOf(record.slice(0, 1)), 100)).toEqual([])
})

test('the speed that is chosen first shows an incident within a minute and a half', () => {
  const lasting = (hours: number) => ({ ...replay, end: replay.start + hours * 3_600_000 })
  expect([0.01, 0.2, 1, 10, 100].map((hours) => firstSpeedOf(lasting(hours)))).toEqual([1, 10, 60, 600, 600])
})

test('the marks of a slider are bounded', () => {
  expect(marksOf(replay, 7)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((step) => step / 7))
  const many = replayOf(Array.from({ length: 5000 }, (_each, index) => entry(index, index, 'seen', { by: null })))
  expect(marksOf(many, 100)).toHaveLength(101)
})

import { expect, test } from 'vitest'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { alarmsOf, ANONYMOUS_QUIET_MS, dismiss, isSounding, noAlarms, ringAgain, silence, touch } from './alarms.ts'
import { anAlert, person } from './testing/alerts.ts'

const nobody = () => false
const ids = (alerts: AlertForViewer[]) => alerts.map(({ id }) => id)

test('active alerts that this person has not seen are alarms, the newest first', () => {
  const [first, second] = [anAlert(1), anAlert(2)]
  const seen = anAlert(3, { viewer: { seenAt: '2026-11-21T10:00:00.000Z' } })
  const over = anAlert(4, { resolvedAt: '2026-11-21T10:00:00.000Z' })
  const foreign = anAlert(5, { viewer: { inAudience: false } })
  expect(ids(alarmsOf([first, second, seen, over, foreign], noAlarms, nobody))).toEqual([second.id, first.id])
})

test('one’s own alert is no alarm', () => {
  const mine = anAlert(1)
  expect(alarmsOf([mine], noAlarms, ({ id }) => id === mine.id)).toEqual([])
})

test('an alarm that was touched here stays until it is answered, here or on another device', () => {
  const state = touch(noAlarms, anAlert(1).id)
  const touched = anAlert(1, { viewer: { seenAt: '2026-11-21T10:00:00.000Z' } })
  expect(alarmsOf([touched], state, nobody)).toHaveLength(1)
  expect(alarmsOf([{ ...touched, viewer: { ...touched.viewer, answer: 'responding' } }], state, nobody)).toEqual([])
  expect(alarmsOf([touched], dismiss(state, touched.id), nobody)).toEqual([])
})

test('a stopped sound begins again with a new alert', () => {
  const [first, second] = [anAlert(1), anAlert(2)]
  const state = silence(noAlarms, [first.id], 1_000_000)
  expect(isSounding([first], noAlarms, 1_000_000)).toBe(true)
  expect(isSounding([first], state, 1_000_001)).toBe(false)
  expect(isSounding([second, first], state, 1_000_001)).toBe(true)
})

test('many anonymous alerts do not sound again and again, and none is missing from the list', () => {
  const anonymous = Array.from({ length: 40 }, (_, index) => anAlert(index + 1, { raisedBy: null }))
  const [first] = anonymous
  const state = silence(noAlarms, first ? [first.id] : [], 1_000_000)
  expect(isSounding(anonymous, state, 1_000_000 + ANONYMOUS_QUIET_MS)).toBe(false)
  expect(isSounding([...anonymous, anAlert(50, { raisedBy: person('Aiko') })], state, 1_000_001)).toBe(true)
  expect(alarmsOf(anonymous, state, nobody)).toHaveLength(40)
})

test('an alarm that the unit repeats comes up and sounds again, and no other with it', () => {
  const [first, second] = [anAlert(1), anAlert(2)]
  const quiet = silence(dismiss(dismiss(noAlarms, first.id), second.id), [first.id, second.id], 1_000_000)
  expect(alarmsOf([first, second], quiet, nobody)).toEqual([])
  const state = ringAgain(quiet, [first.id])
  const alarms = alarmsOf([first, second], state, nobody)
  expect(ids(alarms)).toEqual([first.id])
  expect(isSounding(alarms, state, 1_000_001)).toBe(true)
})

test('a repeated alarm of an alert that was seen or resolved meanwhile stays away', () => {
  const seen = anAlert(1, { viewer: { seenAt: '2026-11-21T10:00:00.000Z' } })
  const over = anAlert(2, { resolvedAt: '2026-11-21T10:00:00.000Z' })
  expect(alarmsOf([seen, over], ringAgain(noAlarms, [seen.id, over.id]), nobody)).toEqual([])
})

import { expect, test } from 'vitest'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { alarmsOf, ANONYMOUS_QUIET_MS, dismiss, endQuiet, isSounding, noAlarms, ringAgain, silence, touch } from './alarms.ts'
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
  const state = silence(noAlarms, [first], 1_000_000)
  expect(isSounding([first], noAlarms)).toBe(true)
  expect(isSounding([first], state)).toBe(false)
  expect(isSounding([second, first], state)).toBe(true)
})

test('many anonymous alerts do not sound again and again, and none is missing from the list', () => {
  const anonymous = Array.from({ length: 40 }, (_, index) => anAlert(index + 1, { raisedBy: null }))
  const [first] = anonymous
  const state = silence(noAlarms, first ? [first] : [], 1_000_000)
  expect(state.quietUntil).toBe(1_000_000 + ANONYMOUS_QUIET_MS)
  expect(isSounding(anonymous, state)).toBe(false)
  expect(isSounding(anonymous, endQuiet(state))).toBe(true)
  expect(isSounding([...anonymous, anAlert(50, { raisedBy: person('Aiko') })], state)).toBe(true)
  expect(alarmsOf(anonymous, state, nobody)).toHaveLength(40)
})

test('a first anonymous alert sounds, whatever named one was silenced before it', () => {
  const [named, anonymous] = [anAlert(1), anAlert(2, { raisedBy: null })]
  const state = silence(noAlarms, [named], 1_000_000)
  expect(isSounding([anonymous, named], state)).toBe(true)
})

test('stopping again what is silent already does not make the quiet longer', () => {
  const anonymous = anAlert(1, { raisedBy: null })
  const state = silence(noAlarms, [anonymous], 1_000_000)
  expect(silence(state, [anonymous], 1_050_000).quietUntil).toBe(state.quietUntil)
})

test('an alarm that the unit repeats comes up and sounds again, and no other with it', () => {
  const [first, second] = [anAlert(1), anAlert(2)]
  const quiet = silence(dismiss(dismiss(noAlarms, first.id), second.id), [first, second], 1_000_000)
  expect(alarmsOf([first, second], quiet, nobody)).toEqual([])
  const state = ringAgain(quiet, [first.id])
  const alarms = alarmsOf([first, second], state, nobody)
  expect(ids(alarms)).toEqual([first.id])
  expect(isSounding(alarms, state)).toBe(true)
})

test('a repeated alarm of an alert that was seen or resolved meanwhile stays away', () => {
  const seen = anAlert(1, { viewer: { seenAt: '2026-11-21T10:00:00.000Z' } })
  const over = anAlert(2, { resolvedAt: '2026-11-21T10:00:00.000Z' })
  expect(alarmsOf([seen, over], ringAgain(noAlarms, [seen.id, over.id]), nobody)).toEqual([])
})

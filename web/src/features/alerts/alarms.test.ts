import { expect, test } from 'vitest'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import {
  alarmsOf,
  ANONYMOUS_QUIET_MS,
  dismiss,
  endQuiet,
  isSounding,
  initialAlarmState,
  repeatAlarms,
  soundsForDrillOnly,
  silence,
  touch,
} from './alarms.ts'
import { fakeAlert, fakePerson } from './testing/fake-alerts.ts'

const isOwn = () => false
const ids = (alerts: AlertForViewer[]) => alerts.map(({ id }) => id)

test('unseen active alerts are alarms, newest first', () => {
  const [first, second] = [fakeAlert(1), fakeAlert(2)]
  const seen = fakeAlert(3, { viewer: { seenAt: '2026-11-21T10:00:00.000Z' } })
  const resolved = fakeAlert(4, { resolvedAt: '2026-11-21T10:00:00.000Z' })
  const foreign = fakeAlert(5, { viewer: { inAudience: false } })
  expect(ids(alarmsOf([first, second, seen, resolved, foreign], initialAlarmState, isOwn))).toEqual([second.id, first.id])
})

test('an alert that came late from another unit is no alarm', () => {
  const origin = { unitName: 'Gym', arrivedAt: '2026-11-21T14:20:00.000Z', isLate: false }
  const [late, fresh] = [fakeAlert(1, { origin: { ...origin, isLate: true } }), fakeAlert(2, { origin })]
  expect(ids(alarmsOf([late, fresh], initialAlarmState, isOwn))).toEqual([fresh.id])
})

test('an own alert is not an alarm', () => {
  const own = fakeAlert(1)
  expect(alarmsOf([own], initialAlarmState, ({ id }) => id === own.id)).toEqual([])
})

test('a touched alarm stays until it is answered on this or another device', () => {
  const state = touch(initialAlarmState, fakeAlert(1).id)
  const touched = fakeAlert(1, { viewer: { seenAt: '2026-11-21T10:00:00.000Z' } })
  expect(alarmsOf([touched], state, isOwn)).toHaveLength(1)
  expect(alarmsOf([{ ...touched, viewer: { ...touched.viewer, answer: 'responding' } }], state, isOwn)).toEqual([])
  expect(alarmsOf([touched], dismiss(state, touched.id), isOwn)).toEqual([])
})

test('a new alert starts the stopped sound again', () => {
  const [first, second] = [fakeAlert(1), fakeAlert(2)]
  const state = silence(initialAlarmState, [first], 1_000_000)
  expect(isSounding([first], initialAlarmState)).toBe(true)
  expect(isSounding([first], state)).toBe(false)
  expect(isSounding([second, first], state)).toBe(true)
})

test('further anonymous alerts are listed but silent after the sound of one was stopped', () => {
  const anonymous = Array.from({ length: 40 }, (_, index) => fakeAlert(index + 1, { raisedBy: null }))
  const [first] = anonymous
  const state = silence(initialAlarmState, first ? [first] : [], 1_000_000)
  expect(state.quietUntil).toBe(1_000_000 + ANONYMOUS_QUIET_MS)
  expect(isSounding(anonymous, state)).toBe(false)
  expect(isSounding(anonymous, endQuiet(state))).toBe(true)
  expect(isSounding([...anonymous, fakeAlert(50, { raisedBy: fakePerson('Aiko') })], state)).toBe(true)
  expect(alarmsOf(anonymous, state, isOwn)).toHaveLength(40)
})

test('a first anonymous alert sounds after a named one was silenced', () => {
  const [named, anonymous] = [fakeAlert(1), fakeAlert(2, { raisedBy: null })]
  const state = silence(initialAlarmState, [named], 1_000_000)
  expect(isSounding([anonymous, named], state)).toBe(true)
})

test('silencing an alert a second time does not extend the quiet period', () => {
  const anonymous = fakeAlert(1, { raisedBy: null })
  const state = silence(initialAlarmState, [anonymous], 1_000_000)
  expect(silence(state, [anonymous], 1_050_000).quietUntil).toBe(state.quietUntil)
})

test('an alarm that the server repeats is shown and sounds again, without the other alarms', () => {
  const [first, second] = [fakeAlert(1), fakeAlert(2)]
  const quiet = silence(dismiss(dismiss(initialAlarmState, first.id), second.id), [first, second], 1_000_000)
  expect(alarmsOf([first, second], quiet, isOwn)).toEqual([])
  const state = repeatAlarms(quiet, [first.id])
  const alarms = alarmsOf([first, second], state, isOwn)
  expect(ids(alarms)).toEqual([first.id])
  expect(isSounding(alarms, state)).toBe(true)
})

test('a repeated alarm of a seen or resolved alert is not shown', () => {
  const seen = fakeAlert(1, { viewer: { seenAt: '2026-11-21T10:00:00.000Z' } })
  const resolved = fakeAlert(2, { resolvedAt: '2026-11-21T10:00:00.000Z' })
  expect(alarmsOf([seen, resolved], repeatAlarms(initialAlarmState, [seen.id, resolved.id]), isOwn)).toEqual([])
})

test('a drill is listed after every SOS, including older ones', () => {
  const [sos, drill, later] = [fakeAlert(1), fakeAlert(2, { isDrill: true }), fakeAlert(3)]
  expect(ids(alarmsOf([sos, drill, later], initialAlarmState, isOwn))).toEqual([later.id, sos.id, drill.id])
})

test('an SOS sounds at once beside a drill, and a drill alone or beside a silenced SOS is announced first', () => {
  const [sos, drill] = [fakeAlert(1), fakeAlert(2, { isDrill: true })]
  expect(soundsForDrillOnly([sos, drill], initialAlarmState)).toBe(false)
  expect(soundsForDrillOnly([drill], initialAlarmState)).toBe(true)
  expect(soundsForDrillOnly([sos, drill], silence(initialAlarmState, [sos], 0))).toBe(true)
})

import { expect, test, vi } from 'vitest'
import { fakeAlert, fakePerson } from './testing/fake-alerts.ts'
import { shouldReopenDialog, FLOOD_FROM, FLOOD_HOLD_MS, topAlarmOf } from './top-alarm.ts'

const anonymous = (number: number) => fakeAlert(number, { raisedBy: null })
/** Returns anonymous alarms, newest first as in the dialog. */
const flood = (newest: number) => Array.from({ length: newest }, (_, index) => anonymous(newest - index))
const AT = 1_000_000

test('the newest alarm is on top at once, named or not', () => {
  const [first, second, third] = [anonymous(1), fakeAlert(2), anonymous(3)]
  const top = topAlarmOf([first], null, AT)
  expect(top).toEqual({ id: first.id, since: AT })
  expect(topAlarmOf([second, first], top, AT + 1)).toEqual({ id: second.id, since: AT + 1 })
  expect(topAlarmOf([third, second, first], { id: second.id, since: AT + 1 }, AT + 2)?.id).toBe(third.id)
  expect(topAlarmOf([], top, AT)).toBeNull()
})

test('in a flood an anonymous alarm stays on top for a while, then the newest replaces it', () => {
  const top = topAlarmOf(flood(FLOOD_FROM), null, AT)
  expect(topAlarmOf(flood(FLOOD_FROM + 300), top, AT + FLOOD_HOLD_MS - 1)).toEqual(top)
  expect(topAlarmOf(flood(FLOOD_FROM + 300), top, AT + FLOOD_HOLD_MS)).toEqual({
    id: anonymous(FLOOD_FROM + 300).id,
    since: AT + FLOOD_HOLD_MS,
  })
})

test('an answered or resolved alarm is replaced at once, also in a flood', () => {
  const [newest, ...others] = flood(FLOOD_FROM + 1)
  const top = { id: newest?.id ?? '', since: AT }
  expect(topAlarmOf(others, top, AT + 1)?.id).toBe(others[0]?.id)
})

test('in a flood an alarm with a name is on top at once and stays above anonymous ones', () => {
  const top = topAlarmOf(flood(FLOOD_FROM), null, AT)
  const named = fakeAlert(50, { raisedBy: fakePerson('Aiko') })
  const later = [anonymous(60), named, ...flood(FLOOD_FROM)]
  const raised = topAlarmOf(later, top, AT + 1)
  expect(raised?.id).toBe(named.id)
  expect(topAlarmOf([anonymous(70), ...later], raised, AT + 10 * FLOOD_HOLD_MS)?.id).toBe(named.id)
})

test('an anonymous alarm reopens the dialog, except in the quiet period of a flood; a named one always does', () => {
  const readUpTo = anonymous(1).id
  expect(shouldReopenDialog([anonymous(2)], readUpTo, true)).toBe(true)
  expect(shouldReopenDialog([anonymous(1)], readUpTo, true)).toBe(false)
  expect(shouldReopenDialog(flood(FLOOD_FROM - 1), readUpTo, true)).toBe(true)
  expect(shouldReopenDialog(flood(FLOOD_FROM), readUpTo, true)).toBe(false)
  expect(shouldReopenDialog(flood(FLOOD_FROM), readUpTo, false)).toBe(true)
  expect(shouldReopenDialog([fakeAlert(50, { raisedBy: fakePerson('Aiko') }), ...flood(FLOOD_FROM)], readUpTo, true)).toBe(true)
})

test('a change of the device’s clock does not affect the alarm on top', () => {
  vi.useFakeTimers()
  const top = topAlarmOf(flood(FLOOD_FROM), null)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(topAlarmOf(flood(FLOOD_FROM + 1), top)).toEqual(top)
  vi.setSystemTime(Date.now() - 7_200_000)
  vi.advanceTimersByTime(FLOOD_HOLD_MS)
  expect(topAlarmOf(flood(FLOOD_FROM + 1), top)?.id).toBe(anonymous(FLOOD_FROM + 1).id)
  vi.useRealTimers()
})

test('an SOS replaces a drill on top at once, including an anonymous SOS of a flood', () => {
  const drill = fakeAlert(90, { isDrill: true, raisedBy: fakePerson('Aiko') })
  const top = topAlarmOf([drill], null, AT)
  expect(top?.id).toBe(drill.id)
  const sos = fakeAlert(1)
  expect(topAlarmOf([sos, drill], top, AT + 1)?.id).toBe(sos.id)
  const [newest, ...others] = flood(FLOOD_FROM)
  expect(topAlarmOf([...(newest ? [newest] : []), ...others, drill], top, AT + 1)?.id).toBe(newest?.id)
})

test('a new drill does not open the dialog again while it has an SOS, and opens it when it is alone', () => {
  const [sos, drill] = [fakeAlert(1), fakeAlert(2, { isDrill: true })]
  expect(shouldReopenDialog([sos, drill], sos.id, false)).toBe(false)
  expect(shouldReopenDialog([drill], sos.id, false)).toBe(true)
  expect(shouldReopenDialog([fakeAlert(3), sos, drill], drill.id, false)).toBe(true)
})

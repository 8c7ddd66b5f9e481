import { expect, test, vi } from 'vitest'
import { anAlert, person } from './testing/alerts.ts'
import { comesBack, FLOOD_FROM, FLOOD_HOLD_MS, topOf } from './top-alarm.ts'

const anonymous = (number: number) => anAlert(number, { raisedBy: null })
/** Newest first, as the dialog has them. */
const flood = (newest: number) => Array.from({ length: newest }, (_, index) => anonymous(newest - index))
const AT = 1_000_000

test('the newest alarm is on top at once, named or not', () => {
  const [first, second, third] = [anonymous(1), anAlert(2), anonymous(3)]
  const top = topOf([first], null, AT)
  expect(top).toEqual({ id: first.id, since: AT })
  expect(topOf([second, first], top, AT + 1)).toEqual({ id: second.id, since: AT + 1 })
  expect(topOf([third, second, first], { id: second.id, since: AT + 1 }, AT + 2)?.id).toBe(third.id)
  expect(topOf([], top, AT)).toBeNull()
})

test('in a flood of anonymous alarms one stays long enough to be read, then the newest comes', () => {
  const top = topOf(flood(FLOOD_FROM), null, AT)
  expect(topOf(flood(FLOOD_FROM + 300), top, AT + FLOOD_HOLD_MS - 1)).toEqual(top)
  expect(topOf(flood(FLOOD_FROM + 300), top, AT + FLOOD_HOLD_MS)).toEqual({
    id: anonymous(FLOOD_FROM + 300).id,
    since: AT + FLOOD_HOLD_MS,
  })
})

test('what was answered or resolved makes way at once, in a flood too', () => {
  const [newest, ...others] = flood(FLOOD_FROM + 1)
  const top = { id: newest?.id ?? '', since: AT }
  expect(topOf(others, top, AT + 1)?.id).toBe(others[0]?.id)
})

test('a name comes up in a flood at once, and no anonymous alarm hides it', () => {
  const top = topOf(flood(FLOOD_FROM), null, AT)
  const named = anAlert(50, { raisedBy: person('Aiko') })
  const later = [anonymous(60), named, ...flood(FLOOD_FROM)]
  const raised = topOf(later, top, AT + 1)
  expect(raised?.id).toBe(named.id)
  expect(topOf([anonymous(70), ...later], raised, AT + 10 * FLOOD_HOLD_MS)?.id).toBe(named.id)
})

test('an anonymous alarm brings the dialog back at once, in the quiet too; in a flood it waits, and a name never does', () => {
  const read = anonymous(1).id
  expect(comesBack([anonymous(2)], read, true)).toBe(true)
  expect(comesBack([anonymous(1)], read, true)).toBe(false)
  expect(comesBack(flood(FLOOD_FROM - 1), read, true)).toBe(true)
  expect(comesBack(flood(FLOOD_FROM), read, true)).toBe(false)
  expect(comesBack(flood(FLOOD_FROM), read, false)).toBe(true)
  expect(comesBack([anAlert(50, { raisedBy: person('Aiko') }), ...flood(FLOOD_FROM)], read, true)).toBe(true)
})

test('a clock that is set while an alarm is on top changes nothing', () => {
  vi.useFakeTimers()
  const top = topOf(flood(FLOOD_FROM), null)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(topOf(flood(FLOOD_FROM + 1), top)).toEqual(top)
  vi.setSystemTime(Date.now() - 7_200_000)
  vi.advanceTimersByTime(FLOOD_HOLD_MS)
  expect(topOf(flood(FLOOD_FROM + 1), top)?.id).toBe(anonymous(FLOOD_FROM + 1).id)
  vi.useRealTimers()
})

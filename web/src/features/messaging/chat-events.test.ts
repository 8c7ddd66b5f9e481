import { expect, test } from 'vitest'
import { eventsAmong } from './chat-events.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString()
const event = (minute: number) => ({ id: String(minute), at: at(minute), text: 'Missed call' })
const whole = { hasOlder: false, hasNewer: false }
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id)

test('events are between the messages before and after them', () => {
  const { before, after } = eventsAmong([event(12), event(1), event(7)], [at(5), at(10)], whole)
  expect(before.map(idsOf)).toEqual([['1'], ['7']])
  expect(idsOf(after)).toEqual(['12'])
})

test('events outside of the loaded messages appear with the messages around them', () => {
  const events = [event(1), event(7), event(12)]
  const { before, after } = eventsAmong(events, [at(5), at(10)], { hasOlder: true, hasNewer: true })
  expect(before.map(idsOf)).toEqual([[], ['7']])
  expect(idsOf(after)).toEqual([])
})

test('a chat without messages has its events', () => {
  expect(idsOf(eventsAmong([event(1)], [], whole).after)).toEqual(['1'])
})

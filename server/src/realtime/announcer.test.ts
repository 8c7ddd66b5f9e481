import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { ConnectionBroke, NeverConnected } from '#/db/pool.ts'
import type { Announcement } from '#/db/transaction.ts'
import { Announcer, type EventLog } from './announcer.ts'

const announcement = (room = 'everybody'): Announcement => ({
  eventId: randomUUID(),
  name: 'alert:answered',
  rooms: [room],
  payload: {},
})

/** An announcer whose rooms write down what they hear: cursor and event. */
function announcerWith(log: EventLog['find'] = () => Promise.reject(new Error('nobody asks')), horizon = '100') {
  const told: { cursor: number; eventId: string; rooms: string[] }[] = []
  const errors: unknown[] = []
  const announcer = new Announcer({ find: log }, horizon, (error) => errors.push(error))
  const emitTo = (rooms: string[]) => (_name: string, _payload: unknown, meta: { eventId: string; cursor: string }) =>
    told.push({ cursor: Number(meta.cursor), eventId: meta.eventId, rooms })
  announcer.attach({ to: (rooms: string[]) => ({ emit: emitTo(rooms) }) } as never) // all that it uses of the server
  return { announcer, told, errors }
}
const cursors = (told: readonly { cursor: number }[]) => told.map(({ cursor }) => cursor)
const lost = new ConnectionBroke('Connection terminated unexpectedly')

test('a later change that lands first does not raise the cursor above an earlier one in flight', () => {
  const { announcer, told } = announcerWith()
  const earlier = announcer.takeOff()
  const later = announcer.takeOff()
  later.land([announcement()], '105')
  later.end()
  const third = announcer.takeOff()
  third.land([announcement()], '106')
  third.end()
  earlier.land([announcement()], '103')
  earlier.end()
  const last = announcer.takeOff()
  last.land([announcement()], '107')
  last.end()
  const next = announcer.takeOff()
  next.land([announcement()], '108')
  expect(cursors(told)).toEqual([100, 100, 100, 106, 107])
})

test('a change that began late holds the cursor only where the others were known to be', () => {
  const { announcer, told } = announcerWith()
  const first = announcer.takeOff()
  first.land([announcement()], '110')
  first.end()
  const slow = announcer.takeOff()
  const quick = announcer.takeOff()
  quick.land([announcement()], '120')
  quick.end()
  expect(cursors(told)).toEqual([100, 110])
  slow.end()
})

test('a change that rolled back holds nobody, and nothing of it is told', () => {
  const { announcer, told } = announcerWith()
  const doomed = announcer.takeOff()
  doomed.fail(new Error('duplicate key'), [randomUUID()])
  doomed.end()
  announcer.takeOff().land([announcement()], '104')
  expect(told).toHaveLength(1)
})

test('a change in doubt holds the cursor until the log has told of it, and then goes out', async () => {
  const doubtful = announcement('alert:1')
  const find = vi.fn<EventLog['find']>()
  find.mockRejectedValueOnce(new NeverConnected('away'))
  find.mockResolvedValueOnce({ found: [doubtful], horizon: '130', next: '130' })
  const { announcer, told, errors } = announcerWith(find)
  const flight = announcer.takeOff()
  flight.fail(lost, [doubtful.eventId])
  flight.end()
  const other = announcer.takeOff()
  other.land([announcement()], '120')
  other.end()

  await vi.waitFor(() => expect(told).toHaveLength(2), 5000)
  expect(told[1]).toEqual({ cursor: 100, eventId: doubtful.eventId, rooms: ['alert:1'] })
  const next = announcer.takeOff()
  next.land([announcement()], '131')
  expect(cursors(told)).toEqual([100, 100, 120])
  expect(errors).toEqual([])
})

test('a change in doubt that may still be under way is waited for; when it is not there then, it never was', async () => {
  const find = vi.fn<EventLog['find']>()
  find.mockResolvedValueOnce({ found: [], horizon: '119', next: '121' })
  find.mockResolvedValueOnce({ found: [], horizon: '120', next: '125' })
  find.mockResolvedValueOnce({ found: [], horizon: '121', next: '126' })
  const { announcer, told } = announcerWith(find)
  const flight = announcer.takeOff()
  flight.fail(lost, [randomUUID()])
  flight.end()
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(3), 5000)
  await Promise.resolve() // the third answer is read
  const next = announcer.takeOff()
  next.land([announcement()], '126')
  next.end()
  const last = announcer.takeOff()
  last.land([announcement()], '127')
  expect(cursors(told)).toEqual([100, 126])
  expect(find).toHaveBeenCalledTimes(3)
})

test('the rooms of a change in doubt are changed before it is told, and then its people connect again', async () => {
  const happened: string[] = []
  const removal = announcement('user:ben')
  const find = vi.fn<EventLog['find']>()
  find.mockResolvedValueOnce({ found: [removal], horizon: '130', next: '130' })
  const announcer = new Announcer({ find }, '100', () => undefined)
  announcer.attach({
    to: (rooms: string[]) => ({ emit: () => happened.push(`told ${rooms.join()}`) }),
    in: (rooms: string[]) => ({ disconnectSockets: () => happened.push(`connects again ${rooms.join()}`) }),
  } as never) // all that it uses of the server
  const flight = announcer.takeOff()
  flight.fail(lost, [removal.eventId], [() => happened.push('left')])
  flight.end()
  await vi.waitFor(() => expect(happened).toEqual(['left', 'told user:ben', 'connects again user:ben']), 5000)
})

test('the rooms of a change in doubt that never was stay as they are', async () => {
  const find = vi.fn<EventLog['find']>()
  find.mockResolvedValueOnce({ found: [], horizon: '130', next: '130' })
  const { announcer } = announcerWith(find)
  const work = vi.fn()
  const flight = announcer.takeOff()
  flight.fail(lost, [randomUUID()], [work])
  flight.end()
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(1), 5000)
  const next = announcer.takeOff()
  next.end()
  expect(work).not.toHaveBeenCalled()
})

test('once the unit ends nobody asks its log, which is gone then', async () => {
  const find = vi.fn<EventLog['find']>()
  const { announcer, errors } = announcerWith(find)
  const flight = announcer.takeOff()
  flight.fail(lost, [randomUUID()])
  flight.end()
  announcer.close()
  await sleep(300)
  expect(find).not.toHaveBeenCalled()
  expect(errors).toEqual([])
})

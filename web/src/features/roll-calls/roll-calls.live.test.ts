import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { RollCall, type RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import type { EventName } from '@noroshi/contract/realtime'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { rollCallsLive } from './roll-calls.live.ts'
import { withNewer } from './roll-call-cache.ts'
import { allRollCallsQuery, openRollCallsQuery, rollCallQuery } from './roll-calls.queries.ts'
import { fakeAnswer, fakeDependant, fakeRollCall } from './testing/fake-roll-calls.ts'

const pageOf = (items: readonly RollCallForViewer[]) => ({ items: [...items], nextCursor: null })

/** Returns what a device has that has read these roll-calls. */
function read(all: readonly RollCallForViewer[]) {
  const cache = new QueryClient()
  cache.setQueryData(openRollCallsQuery.queryKey, pageOf(all.filter(({ closedAt }) => closedAt === null)))
  cache.setQueryData(allRollCallsQuery.queryKey, { pages: [pageOf(all)], pageParams: [null] })
  for (const rollCall of all) cache.setQueryData(rollCallQuery(rollCall.id).queryKey, rollCall)
  const receive = createReceiver(cache, [rollCallsLive])
  return {
    apply: (name: EventName, payload: unknown) => receive(name, payload, newId(), { isCatchUp: false }),
    data: (id: string) => ({
      open: cache.getQueryData(openRollCallsQuery.queryKey)?.items,
      all: cache.getQueryData(allRollCallsQuery.queryKey)?.pages.flatMap(({ items }) => items),
      one: cache.getQueryData(rollCallQuery(id).queryKey),
    }),
  }
}

const [old, asked] = [fakeRollCall(1), fakeRollCall(2)]
const withoutViewer = (rollCall: RollCallForViewer): RollCall => RollCall.parse(rollCall)
const seen = { isAsked: true, seenAt: '2026-11-21T09:01:00.000Z', answer: null, version: 1 }
const answered = { ...seen, answer: fakeAnswer('safe'), version: 2 }
const ended = { ...withoutViewer(asked), closedAt: '2026-11-21T10:00:00.000Z', endText: 'All are safe', version: 2 }
const counts = { ...asked.counts, reached: 2, safe: 1 }

test.each([
  ['a roll-call began', [old], 'roll-call:asked', withoutViewer(asked), [asked, old]],
  [
    'the user answered',
    [asked, old],
    'roll-call:answered',
    { rollCallId: asked.id, viewer: answered },
    [{ ...asked, viewer: { ...answered, isKeeper: false } }, old],
  ],
  ['it ended', [asked, old], 'roll-call:ended', ended, [{ ...ended, viewer: asked.viewer }, old]],
  [
    'its numbers changed',
    [asked, old],
    'roll-call:tally',
    { rollCallId: asked.id, version: 2, counts },
    [{ ...asked, counts, countsVersion: 2 }, old],
  ],
] as const)('after the event that %s, a device has what it would read', (_what, before, name, payload, after) => {
  const device = read(before)
  device.apply(name, payload)
  const { one: _one, ...lists } = device.data(asked.id)
  const { one: _other, ...read2 } = read(after).data(asked.id)
  expect(lists).toEqual(read2)
  if (before.length > 1) expect(device.data(asked.id).one).toEqual(after[0])
})

test('events that arrive late do not undo newer ones', () => {
  const device = read([asked])
  device.apply('roll-call:answered', { rollCallId: asked.id, viewer: answered })
  device.apply('roll-call:answered', { rollCallId: asked.id, viewer: seen })
  device.apply('roll-call:ended', { ...ended, counts, countsVersion: 5 })
  device.apply('roll-call:tally', { rollCallId: asked.id, version: 4, counts: asked.counts })
  device.apply('roll-call:asked', withoutViewer(asked))
  expect(device.data(asked.id).one).toEqual({
    ...ended,
    counts,
    countsVersion: 5,
    viewer: { ...answered, isKeeper: false },
  })
})

test('a user who asks and is asked keeps both rights', () => {
  const device = read([old])
  device.apply('roll-call:opened', withoutViewer(asked))
  device.apply('roll-call:asked', withoutViewer(asked))
  expect(device.data(asked.id).open?.[0]?.viewer).toMatchObject({ isAsked: true, isKeeper: true })
})

test('the dependants of a new question arrive after it', () => {
  const asked = fakeRollCall(1)
  const device = read([])
  const [first, second] = [fakeDependant(1), fakeDependant(2)]
  device.apply('roll-call:asked', withoutViewer(asked))
  for (const dependant of [first, second, first]) device.apply('roll-call:dependant', { rollCallId: asked.id, dependant })
  expect(device.data(asked.id).open?.[0]?.viewer.dependants).toEqual([first, second])
})

test('the newest answer about each dependant stays, in any order of events and replies', () => {
  const [first, second] = [fakeDependant(1), fakeDependant(2)]
  const viewer = { ...fakeRollCall(1).viewer, dependants: [first, second] }
  const asked = fakeRollCall(1, { viewer })
  const device = read([asked])
  const said = { ...first, answer: fakeAnswer('injured', { source: 'proxy' }), version: 2 }
  device.apply('roll-call:dependant', { rollCallId: asked.id, dependant: said })
  device.apply('roll-call:dependant', { rollCallId: asked.id, dependant: { ...said, answer: fakeAnswer('safe'), version: 1 } })
  device.apply('roll-call:answered', { rollCallId: asked.id, viewer: answered })
  expect(device.data(asked.id).one?.viewer).toEqual({ ...answered, isKeeper: false, dependants: [said, second] })
  const older = { ...asked, viewer: { ...viewer, version: 9 } }
  expect(withNewer({ ...asked, viewer: { ...viewer, dependants: [said, second] } }, older).viewer.dependants).toEqual([
    said,
    second,
  ])
})

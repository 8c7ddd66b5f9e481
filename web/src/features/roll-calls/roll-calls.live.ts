import type { QueryClient } from '@tanstack/react-query'
import { type RollCall, type RollCallViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { rollCallEvents } from '@noroshi/contract/roll-calls/roll-calls.events'
import { defineLive } from '../../platform/connection/live.ts'
import { changeRollCall, knownRollCall, receiveRollCall, withDependant, withNewer } from './roll-call-cache.ts'
import { allRollCallsQuery, historyQuery, openRollCallsQuery, peopleKey, rollCallQuery } from './roll-calls.queries.ts'
import { sessionUserId } from '../../platform/session/session.ts'

const unanswered = { seenAt: null, answer: null, version: 0 }

/** Adds a roll-call that began. Which further rights the user has is read with the lists. */
function addBegun(cache: QueryClient, rollCall: RollCall, own: Partial<Pick<RollCallViewer, 'isAsked' | 'isKeeper'>>) {
  const known = knownRollCall(cache, rollCall.id)?.viewer ?? { isAsked: false, isKeeper: false, ...unanswered }
  receiveRollCall(cache, { ...rollCall, viewer: { ...known, ...own } })
  void cache.invalidateQueries({ queryKey: allRollCallsQuery.queryKey })
  void cache.invalidateQueries({ queryKey: rollCallQuery(rollCall.id).queryKey })
}

/** The question is shown at once. What it does not say of the user is refetched where it is on the screen. */
export const rollCallsLive = defineLive(rollCallEvents, {
  'roll-call:asked': (cache, rollCall) => addBegun(cache, rollCall, { isAsked: true }),
  'roll-call:opened': (cache, rollCall) => addBegun(cache, rollCall, { isKeeper: true }),
  'roll-call:ended': (cache, rollCall) => {
    changeRollCall(cache, rollCall.id, (known) => withNewer(known, rollCall))
    cache.setQueryData(
      openRollCallsQuery.queryKey,
      (list) => list && { ...list, items: list.items.filter(({ id }) => id !== rollCall.id) },
    )
  },
  'roll-call:answered': (cache, { rollCallId, viewer }) => {
    changeRollCall(cache, rollCallId, (known) =>
      viewer.version >= known.viewer.version ? { ...known, viewer: { ...known.viewer, ...viewer } } : known,
    )
    const me = sessionUserId()
    if (me !== null) void cache.invalidateQueries({ queryKey: historyQuery(rollCallId, me).queryKey })
  },
  'roll-call:dependant': (cache, { rollCallId, dependant }) =>
    changeRollCall(cache, rollCallId, (known) => withDependant(known, dependant)),
  // The overlay shows the questions again.
  'roll-call:repeat': () => undefined,
  'roll-call:tally': (cache, { rollCallId, version, counts }) => {
    changeRollCall(cache, rollCallId, (known) =>
      version >= known.countsVersion ? { ...known, counts, countsVersion: version } : known,
    )
    void cache.invalidateQueries({ queryKey: peopleKey(rollCallId) })
  },
})

import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { ringingSessionOf } from '@noroshi/contract/calls/call-status'
import { CALL_MISSED_MS } from '@noroshi/contract/limits'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { acknowledgeSession } from '../features/calls/calls.changes.ts'
import { callsLive } from '../features/calls/calls.live.ts'
import { fetchRinging, useCall } from '../features/calls/calls.queries.ts'
import { IncomingBanner } from '../features/calls/components/incoming-banner.tsx'
import { addLive, onMissedEvents, useEvent } from '../platform/live.ts'
import { readStored, storageKeys, writeStored } from '../platform/storage.ts'

// Registers the events before the first query of calls, so that none is missed.
addLive(callsLive)

/** Pages of calls show no banner. */
const CALL_PAGE = /^\/(group-)?call\//

/** Incoming calls, on each page. */
export function CallsOverlay() {
  const me = useMe()
  return me ? <IncomingCalls key={me.id} myId={me.id} /> : null
}

/** Acknowledges each incoming call and shows the oldest one that still rings. One is shown at a time. */
function IncomingCalls({ myId }: { myId: string }) {
  const cache = useQueryClient()
  const isOnCallPage = useLocation({ select: ({ pathname }) => CALL_PAGE.test(pathname) })
  // A reload continues to ring.
  const [callIds, setCallIds] = useState<readonly string[]>(() => {
    const stored = readStored(storageKeys.ringingCall)
    return stored === null ? [] : [stored]
  })
  const ring = useCallback((callId: string) => setCallIds((known) => (known.includes(callId) ? known : [...known, callId])), [])
  useEvent('call-session:incoming', ({ session, call, isReceiverBusy }) => {
    if (session.ReceiverId !== myId) return
    const acknowledged = acknowledgeSession(cache, session.id)
    // The reply may take long on a bad network. A busy user has other devices that must not ring.
    if (isReceiverBusy) void acknowledged.then(() => ring(call.id))
    else ring(call.id)
  })
  useEffect(() => {
    const readRinging = async () => {
      for (const { id, CallId } of await fetchRinging(cache, myId)) void acknowledgeSession(cache, id).then(() => ring(CallId))
    }
    void readRinging()
    return onMissedEvents(() => void readRinging())
  }, [cache, myId, ring])
  const [first] = callIds
  useEffect(() => writeStored(storageKeys.ringingCall, first ?? null), [first])
  if (first === undefined) return null
  const remove = () => setCallIds((known) => known.filter((id) => id !== first))
  return <RingingCall key={first} callId={first} myId={myId} isHidden={isOnCallPage} onOver={remove} />
}

interface RingingProps {
  callId: string
  myId: string
  isHidden: boolean
  onOver: () => void
}

/** Milliseconds after which a call no longer rings although no event has ended it: the server may be away. */
const RING_MAX_MS = CALL_MISSED_MS + 2_000

function RingingCall({ callId, myId, isHidden, onOver }: RingingProps) {
  const { call, error } = useCall(callId)
  const session = call && ringingSessionOf(call, myId)
  const isOver = error !== null || (call !== undefined && session === undefined)
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  useEffect(() => {
    const timer = setTimeout(() => end(), RING_MAX_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!call || !session || isHidden) return null
  return <IncomingBanner call={call} session={session} />
}

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

/** A call that rings. */
interface Ringing {
  readonly callId: string
  /**
   * When it began to ring on this device, in milliseconds since 1970. Not the time of the server, from which the clock of
   * the device may differ by as long as a call rings.
   */
  readonly since: number
}

/** Returns the call that rang before a reload. */
function storedRinging(): readonly Ringing[] {
  const [callId = '', since = ''] = readStored(storageKeys.ringingCall)?.split(' ') ?? []
  return since === '' ? [] : [{ callId, since: Number(since) }]
}

/** Acknowledges each incoming call and shows the oldest one that still rings. One is shown at a time. */
function IncomingCalls({ myId }: { myId: string }) {
  const cache = useQueryClient()
  const isOnCallPage = useLocation({ select: ({ pathname }) => CALL_PAGE.test(pathname) })
  // A reload continues to ring.
  const [calls, setCalls] = useState(storedRinging)
  const ring = useCallback((callId: string) => {
    const since = Date.now()
    setCalls((known) => (known.some((each) => each.callId === callId) ? known : [...known, { callId, since }]))
  }, [])
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
  const [first] = calls
  useEffect(() => writeStored(storageKeys.ringingCall, first ? `${first.callId} ${first.since}` : null), [first])
  if (!first) return null
  const remove = () => setCalls((known) => known.filter((each) => each !== first))
  return <RingingCall key={first.callId} {...first} myId={myId} isHidden={isOnCallPage} onOver={remove} />
}

interface RingingProps extends Ringing {
  myId: string
  isHidden: boolean
  onOver: () => void
}

/** Rings for at most {@link CALL_MISSED_MS}, also if the server is unreachable and no event ends it. */
function RingingCall({ callId, since, myId, isHidden, onOver }: RingingProps) {
  const { call, error } = useCall(callId)
  const session = call && ringingSessionOf(call, myId)
  const isOver = error !== null || (call !== undefined && session === undefined)
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  useEffect(() => {
    const remaining = Math.min(CALL_MISSED_MS, since + CALL_MISSED_MS - Date.now())
    if (remaining <= 0) return end()
    const timer = setTimeout(() => end(), remaining)
    return () => clearTimeout(timer)
  }, [since])
  if (!call || !session || isHidden) return null
  return <IncomingBanner call={call} session={session} />
}

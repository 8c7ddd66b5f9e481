import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Fragment, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { ringingSessionOf } from '@noroshi/contract/calls/call-status'
import { CALL_MISSED_MS } from '@noroshi/contract/limits'
import { useMe } from '../features/accounts/accounts.queries.ts'
import { acknowledgeSession } from '../features/calls/calls.changes.ts'
import { callsLive } from '../features/calls/calls.live.ts'
import { fetchRinging, useCall } from '../features/calls/calls.queries.ts'
import { IncomingBanner } from '../features/calls/components/incoming-banner.tsx'
import { ReturnToCall } from '../features/calls/components/return-to-call.tsx'
import { forgetInterrupted, interruptedCall } from '../features/calls/interrupted-call.ts'
import { useMissedCalls } from '../features/calls/missed-calls.ts'
import { startRingtone, stopRingtone } from '../platform/audio/ringtone.ts'
import { addLive, onMissedEvents, useEvent } from '../platform/connection/live.ts'
import { isPathOfCall } from '../platform/paths/paths.ts'
import { nameOf } from '../platform/language/person-name.ts'
import { readStored, storageKeys, writeStored } from '../platform/session/storage.ts'
import { useVisible } from '../platform/connection/use-visible.ts'
import { toastWarning } from '../ui/states/toast.tsx'
import { useHasTopDialog } from '../ui/dialogs/top-dialog.tsx'

// Registers the events before the first query of calls, so that none is missed.
addLive(callsLive)

/** Incoming calls, and the way back to a call that a reload has interrupted, on each page. */
export function CallsOverlay() {
  const me = useMe()
  return (
    me && (
      <Fragment key={me.id}>
        <IncomingCalls myId={me.id} />
        <InterruptedCall myId={me.id} />
      </Fragment>
    )
  )
}

/** The screen of the interrupted call comes back to it by itself. */
function InterruptedCall({ myId }: { myId: string }) {
  const [callId] = useState(() => {
    const interrupted = interruptedCall()
    return interrupted !== null && !isPathOfCall(window.location.pathname, interrupted) ? interrupted : null
  })
  useEffect(() => {
    if (callId !== null) forgetInterrupted()
  }, [callId])
  return callId !== null && <ReturnToCall callId={callId} myId={myId} />
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
  useMissedNotice()
  const [first] = calls
  useEffect(() => writeStored(storageKeys.ringingCall, first ? `${first.callId} ${first.since}` : null), [first])
  if (!first) return null
  const remove = () => setCalls((known) => known.filter((each) => each !== first))
  return <RingingCall key={first.callId} {...first} myId={myId} onOver={remove} />
}

/** Shows a notice once for each missed call, in a visible tab. The page of a call says itself what became of it. */
function useMissedNotice(): void {
  const { newest: call } = useMissedCalls()
  const isOnPage = useLocation({ select: ({ pathname }) => call !== undefined && isPathOfCall(pathname, call.id) })
  const isVisible = useVisible()
  useEffect(() => {
    if (!call || isOnPage || !isVisible || call.id <= (readStored(storageKeys.noticedCall) ?? '')) return
    writeStored(storageKeys.noticedCall, call.id)
    toastWarning('calls.missedFrom', { name: nameOf(call.people.find(({ id }) => id === call.HostUserId)) })
  }, [call, isOnPage, isVisible])
}

interface RingingProps extends Ringing {
  myId: string
  onOver: () => void
}

/**
 * Rings for at most {@link CALL_MISSED_MS}, also if the server is unreachable and no event ends it. The page of this call
 * has the same buttons as the banner; an alarm covers them.
 */
function RingingCall({ callId, since, myId, onOver }: RingingProps) {
  const { call, error } = useCall(callId)
  const session = call && ringingSessionOf(call, myId)
  const isOnPage = useLocation({ select: ({ pathname }) => isPathOfCall(pathname, callId) })
  const isCovered = useHasTopDialog()
  const isRinging = session !== undefined
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
  useEffect(() => {
    if (!isRinging) return
    startRingtone()
    return stopRingtone
  }, [isRinging])
  if (!call || !session || (isOnPage && !isCovered)) return null
  return <IncomingBanner call={call} session={session} />
}

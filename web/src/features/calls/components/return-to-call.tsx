import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { canRejoin, freeSeatsOf } from '@noroshi/contract/calls/call-status'
import { useRejoinCall } from '../calls.changes.ts'
import { useCall } from '../calls.queries.ts'
import { canCall } from '../can-call.ts'
import { retryUntilLoaded } from '../../../ui/states/lazy-content.tsx'

const loadRooms = () => retryUntilLoaded(() => import('../rooms.ts'))

/** Milliseconds in which the server reports that the page before this one has left the call. */
const RETURN_MS = 10_000

/**
 * Comes back to a group call that a reload has interrupted on another screen than its own. The call then runs in its bar.
 */
export function ReturnToCall({ callId, myId }: { callId: string; myId: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), RETURN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate || !canCall() ? null : <Returning callId={callId} myId={myId} />
}

function Returning({ callId, myId }: { callId: string; myId: string }) {
  const cache = useQueryClient()
  const { call } = useCall(callId)
  const hasBegun = useRef(false)
  const { mutate } = useRejoinCall(async () => {
    const { createRoom, roomOf, runCall } = await loadRooms()
    // The user may have opened the page of the call, which takes part itself.
    if (!roomOf(callId)) runCall(cache, callId, myId, createRoom(cache, callId, myId))
  })
  const rejoin = useEffectEvent(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    mutate(callId)
  })
  const isOpen = call !== undefined && canRejoin(call, myId) && freeSeatsOf(call) > 0
  useEffect(() => {
    if (!isOpen) return undefined
    let isOver = false
    // Without its code the user would take a seat and not be heard. Code that arrives too late joins no call.
    void loadRooms().then(() => isOver || rejoin())
    return () => {
      isOver = true
    }
  }, [isOpen])
  return null
}

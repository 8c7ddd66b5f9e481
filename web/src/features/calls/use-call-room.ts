import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useObservable } from '../../platform/observable.ts'
import { claimEarlyRoom, createRoom, earlyRoomOf, leaveRoom } from './rooms.ts'

/**
 * Keeps this page in the call while the component is mounted. Leaving the page or closing the tab ends the sessions of
 * the user (specification, section 4).
 * @param onEnded called with a code when this page is no longer in the call
 */
export function useCallRoom(call: Call, myId: string, onEnded: (code: string) => void) {
  const cache = useQueryClient()
  const { id } = call
  const [room] = useState(() => earlyRoomOf(id) ?? createRoom(cache, id, myId))
  useEffect(() => {
    claimEarlyRoom(id)
    room.open()
    const leave = () => leaveRoom(cache, room, id, myId)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [cache, room, id, myId])
  useEffect(() => room.onEnded(onEnded), [room, onEnded])
  useEffect(() => room.setCall(call), [room, call])
  return { room, view: useObservable(room.view) }
}

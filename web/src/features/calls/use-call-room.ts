import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useObservable } from '../../platform/observable.ts'
import { createRoom, roomOf, runCall } from './rooms.ts'

/**
 * Takes part in the call with this page. The call goes on when the component is unmounted.
 * @param onEnded called with a code when this page is no longer in the call
 */
export function useCallRoom(call: Call, myId: string, onEnded: (code: string) => void) {
  const cache = useQueryClient()
  const { id } = call
  const [room] = useState(() => roomOf(id) ?? createRoom(cache, id, myId))
  // Before the call runs: it may have ended with a code already.
  useEffect(() => room.onEnded(onEnded), [room, onEnded])
  useEffect(() => runCall(cache, id, myId, room), [cache, room, id, myId])
  useEffect(() => room.setCall(call), [room, call])
  return { room, view: useObservable(room.view) }
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Call, SharedCall } from '@noroshi/contract/calls/calls.http'
import { CALL_SESSIONS_LEFT_MAX } from '@noroshi/contract/limits'
import type { CaptureProblem } from '../../platform/media-capture.ts'
import { showCaptureWarning } from '../../ui/media-stream.ts'
import { storeCall } from './call-cache.ts'
import { leaveSessions } from './calls.changes.ts'
import { callQuery, iceServersQuery } from './calls.queries.ts'
import { CallRoom } from './media/call-room.ts'

const warn = (problem: CaptureProblem) => showCaptureWarning(problem, 'media.grantBoth')
/**
 * Keeps this page in the call while the component is mounted. Leaving the page or closing the tab ends the sessions of the user
 * (specification, section 4).
 */
export function useCallRoom(call: Call, myId: string, onEnded: (code: string) => void) {
  const cache = useQueryClient()
  const { id } = call
  const [room] = useState(() => {
    const loadIceServers = async () => {
      try {
        return (await cache.fetchQuery(iceServersQuery)).iceServers.map(toIceServer)
      } catch {
        return [] // calls within one network need no server
      }
    }
    const onJoined = (joined: SharedCall) => storeCall(cache, joined)
    return new CallRoom({ callId: id, myId, loadIceServers, onJoined, onProblem: warn, onEnded })
  })
  useEffect(() => {
    room.open()
    const leave = () => {
      room.close()
      const current = cache.getQueryData(callQuery(id).queryKey)
      if (current?.endedAt !== null) return
      const own = current.sessions.filter((each) => myId === current.HostUserId || each.ReceiverId === myId)
      void leaveSessions(own.map((each) => each.id).slice(-CALL_SESSIONS_LEFT_MAX), room.endpointId)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [cache, room, id, myId])
  useEffect(() => room.setCall(call), [room, call])
  return { room, view: useSyncExternalStore(room.subscribe, () => room.view) }
}

interface IceServer {
  readonly urls: string[]
  readonly username?: string | undefined
  readonly credential?: string | undefined
}

const toIceServer = ({ urls, username, credential }: IceServer): RTCIceServer => ({
  urls,
  ...(username !== undefined && { username }),
  ...(credential !== undefined && { credential }),
})

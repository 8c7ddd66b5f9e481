import { useEffect } from 'react'
import { isRingingOut } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { startRingback, stopRingback } from '../../platform/audio/ringback.ts'

/** The host of a call hears it ringing on a device of the other side, until an answer. */
export function useRingback(call: Call | undefined, myId: string): void {
  const isRinging = call !== undefined && call.HostUserId === myId && isRingingOut(call)
  useEffect(() => {
    if (!isRinging) return
    startRingback()
    return stopRingback
  }, [isRinging])
}

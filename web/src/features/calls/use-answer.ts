import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CallSession } from '@noroshi/contract/calls/calls.http'
import { paths } from '../../platform/paths/paths.ts'
import { useAcceptCall, useRejectCall } from './calls.changes.ts'
import { iceServersQuery } from './calls.queries.ts'
import { hasPermission } from './media/permission.ts'

/** Accepts or rejects a session of the user. A refused permission shows the warning and does not accept (section 4). */
export function useAnswer(session: Pick<CallSession, 'id' | 'CallId'>) {
  const accept = useAcceptCall()
  const reject = useRejectCall()
  const [isRefused, setRefused] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useLoadAhead(session.CallId)
  return {
    accept: async () => {
      setAsking(true)
      const isAllowed = await hasPermission().finally(() => setAsking(false))
      setRefused(!isAllowed)
      if (isAllowed) accept.mutate(session)
    },
    reject: () => reject.mutate(session.id),
    /** The user or the browser refused camera or microphone. */
    isRefused,
    isBusy: isAsking || accept.isPending || reject.isPending,
  }
}

/** Loads while it rings what the page of the call needs, so that accepting does not wait for it. */
function useLoadAhead(callId: string) {
  const cache = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    void cache.prefetchQuery(iceServersQuery)
    void import('./rooms.ts').then(({ warmUp }) => warmUp()).catch(() => undefined)
    // Only the code of the page is loaded. Opening the page loads it again after a failure.
    void router.preloadRoute({ to: paths.call, params: { callId } }).catch(() => undefined)
  }, [cache, router, callId])
}

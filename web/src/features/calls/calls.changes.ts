import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Call, type CallSession, callRoutes, type SharedCall } from '@noroshi/contract/calls/calls.http'
import { currentUser } from '../../platform/session/current-user.ts'
import { allowedLocation } from '../../platform/device/geolocation.ts'
import { call } from '../../platform/connection/http.ts'
import { newId } from '../../platform/ids.ts'
import { paths } from '../../platform/paths/paths.ts'
import { socket } from '../../platform/connection/socket.ts'
import { releaseUnsaved } from '../../platform/forms/unsaved.ts'
import { storeCall } from './call-store.ts'
import { iceServersQuery } from './calls.queries.ts'

/** Returns the address of the page of a call. */
export const callLocation = ({ id, isGroupCall }: Pick<Call, 'id' | 'isGroupCall'>) =>
  ({ to: isGroupCall ? paths.groupCall : paths.call, params: { callId: id } }) as const

/** Opens the page of a call. */
export function useOpenCall() {
  const navigate = useNavigate()
  return (shown: Pick<Call, 'id' | 'isGroupCall'>) => navigate(callLocation(shown))
}

/** Calls one user. The command `call.start` opens the page of the call. */
export async function startCall(cache: QueryClient, userId: string): Promise<Call> {
  void cache.prefetchQuery(iceServersQuery)
  const started = await call(callRoutes.startPersonal, { body: { ReceiverId: userId, location: await allowedLocation() } })
  storeCall(cache, started)
  return started
}

export interface GroupCallInput {
  readonly receiverUserIds: string[]
  /** The group chat that the call belongs to; null for selected users. */
  readonly groupId: string | null
}

/** Starts a group call. A retry after a lost reply opens the call that has begun and does not ring a second time. */
export function useStartGroupCall() {
  const cache = useQueryClient()
  const open = useOpenCall()
  const attempt = useRef<{ input: string; clientId: string } | null>(null)
  return useMutation({
    mutationFn: async ({ receiverUserIds, groupId }: GroupCallInput) => {
      void cache.prefetchQuery(iceServersQuery)
      const location = await allowedLocation()
      const start = (clientId: string) =>
        call(callRoutes.startGroup, { body: { receiverUserIds, MessageGroupId: groupId, location, clientId } })
      const input = JSON.stringify([receiverUserIds, groupId])
      if (attempt.current?.input !== input) attempt.current = { input, clientId: newId() }
      const started = await start(attempt.current.clientId)
      return started.endedAt === null ? started : start(newId()) // the call of the lost reply is over
    },
    onSuccess: (started) => {
      attempt.current = null
      storeCall(cache, started)
      releaseUnsaved()
      void open(started)
    },
  })
}

export function useAddMembers(callId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (receiverUserIds: string[]) => call(callRoutes.addMembers, { body: { callId, receiverUserIds } }),
    onSuccess: (changed) => storeCall(cache, changed),
  })
}

/**
 * Reports that this device received a call, and stores the reply: a user who is in another call is busy, and the call
 * does not ring. It is not repeated: other devices of the user report it too.
 */
export async function acknowledgeSession(cache: QueryClient, id: string): Promise<void> {
  try {
    storeCall(cache, (await call(callRoutes.acknowledge, { params: { id } })).call)
  } catch {
    // the session is over, or the server is unreachable, which ends the call
  }
}

type RingingSession = Pick<CallSession, 'id' | 'CallId'>

/** Accepts a session and opens the page of its call. */
export function useAcceptCall() {
  const cache = useQueryClient()
  const open = useOpenCall()
  return useMutation({
    mutationFn: async (session: RingingSession): Promise<SharedCall> => {
      void cache.prefetchQuery(iceServersQuery)
      const accepted = await acceptAndJoin(cache, session)
      if (accepted) return accepted
      const body = { joinedAt: new Date().toISOString() }
      return (await call(callRoutes.accept, { params: { id: session.id }, body })).call
    },
    // Not at `mutate`: an event may remove the banner before the reply, and then its callback is not called.
    onSuccess: (accepted) => {
      storeCall(cache, accepted)
      void open(accepted)
    },
  })
}

/**
 * Accepts and joins by one command, before the page opens. Unsaved content may keep the user on the current page: the
 * call then runs in its bar.
 * @returns null if the session is not accepted yet. A request by HTTP then accepts it or reports to the user why not.
 */
async function acceptAndJoin(cache: QueryClient, session: RingingSession): Promise<SharedCall | null> {
  const me = currentUser()
  if (!me || !socket.connected) return null
  const { acceptEarly } = await import('./rooms.ts')
  return acceptEarly(cache, session, me.id)
}

/**
 * Joins a group call that still runs. Its page then takes part.
 * @param onJoined called also when the component is already unmounted: an event may remove it before the reply
 */
export function useRejoinCall(onJoined: (joined: SharedCall) => unknown = () => undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (callId: string) => {
      void cache.prefetchQuery(iceServersQuery)
      return call(callRoutes.rejoin, { params: { id: callId } })
    },
    onSuccess: (joined) => {
      storeCall(cache, joined)
      void onJoined(joined)
    },
  })
}

/** Cancels an invitation that rings. */
export function useCancelSession() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call(callRoutes.cancel, { params: { id: sessionId } }),
    onSuccess: (reply) => storeCall(cache, reply.call),
  })
}

export function useRejectCall() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call(callRoutes.reject, { params: { id: sessionId } }),
    onSuccess: (reply) => storeCall(cache, reply.call),
  })
}

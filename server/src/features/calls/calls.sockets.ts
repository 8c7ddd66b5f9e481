import type { Endpoint } from '@noroshi/contract/calls/calls.events'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import type { Socket } from '#/realtime/io.ts'
import { callEndpointRoom } from './calls.rooms.ts'
import { assertEndpoint, joinCall, keepAlive } from './call-endpoints.service.ts'

/** Far above the needs of a page, which joins once and after each reconnection. Each join writes an event. */
const JOINS = { name: 'call:join', max: 300, minutes: 1 } as const

export const callCommandHandlers = (deps: Deps): Pick<CommandHandlers, 'call:join' | 'call:heartbeat' | 'call:signal'> => ({
  'call:join': async (socket, { callId, endpointId, acceptedSessionId }) => {
    const own = endpointOf(socket, endpointId)
    const { isAllowed } = await deps.rateLimiter.take(JOINS, signedIn(socket).id)
    if (!isAllowed) throw new AppError('tooManyRequests')
    const room = callEndpointRoom(own)
    const isRepeated = socket.rooms.has(room)
    // Before the change: the others may send signals as soon as they know the endpoint.
    await socket.join(room)
    try {
      return { own, call: await joinCall(deps, callId, signedIn(socket), own, acceptedSessionId) }
    } catch (error) {
      if (!isRepeated) await socket.leave(room)
      throw error
    }
  },
  'call:heartbeat': (socket, { callId, endpointId }) => keepAlive(deps, callId, signedIn(socket), endpointOf(socket, endpointId)),
  'call:signal': async (socket, { callId, endpointId, to, seq, signal }) => {
    const from = endpointOf(socket, endpointId)
    await assertEndpoint(deps, callId, signedIn(socket), from, to)
    const isDelivered = await deps.relay.emit(callEndpointRoom(to), 'call:signal', {
      callId,
      from,
      toEndpointId: to.endpointId,
      seq,
      signal,
    })
    if (!isDelivered) throw new AppError('call.notDelivered')
  },
})

function signedIn({ data: { viewer } }: Socket) {
  if (viewer === null) throw new AppError('unauthorized')
  return viewer
}

/** The user and the device follow the session of the socket. */
function endpointOf(socket: Socket, endpointId: string): Endpoint {
  const { id, deviceId } = signedIn(socket)
  return { userId: id, deviceId, endpointId }
}

import { decodeRadioFrame } from '@noroshi/contract/radio/frames'
import type { Deps } from '#/deps.ts'
import { hasActiveAlert } from '#/features/alerts/alerts.service.ts'
import { assertMayRecord, findRadioMessage } from '#/features/messaging/radio-messages/radio-messages.service.ts'
import { assertMayWrite, membershipIn } from '#/features/messaging/threads.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import type { Socket } from '#/realtime/io.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import { radioRoom } from './radio.rooms.ts'
import type { RadioChannels } from './radio-channels.ts'
import { LEASE_MS } from './radio-floor.sql.ts'
import { positionOf } from './radio-floor.ts'
import { joinRadioChat, leaveRadioChat } from './radio-members.service.ts'

type RadioCommands = 'asr-chat:join' | 'asr-chat:leave' | 'radio:floor' | 'radio:release' | 'radio:frame' | 'radio:outcome'

/** Far above the needs of a page, which joins once and after each reconnection. */
const JOINS = { name: 'asr-chat:join', max: 300, minutes: 1 } as const
/** Requests and releases of one user. A person does not press a button ten times a second. */
const PRESSES = { name: 'radio:floor', max: 600, minutes: 1 } as const

export const radioCommandHandlers = (deps: Deps, channels: RadioChannels): Pick<CommandHandlers, RadioCommands> => ({
  'asr-chat:join': async (socket, { messageThreadId, endpointId, userId }) => {
    const viewer = signedIn(socket, userId)
    await take(deps, JOINS, viewer)
    // Before the change, so that the page misses no event after the state in the reply.
    await joinWhileAllowed(socket, async () => {
      await assertMayWrite(deps.db, signedIn(socket), messageThreadId)
      return [radioRoom(messageThreadId)]
    })
    try {
      const joined = await joinRadioChat(deps, viewer, messageThreadId, { endpointId, socketId: socket.id })
      if (!socket.connected) throw new AppError('unavailable')
      channels.pages.add({ socket, viewer, threadId: messageThreadId, radioChatId: joined.radioChat.id, endpointId })
      return joined
    } catch (error) {
      await channels.pages.leaveRoom(socket, messageThreadId)
      throw error
    }
  },
  'asr-chat:leave': async (socket, { messageThreadId, endpointId, userId }) => {
    const { id } = signedIn(socket, userId)
    await membershipIn(deps.db, { id }, messageThreadId)
    const page = { threadId: messageThreadId, userId: id, endpointId }
    await channels.pages.remove(socket, page)
    await channels.release(socket, page)
    await leaveRadioChat(deps, id, messageThreadId, { endpointId, socketId: socket.id })
  },
  'radio:floor': async (socket, { messageThreadId, endpointId, language, isPreempting, endsWithUtterance }) => {
    const viewer = signedIn(socket)
    await assertMayWrite(deps.db, viewer, messageThreadId)
    await take(deps, PRESSES, viewer)
    const page = channels.pages.pageOf(socket, { threadId: messageThreadId, userId: viewer.id, endpointId })
    if (page === undefined) throw new AppError('radio.notJoined')
    if (isPreempting) await authorizePreemption(deps, viewer)
    await assertMayRecord(deps, viewer)
    const request = { userId: viewer.id, endpointId, language, endsWithUtterance }
    const requestedAt = performance.now()
    const { state, version } = await channels.floors.request(messageThreadId, request, socket.id, isPreempting)
    const { grant } = state
    const position = positionOf(state, request)
    if (grant === null || position === -1) throw new AppError('radio.notSpeaking') // pre-empted or without frames, in the same moment
    if (position === 0) channels.begin(page, grant, version, requestedAt + LEASE_MS)
    const transmissionId = position === 0 ? grant.transmissionId : null
    return { granted: position === 0, transmissionId, speakerId: grant.userId, position, version }
  },
  'radio:release': async (socket, { messageThreadId, endpointId }) => {
    const { id } = signedIn(socket)
    await membershipIn(deps.db, { id }, messageThreadId)
    await channels.release(socket, { threadId: messageThreadId, userId: id, endpointId })
  },
  'radio:frame': async (socket, bytes) => {
    signedIn(socket)
    const frame = decodeRadioFrame(bytes)
    if (frame !== null) channels.relay(socket, frame, bytes)
  },
  'radio:outcome': async (socket, { messageThreadId, transmissionId }) => {
    const viewer = signedIn(socket)
    await membershipIn(deps.db, viewer, messageThreadId)
    const outcome = channels.outcomeOf(transmissionId, viewer.id)
    if (outcome !== undefined) return { message: await outcome }
    const message = await findRadioMessage(deps.db, transmissionId)
    if (message?.SenderId !== viewer.id || message.MessageThreadId !== messageThreadId) throw new AppError('radio.noTransmission')
    return { message }
  },
})

/** @param userId the user that the client names; undefined: none */
function signedIn({ data: { viewer } }: Socket, userId?: string): SignedIn {
  if (viewer === null) throw new AppError('unauthorized')
  if (userId !== undefined && userId !== viewer.id) throw new AppError('forbidden')
  return viewer
}

async function take(deps: Deps, limit: typeof JOINS | typeof PRESSES, { id }: SignedIn): Promise<void> {
  const { isAllowed } = await deps.rateLimiter.take(limit, id)
  if (!isAllowed) throw new AppError('tooManyRequests')
}

async function authorizePreemption(deps: Deps, viewer: SignedIn): Promise<void> {
  const facts = { isMember: true, hasActiveAlert: await hasActiveAlert(deps.db, viewer.id) }
  authorize(viewer, 'radio:preempt', facts, 'radio.mayNotPreempt')
}

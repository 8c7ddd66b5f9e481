import type { Deps } from '#/deps.ts'
import { presentPerson, personOf } from '#/features/accounts/people/people.service.ts'
import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import type { Socket } from '#/realtime/io.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { threadPageRoom } from './messaging.rooms.ts'
import { assertMayWrite, membershipIn } from './threads.service.ts'

type MessagingCommands = 'message-threads:join' | 'message-threads:leave' | 'messages:typing' | 'messages:stopped_typing'

export const messagingCommandHandlers = (deps: Deps): Pick<CommandHandlers, MessagingCommands> => ({
  'message-threads:join': (socket, { messageThreadId }) =>
    joinWhileAllowed(socket, async () => {
      await membershipIn(deps.db, signedIn(socket), messageThreadId)
      return [threadPageRoom(messageThreadId)]
    }),
  'message-threads:leave': async (socket, { messageThreadId }) => {
    await socket.leave(threadPageRoom(messageThreadId))
  },
  'messages:typing': (socket, { messageThreadId }) => emitTyping(deps, socket, 'messages:typing', messageThreadId),
  'messages:stopped_typing': (socket, { messageThreadId }) =>
    emitTyping(deps, socket, 'messages:stopped_typing', messageThreadId),
})

function signedIn({ data: { viewer } }: Socket) {
  if (viewer === null) throw new AppError('unauthorized')
  return viewer
}

/** Min milliseconds between two typing hints of one socket in one thread. */
const TYPING_INTERVAL_MS = 1000
/** Max threads of one socket whose last hint is kept. A person types in one thread at a time. */
const TYPING_THREADS_MAX = 20

/** The last typing hint of each socket, by thread. */
const lastHints = new WeakMap<Socket, Map<string, { readonly sentAt: number; readonly isTyping: boolean }>>()

/**
 * Whether a hint is to be emitted. A socket gets one typing hint a second through, and one `stopped_typing` after each.
 * @param at milliseconds; they may go back with the clock
 */
function takeHint(socket: Socket, threadId: string, isTyping: boolean, at: number): boolean {
  const hints = lastHints.get(socket) ?? new Map<string, { sentAt: number; isTyping: boolean }>()
  lastHints.set(socket, hints)
  const last = hints.get(threadId)
  if (isTyping ? last && Math.abs(at - last.sentAt) < TYPING_INTERVAL_MS : !last?.isTyping) return false
  hints.delete(threadId) // the map keeps the order of the last hints
  hints.set(threadId, { sentAt: isTyping ? at : (last?.sentAt ?? at), isTyping })
  if (hints.size > TYPING_THREADS_MAX) hints.delete([...hints.keys()][0] ?? '')
  return true
}

/**
 * Emits a typing hint to the others who have the thread open. A hint above the limit is acknowledged and dropped.
 * @throws thread.blocked (403) if one of the two blocks the other.
 */
async function emitTyping(
  deps: Deps,
  socket: Socket,
  name: 'messages:typing' | 'messages:stopped_typing',
  messageThreadId: string,
) {
  const viewer = signedIn(socket)
  await assertMayWrite(deps.db, viewer, messageThreadId)
  if (!takeHint(socket, messageThreadId, name === 'messages:typing', deps.now().getTime())) return
  const user = presentPerson(personOf(viewer))
  deps.realtime.emitHint(name, [threadPageRoom(messageThreadId)], { messageThreadId, user }, [userRoom(viewer.id)])
}

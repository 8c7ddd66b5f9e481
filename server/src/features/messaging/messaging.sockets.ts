import type { Deps } from '#/deps.ts'
import { presentPerson, personOf } from '#/features/accounts/people.service.ts'
import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import type { Socket } from '#/realtime/io.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import { threadPageRoom, userRoom } from '#/realtime/rooms.ts'
import { membershipIn } from './threads.service.ts'

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

/**
 * Emits a typing hint to the others who have the thread open.
 * @throws thread.blocked (403) if one of the two blocks the other.
 */
async function emitTyping(
  deps: Deps,
  socket: Socket,
  name: 'messages:typing' | 'messages:stopped_typing',
  messageThreadId: string,
) {
  const viewer = signedIn(socket)
  if ((await membershipIn(deps.db, viewer, messageThreadId)).is_blocked) throw new AppError('thread.blocked')
  const user = presentPerson(personOf(viewer))
  deps.realtime.emitHint(name, [threadPageRoom(messageThreadId)], { messageThreadId, user }, [userRoom(viewer.id)])
}

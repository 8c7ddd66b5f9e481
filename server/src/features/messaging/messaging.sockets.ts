import type { Deps } from '#/deps.ts'
import { presentPerson, personOf } from '#/features/accounts/people.service.ts'
import { AppError } from '#/http/errors.ts'
import type { CommandHandlers, Socket } from '#/realtime/io.ts'
import { threadPageRoom, userRoom } from '#/realtime/rooms.ts'
import { membershipIn } from './threads.service.ts'

type MessagingCommands = 'message-threads:join' | 'message-threads:leave' | 'messages:typing' | 'messages:stopped_typing'

export const messagingCommandHandlers = (deps: Deps): Pick<CommandHandlers, MessagingCommands> => ({
  'message-threads:join': async (socket, { messageThreadId }) => {
    const viewer = signedIn(socket)
    const room = threadPageRoom(messageThreadId)
    await membershipIn(deps.db, viewer, messageThreadId)
    await socket.join(room)
    try {
      // Once more: a removal of this moment emptied the room before this socket stood in it.
      await membershipIn(deps.db, viewer, messageThreadId)
    } catch (error) {
      await socket.leave(room)
      throw error
    }
  },
  'message-threads:leave': async (socket, { messageThreadId }) => {
    await socket.leave(threadPageRoom(messageThreadId))
  },
  'messages:typing': (socket, { messageThreadId }) => hint(deps, socket, 'messages:typing', messageThreadId),
  'messages:stopped_typing': (socket, { messageThreadId }) => hint(deps, socket, 'messages:stopped_typing', messageThreadId),
})

function signedIn({ data: { viewer } }: Socket) {
  if (viewer === null) throw new AppError('unauthorized')
  return viewer
}

/** To the others who look at the thread; where one of two blocks the other, to nobody. */
async function hint(deps: Deps, socket: Socket, name: 'messages:typing' | 'messages:stopped_typing', messageThreadId: string) {
  const viewer = signedIn(socket)
  if ((await membershipIn(deps.db, viewer, messageThreadId)).is_blocked) throw new AppError('thread.blocked')
  const user = presentPerson(personOf(viewer))
  deps.realtime.tell(name, [threadPageRoom(messageThreadId)], { messageThreadId, user }, [userRoom(viewer.id)])
}

import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import type { Socket } from '#/realtime/io.ts'
import { handsFreeRoom } from './hands-free.rooms.ts'

export const handsFreeCommandHandlers: Pick<CommandHandlers, 'hfo:join' | 'hfo:leave'> = {
  'hfo:join': async (socket, { userId }) => socket.join(handsFreeRoom(ownId(socket, userId))),
  'hfo:leave': async (socket, { userId }) => socket.leave(handsFreeRoom(ownId(socket, userId))),
}

/** @throws unauthorized without a session; forbidden for the id of another user. */
function ownId({ data: { viewer } }: Socket, userId: string): string {
  if (viewer === null) throw new AppError('unauthorized')
  if (viewer.id !== userId) throw new AppError('forbidden')
  return viewer.id
}

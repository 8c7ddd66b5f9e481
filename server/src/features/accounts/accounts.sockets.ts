import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/io.ts'
import { alertRoom } from '#/realtime/rooms.ts'

export const accountCommandHandlers: Pick<CommandHandlers, 'users:join_room' | 'users:unauthorized'> = {
  /** The room was joined by session when the socket connected; nobody joins another's. */
  'users:join_room': async (socket, { userId }) => {
    if (socket.data.viewer?.id !== userId) throw new AppError('forbidden')
  },
  'users:unauthorized': async (socket) => {
    socket.data.viewer = null
    const kept = new Set([socket.id, ...socket.data.tokenAlertIds.map(alertRoom)])
    for (const room of socket.rooms) if (!kept.has(room)) await socket.leave(room)
  },
}

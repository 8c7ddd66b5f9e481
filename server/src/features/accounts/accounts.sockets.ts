import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import { EVERY_PAGE } from '#/realtime/rooms.ts'
import { alertRoom } from '#/features/alerts/alerts.rooms.ts'
import { recordSeen } from './people/last-seen.service.ts'

type AccountCommands = 'users:join_room' | 'users:seen' | 'users:unauthorized'

export const accountCommandHandlers = (deps: Deps): Pick<CommandHandlers, AccountCommands> => ({
  /** The socket joined the user's room when it connected. A room of another user is forbidden. */
  'users:join_room': async (socket, { userId }) => {
    if (socket.data.viewer?.id !== userId) throw new AppError('forbidden')
  },
  'users:seen': async ({ data: { viewer } }) => {
    if (viewer === null) throw new AppError('unauthorized')
    await recordSeen(deps, viewer.id)
  },
  /** The socket keeps the rooms of a visitor. */
  'users:unauthorized': async (socket) => {
    socket.data.viewer = null
    const visitorRooms = new Set([socket.id, EVERY_PAGE, ...socket.data.tokenAlertIds.map(alertRoom)])
    for (const room of socket.rooms) if (!visitorRooms.has(room)) await socket.leave(room)
  },
})

import type { Deps } from '#/deps.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import { isRoomOfPage, pageRoom, pageVisitorsRoom } from './pages.rooms.ts'
import { openPage } from './pages.service.ts'

export const pageCommandHandlers = (deps: Deps): Pick<CommandHandlers, 'page:join' | 'page:leave'> => ({
  'page:join': (socket, { pageId }) =>
    joinWhileAllowed(socket, async () => {
      const { viewer } = socket.data
      const { id } = await openPage(deps.db, viewer, pageId)
      return [pageRoom(id), ...(viewer === null ? [pageVisitorsRoom(id)] : [])]
    }),
  'page:leave': async (socket, { pageId }) => {
    for (const room of [...socket.rooms].filter(isRoomOfPage(pageId))) await socket.leave(room)
  },
})

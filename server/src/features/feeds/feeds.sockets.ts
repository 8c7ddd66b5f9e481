import type { Deps } from '#/deps.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import { feedPostsRoom } from './feeds.rooms.ts'
import { leaveFeedRoom, roomsOfViewer } from './feed-rooms.service.ts'
import { openFeed } from './feeds.service.ts'

export const feedCommandHandlers = (deps: Deps): Pick<CommandHandlers, 'feed:join' | 'feed:leave'> => ({
  'feed:join': (socket, { feedId }) =>
    joinWhileAllowed(socket, async () => {
      const { viewer } = socket.data
      return [...roomsOfViewer(viewer, await openFeed(deps.db, viewer, feedId)), feedPostsRoom(feedId)]
    }),
  'feed:leave': (socket, { feedId }) => leaveFeedRoom(socket, feedId, feedPostsRoom(feedId)),
})

import type { Deps } from '#/deps.ts'
import type { CommandHandlers } from '#/realtime/io.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import { feedPostsRoom } from '#/realtime/rooms.ts'
import { leavePage, standingIn } from './feed-rooms.service.ts'
import { openFeed } from './feeds.service.ts'

export const feedCommandHandlers = (deps: Deps): Pick<CommandHandlers, 'feed:join' | 'feed:leave'> => ({
  'feed:join': (socket, { feedId }) =>
    joinWhileAllowed(socket, async () => {
      const { viewer } = socket.data
      return [...standingIn(viewer, await openFeed(deps.db, viewer, feedId)), feedPostsRoom(feedId)]
    }),
  'feed:leave': (socket, { feedId }) => leavePage(socket, feedId, feedPostsRoom(feedId)),
})

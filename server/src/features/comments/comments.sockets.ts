import type { Deps } from '#/deps.ts'
import { leaveFeedRoom, roomsOfViewer } from '#/features/feeds/feed-rooms.service.ts'
import { openPost } from '#/features/feeds/posts.service.ts'
import type { CommandHandlers } from '#/realtime/commands.ts'
import { joinWhileAllowed } from '#/realtime/join-while-allowed.ts'
import { commentsRoom, feedOfCommentsRoom } from '#/features/feeds/feeds.rooms.ts'

export const commentCommandHandlers = (deps: Deps): Pick<CommandHandlers, 'comment:join' | 'comment:leave'> => ({
  'comment:join': (socket, { entityId }) =>
    joinWhileAllowed(socket, async () => {
      const { viewer } = socket.data
      const { feed, post } = await openPost(deps.db, viewer, entityId)
      return [...roomsOfViewer(viewer, feed), commentsRoom(feed.id, post.id)]
    }),
  'comment:leave': async (socket, { entityId }) => {
    for (const room of socket.rooms) {
      const feedId = feedOfCommentsRoom(room, entityId)
      if (feedId !== null) await leaveFeedRoom(socket, feedId, room)
    }
  },
})

import { threadPageRoom, threadRoom } from '#/realtime/rooms.ts'
import type { FeatureTopics } from '#/realtime/topics.ts'

/** Members get the events of their threads, and hints such as typing while they have a thread open. */
export const messagingTopics: FeatureTopics = {
  async memberTopics(db, { viewer }) {
    if (viewer === null) return []
    const threads = await db.selectFrom('thread_members').select('thread_id').where('user_id', '=', viewer.id).execute()
    return threads.map((thread) => threadRoom(thread.thread_id))
  },
  isMemberTopic: (topic) => topic.startsWith(threadRoom('')),
  membershipEvents: ['membership:changed', 'message-threads:new_group', 'message-threads:new_personal'],
  // A personal thread is hidden from its recipient until the first message, which brings its topic.
  usersAddedBy: {
    'messages:new_message': ({ isGroupMessage, messageType, seq, userId }) =>
      messageType === 'normalChat' && !isGroupMessage && seq === 1 ? userId : [],
  },
  openTopics: [
    {
      rootTopic: threadPageRoom,
      entityOf: (topic) => (topic.startsWith(threadPageRoom('')) ? topic.slice(threadPageRoom('').length) : null),
      recheckOn: {},
      async allowed(db, threadId, subscribers) {
        const ids = subscribers.flatMap(({ viewer }) => (viewer === null ? [] : [viewer.id]))
        if (ids.length === 0) return () => false
        const rows = await db
          .selectFrom('thread_members')
          .select('user_id')
          .where('thread_id', '=', threadId)
          .where('user_id', 'in', ids)
          .execute()
        const members = new Set(rows.map((row) => row.user_id))
        return ({ viewer }) => viewer !== null && members.has(viewer.id)
      },
    },
  ],
}

import { ownSpeechRoom, speechRoom, threadPageRoom, threadRoom } from './messaging.rooms.ts'
import type { FeatureTopics } from '#/realtime/topics.ts'
import { topicRowsOf } from './listeners.sql.ts'

/** Members get the events of their threads, the sound of those that are read aloud on the device, and hints such as typing while they have a thread open. */
export const messagingTopics: FeatureTopics = {
  async memberTopics(db, { viewer }) {
    if (viewer === null) return []
    const rows = await topicRowsOf(db, viewer)
    return rows.flatMap(({ thread_id: id, listens }) =>
      listens ? [threadRoom(id), speechRoom(id), ownSpeechRoom(id, viewer.id)] : [threadRoom(id)],
    )
  },
  isMemberTopic: (topic) => topic.startsWith(threadRoom('')) || topic.startsWith(speechRoom('')),
  membershipEvents: [
    'membership:changed',
    'message-threads:new_group',
    'message-threads:new_personal',
    'message:text-to-speech-state',
  ],
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

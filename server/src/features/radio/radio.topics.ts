import { radioRoom, threadOfRadioRoom } from './radio.rooms.ts'
import type { FeatureTopics } from '#/realtime/topics.ts'

/** Pages in a radio chat get its floor, its sound and its hints while the user is a member of the thread without a block. */
export const radioTopics: FeatureTopics = {
  openTopics: [
    {
      rootTopic: radioRoom,
      entityOf: threadOfRadioRoom,
      // Every change of the members and every block emits it.
      recheckOn: { 'message-threads:updated': ({ id }) => id },
      async allowed(db, threadId, subscribers) {
        const ids = subscribers.flatMap(({ viewer }) => (viewer === null ? [] : [viewer.id]))
        if (ids.length === 0) return () => false
        const rows = await db
          .selectFrom('thread_members')
          .select(['user_id', 'has_accepted'])
          .where('thread_id', '=', threadId)
          .execute()
        const isBlocked = rows.some((row) => row.has_accepted === false)
        const members = new Set(rows.map((row) => row.user_id))
        return ({ viewer }) => viewer !== null && !isBlocked && members.has(viewer.id)
      },
    },
  ],
}

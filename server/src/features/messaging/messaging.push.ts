import { nameIn } from '@noroshi/contract/accounts/person-name'
import { mayNotify } from '@noroshi/contract/messaging/may-notify'
import { textIn } from '@noroshi/contract/texts'
import { quietHoursOf } from '#/features/accounts/quiet-hours.service.ts'
import { nameParts } from '#/features/accounts/people/people.service.ts'
import { definePush, MESSAGES_WAIT_MS, receiversOf, sendersByThread } from '#/features/push/push-kind.service.ts'
import { userOfRooms } from '#/realtime/rooms.ts'
import { membersOfThread, unreadThreadOf } from './unread-threads.service.ts'

/** Unread messages of a thread. The sender skips messages that their user has read by then or that may not notify. */
export const messagesPush = definePush({
  kind: 'messages',
  events: ['messages:new_message', 'messages:status_updated_multiple'],
  async handle(push, events) {
    const sent = events.filter((event) => event.name === 'messages:new_message')
    for (const [threadId, senders] of sendersByThread(sent, 'normalChat'))
      await push.show(threadId, receiversOf(await membersOfThread(push.tx, threadId), senders))
    for (const { name, rooms, payload } of events) {
      const userId = userOfRooms(rooms)
      if (name !== 'messages:status_updated_multiple' || userId === undefined) continue
      // The user has read them on another device.
      for (const { MessageThreadId, messageType, unreadMessagesCount } of payload.updates)
        if (messageType === 'normalChat' && unreadMessagesCount === 0) await push.remove(MessageThreadId, { userId })
    }
  },
  async content(db, { entity_id: id, user_id, language, tag, now }, isShown) {
    const thread = await unreadThreadOf(db, user_id, id)
    if (thread === null || (isShown && thread.unread === 0)) return null
    const { settings } = thread
    if (isShown && !mayNotify({ settings, quietHours: await quietHoursOf(db, user_id) }, now)) return null
    const { unread: count, groupName, other } = thread
    const title = groupName ?? nameIn(language, nameParts(other))
    if (isShown) return { kind: 'messages', id, tag, count, title, body: textIn(language, 'push.messages', { count }) }
    return { kind: 'messagesRead', id, tag, count, title, body: '' }
  },
  unreadable: ({ entity_id: id, language, tag }) => ({
    kind: 'messagesRead',
    id,
    tag,
    count: 0,
    title: textIn(language, 'messages.title'),
    body: '',
  }),
  expires: 24 * 3_600_000,
  collapse: MESSAGES_WAIT_MS,
  urgency: 'message',
  isRemovedOnApple: false,
})

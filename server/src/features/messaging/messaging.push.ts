import { nameIn } from '@noroshi/contract/accounts/person-name'
import { mayNotify } from '@noroshi/contract/messaging/may-notify'
import { textIn } from '@noroshi/contract/texts'
import { quietHoursOf } from '#/features/accounts/quiet-hours.service.ts'
import { nameParts } from '#/features/accounts/people/people.service.ts'
import { definePush, MESSAGES_WAIT_MS, receiversOf, sendersByThread } from '#/features/push/push-kind.service.ts'
import { userOfRooms } from '#/realtime/rooms.ts'
import { hasOnlyDeletedUnread, membersOfThread, membersWithDeletedOnly, unreadThreadOf } from './unread-threads.service.ts'

/** Splits events into runs of the same name, so that those of a run can share their queries. */
function runsOf<Event extends { readonly name: string }>(events: readonly Event[]): Event[][] {
  const runs: Event[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0]?.name === event.name) last.push(event)
    else runs.push([event])
  }
  return runs
}

/** Unread messages of a thread. The sender skips messages that their user has read by then or that may not notify. */
export const messagesPush = definePush({
  kind: 'messages',
  events: ['messages:new_message', 'messages:updated', 'messages:status_updated_multiple'],
  // In the order of the events: a message that follows a reading is shown, and a reading that follows a message closes it.
  async handle(push, events) {
    for (const run of runsOf(events)) {
      const sent = run.filter((event) => event.name === 'messages:new_message')
      for (const [threadId, senders] of sendersByThread(sent, 'normalChat'))
        await push.show(threadId, receiversOf(await membersOfThread(push.tx, threadId), senders))
      const deleted = run.flatMap((event) =>
        event.name === 'messages:updated' && event.payload.deletion ? [event.payload.MessageThreadId] : [],
      )
      for (const threadId of new Set(deleted))
        for (const userId of await membersWithDeletedOnly(push.tx, threadId)) await push.remove(threadId, { userId })
      for (const { name, rooms, payload } of run) {
        const userId = userOfRooms(rooms)
        if (name !== 'messages:status_updated_multiple' || userId === undefined) continue
        // The user has read them on another device.
        for (const { MessageThreadId, messageType, unreadMessagesCount } of payload.updates)
          if (messageType === 'normalChat' && unreadMessagesCount === 0) await push.remove(MessageThreadId, { userId })
      }
    }
  },
  async content(db, { entity_id: id, user_id, language, tag, now }, isShown) {
    const thread = await unreadThreadOf(db, user_id, id)
    if (thread === null || (isShown && (thread.unread === 0 || (await hasOnlyDeletedUnread(db, id, user_id))))) return null
    const { settings, isMentioned } = thread
    if (isShown && !mayNotify({ settings, isMentioned, quietHours: await quietHoursOf(db, user_id) }, now)) return null
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

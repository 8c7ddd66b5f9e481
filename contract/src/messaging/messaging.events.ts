import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineCommand, defineEvents, Uuid, Version } from '../define.ts'
import { Message, SpokenAudio, Watermarks } from './messaging.http.ts'
import { ThreadDraft } from './thread-draft.ts'
import { ThreadSettings } from './thread-settings.ts'
import { SharedThread } from './threads.http.ts'

const ThreadParams = z.object({ messageThreadId: Uuid })
const ofThread = ({ messageThreadId }: z.output<typeof ThreadParams>) => messageThreadId
const Typing = ThreadParams.extend({ user: Person })

export const messagingEvents = defineEvents({
  /** Emitted to all readers of the thread. */
  'messages:new_message': Message,
  /**
   * Emitted to all readers of the thread when a message has changed, for example when the transcript of a radio message
   * or of a voice note follows or is corrected.
   */
  'messages:updated': Message,
  /**
   * Emitted to the members when the messages of a type up to `removedSeq` were removed, because they are older than the unit keeps
   * them. Clients forget them and what replies quote of them, and count them as read.
   */
  'messages:removed': z.object({
    MessageThreadId: Uuid,
    messageType: z.enum(['normalChat', 'asrChat']),
    removedSeq: z.int().positive(),
  }),
  /** Emitted to the user's own sockets when they hid or showed messages for themselves. The client refetches the list. */
  'messages:hidden': z.object({}),
  /** Emitted to the members, at most five times a second for each thread: the watermarks of all members. */
  'messages:status_updated': z.object({
    MessageThreadId: Uuid,
    messageType: z.enum(['normalChat', 'asrChat']),
    watermarks: Watermarks,
  }),
  /**
   * Emitted to the user's own sockets when they read messages on one device. `seenSeq` never falls. Deliveries do not
   * emit it (decisions/0052).
   */
  'messages:status_updated_multiple': z.object({
    updates: z.array(
      z.object({
        MessageThreadId: Uuid,
        messageType: z.enum(['normalChat', 'asrChat']),
        deliveredSeq: z.int().nonnegative(),
        seenSeq: z.int().nonnegative(),
        unreadMessagesCount: z.int().nonnegative(),
      }),
    ),
  }),
  /** Emitted to the members of a new group, and to users who were added to a group. */
  'message-threads:new_group': SharedThread,
  /** Emitted to the initiator when the thread is created, and to the recipient with its first message. */
  'message-threads:new_personal': SharedThread,
  /**
   * Emitted to the members when the name, the description, the picture, the members or a block changed. The client
   * refetches the members.
   */
  'message-threads:updated': SharedThread,
  /**
   * Emitted to a user who is no longer a member of a group. `version` is the version of the thread after the removal of
   * this member.
   */
  'message-threads:removed': z.object({ id: Uuid, version: Version }),
  /** Emitted to the user's own sockets when they changed their settings for a thread on one device. */
  'message-threads:settings': ThreadParams.extend({ settings: ThreadSettings }),
  /**
   * A hint to the user's own sockets: the draft of a thread changed on one device. The journal does not store it; clients
   * fetch the drafts after each connection.
   */
  'message-threads:draft': ThreadParams.extend({ draft: ThreadDraft }),
  /** Emitted to a user whose invitations to groups that they left have changed. The client refetches them. */
  'message-threads:invited': z.object({}),
  /**
   * A hint to the sockets of one listener who turned reading aloud on: a chat message of another user, or the text of a
   * radio message, as sound. `userId` has the listener only.
   */
  'message:text-to-speech': Message.extend({ userId: z.tuple([Uuid]), ...SpokenAudio.shape }),
  /** Emitted to the user's own sockets when a device turned reading aloud of a thread on or off. */
  'message:text-to-speech-state': ThreadParams,
  /** Hints to other sockets that joined the thread. The journal does not store them. */
  'messages:typing': Typing,
  'messages:stopped_typing': Typing,
})

const MAY_NOT_WRITE = ['thread.notFound', 'thread.blocked'] as const

export const messagingCommands = {
  /**
   * Joins the thread to receive typing hints, and the speech channel if reading aloud is on for the device. Only
   * members may join. The sockets of such a device are in the speech channel without this command too, until it is
   * turned off.
   */
  'message-threads:join': defineCommand({ payload: ThreadParams, topic: ofThread, errors: ['thread.notFound'] }),
  'message-threads:leave': defineCommand({ payload: ThreadParams, topic: ofThread }),
  'messages:typing': defineCommand({ payload: ThreadParams, topic: ofThread, errors: MAY_NOT_WRITE }),
  'messages:stopped_typing': defineCommand({ payload: ThreadParams, topic: ofThread, errors: MAY_NOT_WRITE }),
}

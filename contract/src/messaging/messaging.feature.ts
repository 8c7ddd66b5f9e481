import { defineFeature, described } from '../feature.ts'
import { groupPictureRoutes } from './group-picture.http.ts'
import { groupPictureMessages } from './group-picture.messages.ts'
import { lastSeenRoutes } from './last-seen.http.ts'
import { lastSeenMessages } from './last-seen.messages.ts'
import { messagingCommands, messagingEvents } from './messaging.events.ts'
import { messagingFirstMessages } from './messaging.first-messages.ts'
import { messageFindMessages } from './message-find.messages.ts'
import { messageChangeRoutes } from './message-changes.http.ts'
import { messageRoutes } from './messaging.http.ts'
import { messageSearchRoutes } from './message-search.http.ts'
import { messagingMessages } from './messaging.messages.ts'
import { receiptRoutes } from './receipts.http.ts'
import { receiptMessages } from './receipts.messages.ts'
import { pollMessages } from './polls.messages.ts'
import { pollRoutes } from './polls.http.ts'
import { threadDraftRoutes } from './thread-drafts.http.ts'
import { threadSettingsMessages } from './thread-settings.messages.ts'
import { threadMediaMessages } from './thread-media.messages.ts'
import { threadMediaRoutes } from './thread-media.http.ts'
import { threadRoutes } from './threads.http.ts'
import { voiceNoteMessages } from './voice-notes.messages.ts'

export const messaging = defineFeature({
  tag: 'messaging',
  about: 'Personal and group chats',
  routes: {
    messages: messageRoutes,
    messageChanges: messageChangeRoutes,
    messageSearch: messageSearchRoutes,
    threads: threadRoutes,
    groupPicture: groupPictureRoutes,
    lastSeen: lastSeenRoutes,
    receipts: receiptRoutes,
    polls: pollRoutes,
    threadMedia: threadMediaRoutes,
    threadDrafts: threadDraftRoutes,
  },
  events: described(messagingEvents, {
    'messages:new_message': 'A message was sent.',
    'messages:updated': 'A message was changed, for example its transcript.',
    'messages:removed': 'Old messages of a thread were removed, because the unit does not keep them any longer.',
    'messages:hidden': 'The user hid or showed messages for themselves.',
    'messages:status_updated': 'The watermarks of what all members of a thread have received and read.',
    'messages:status_updated_multiple': 'The user read messages on one of their devices.',
    'message-threads:new_group': 'The user is a member of a new group, or was added to one.',
    'message-threads:new_personal': 'The user has a new personal thread.',
    'message-threads:updated': 'The name, the description, the picture, the members or a block of a thread changed.',
    'message-threads:settings': 'The user changed their settings for a thread on one of their devices.',
    'message-threads:draft': 'The user typed in a thread on one of their devices, or sent what they had typed.',
    'message-threads:invited': 'The invitations of the user to groups that they left have changed.',
    'message-threads:removed': 'The user is no longer a member of a group.',
    'message:text-to-speech': 'The sound of a message, for a device that has reading aloud on.',
    'message:text-to-speech-state': 'A device of the user turned reading aloud of a thread on or off.',
    'messages:typing': 'Another user types in the thread.',
    'messages:stopped_typing': 'Another user stopped typing in the thread.',
  }),
  commands: described(messagingCommands, {
    'message-threads:join': 'Joins a thread to receive typing hints and spoken messages.',
    'message-threads:leave': 'Leaves a thread.',
    'messages:typing': 'Notifies the others in a thread that the user types.',
    'messages:stopped_typing': 'Notifies the others in a thread that the user stopped typing.',
  }),
  messages: [
    messagingMessages,
    threadSettingsMessages,
    voiceNoteMessages,
    messageFindMessages,
    groupPictureMessages,
    lastSeenMessages,
    receiptMessages,
    pollMessages,
    threadMediaMessages,
  ],
  firstMessages: [messagingFirstMessages],
})

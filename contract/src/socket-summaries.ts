import type { accountCommands, accountEvents } from './accounts/accounts.events.ts'
import type { alertCommands, alertEvents } from './alerts/alerts.events.ts'
import type { callCommands, callEvents } from './calls/calls.events.ts'
import type { commentCommands, commentEvents } from './comments/comments.events.ts'
import type { dashboardEvents } from './dashboard/dashboard.events.ts'
import type { connectionCommands } from './events/connection.events.ts'
import type { feedCommands, feedEvents } from './feeds/feeds.events.ts'
import type { handsFreeCommands, handsFreeEvents } from './hands-free/hands-free.events.ts'
import type { messagingCommands, messagingEvents } from './messaging/messaging.events.ts'
import type { pageCommands, pageEvents } from './pages/pages.events.ts'
import type { radioCommands, radioEvents } from './radio/radio.events.ts'
import type { sirenEvents } from './siren/siren.events.ts'

// The texts of the API document of the socket. They are not beside the events, because every page loads those.

type Summaries<Named> = Readonly<Record<keyof Named, string>>

const accounts: Summaries<typeof accountEvents> = {
  'session:ended': 'The session of this socket ended, also from another device.',
  'unit:changed': 'The public facts of the server changed, also for visitors.',
  'membership:changed': 'The memberships of the user changed, and with them what the user may read.',
  'users:updated': 'A member of the user’s alert groups moved, or stopped sharing the location.',
  'users:profile': 'The name or the picture of a user changed.',
}
const alerts: Summaries<typeof alertEvents> = {
  'alert:new_alert': 'An alert was raised or released.',
  'alert:existing_alert': 'The text, the files or the location of an alert changed, or it was reopened.',
  'alert:resolved': 'An alert was resolved.',
  'alert:deleted': 'An administrator deleted an alert with its chat and files.',
  'alert:list_changed': 'Many alerts or an audience changed: the client refetches its alerts.',
  'alert:ledger': 'The numbers of recipients who received, saw or answered an alert, at most once a second.',
  'alert:answered': 'The user saw or answered an alert on one device: the alarm stops on all of them.',
  'alert:repeat': 'The alarm of alerts that the user has not seen sounds again.',
}
const calls: Summaries<typeof callEvents> = {
  'call-session:incoming': 'A call rings for the user.',
  'call-session:updated': 'A session of a call of the user changed.',
  'call:signal': 'A message of another endpoint of the call that connects the two peers.',
}
const comments: Summaries<typeof commentEvents> = {
  'comment:created': 'A comment was written.',
  'comment:updated': 'A comment was edited.',
  'comment:deleted': 'A comment was deleted.',
  'like:changed': 'A like of a post was added or removed.',
}
const dashboard: Summaries<typeof dashboardEvents> = {
  'dashboard:changed': 'Sections or links of the home screen changed.',
}
const feeds: Summaries<typeof feedEvents> = {
  'feed:changed': 'A feed was created, changed or deleted, or the user’s rights in it changed.',
  'post:created': 'A post became visible: it was created or approved.',
  'post:updated': 'A post was edited.',
  'post:deleted': 'A post was deleted, or is no longer visible.',
  'post:review': 'A post was approved or rejected, for its author and the moderators.',
  'post:counted': 'The number of comments on a post changed.',
}
const handsFree: Summaries<typeof handsFreeEvents> = {
  'hfo:message': 'The text of a spoken command of the user so far.',
}
const messaging: Summaries<typeof messagingEvents> = {
  'messages:new_message': 'A message was sent.',
  'messages:updated': 'A message was changed, for example its transcript.',
  'messages:status_updated': 'The watermarks of what all members of a thread have received and read.',
  'messages:status_updated_multiple': 'The user read messages on one of their devices.',
  'message-threads:new_group': 'The user is a member of a new group, or was added to one.',
  'message-threads:new_personal': 'The user has a new personal thread.',
  'message-threads:updated': 'The name, the description, the members or a block of a thread changed.',
  'message-threads:invited': 'The invitations of the user to groups that they left have changed.',
  'message-threads:removed': 'The user is no longer a member of a group.',
  'message:text-to-speech': 'The sound of a message, for a device that has reading aloud on.',
  'message:text-to-speech-state': 'A device of the user turned reading aloud of a thread on or off.',
  'messages:typing': 'Another user types in the thread.',
  'messages:stopped_typing': 'Another user stopped typing in the thread.',
}
const pages: Summaries<typeof pageEvents> = {
  'page:updated': 'A page was created, published or renamed, or its readers changed.',
  'page:deleted': 'A page was deleted, or is no longer public.',
  'page:draft': 'A draft was submitted, approved, rejected or discarded.',
  'page:members': 'The members of a page changed.',
}
const radio: Summaries<typeof radioEvents> = {
  'asr-chat:new': 'A radio chat of the user started.',
  'asr-chat:updated': 'Users joined or left a radio chat, or it ended.',
  'asr-chat:location': 'A member of the radio chat moved, or stopped sharing the location.',
  'radio:floor': 'The floor of the radio chat, or its queue, changed.',
  'radio:frame': 'Live sound of the user who has the floor.',
  'radio:end': 'A transmission ended.',
  'message:transcribe-message': 'The text of the current transmission so far.',
}
const siren: Summaries<typeof sirenEvents> = {
  'siren:changed': 'An alert of the groups of the screen changed: the screen refetches its alerts.',
  'siren:revoked': 'An administrator revoked the screen.',
}

/** The summary of each event, by the tag of its feature. */
export const eventSummaries = {
  accounts,
  alerts,
  calls,
  comments,
  dashboard,
  feeds,
  handsFree,
  messaging,
  pages,
  radio,
  siren,
}

const accountCommandSummaries: Summaries<typeof accountCommands> = {
  'users:join_room': 'Has no effect: each socket is in the room of its user.',
  'users:unauthorized': 'Leaves the rooms of the session after a 401.',
}
const alertCommandSummaries: Summaries<typeof alertCommands> = {
  'alert:join_alert_page': 'Joins an alert to receive its events.',
  'alert:leave_alert_page': 'Leaves an alert.',
  'alert:delivered': 'Records that the device received alerts. The acknowledgement follows the commit.',
}
const callCommandSummaries: Summaries<typeof callCommands> = {
  'call:join': 'Makes the page the endpoint of its device in a call. If the command names a session, it accepts it.',
  'call:heartbeat': 'Keeps the participation in a call alive.',
  'call:signal': 'Sends a signal to another endpoint of a call.',
}
const commentCommandSummaries: Summaries<typeof commentCommands> = {
  'comment:join': 'Joins the comments on a post to receive their events.',
  'comment:leave': 'Leaves the comments on a post.',
}
const connectionCommandSummaries: Summaries<typeof connectionCommands> = {
  'connection:check': 'Proves that the connection works, and announces the next check.',
}
const feedCommandSummaries: Summaries<typeof feedCommands> = {
  'feed:join': 'Joins a feed to receive the events of its posts.',
  'feed:leave': 'Leaves a feed.',
}
const handsFreeCommandSummaries: Summaries<typeof handsFreeCommands> = {
  'hfo:join': 'Joins to receive the text of spoken commands.',
  'hfo:leave': 'Leaves, and receives no more text of spoken commands.',
}
const messagingCommandSummaries: Summaries<typeof messagingCommands> = {
  'message-threads:join': 'Joins a thread to receive typing hints and spoken messages.',
  'message-threads:leave': 'Leaves a thread.',
  'messages:typing': 'Notifies the others in a thread that the user types.',
  'messages:stopped_typing': 'Notifies the others in a thread that the user stopped typing.',
}
const pageCommandSummaries: Summaries<typeof pageCommands> = {
  'page:join': 'Joins a page to receive its events.',
  'page:leave': 'Leaves a page.',
}
const radioCommandSummaries: Summaries<typeof radioCommands> = {
  'asr-chat:join': 'Joins the running radio chat of a thread with this page.',
  'asr-chat:leave': 'Leaves the radio chat with this page.',
  'radio:floor': 'Requests the floor, or a position in its queue.',
  'radio:release': 'Ends the transmission of this page, or leaves the queue.',
  'radio:frame': 'Sends a frame of the page’s transmission, without an acknowledgement.',
  'radio:outcome': 'Waits for the message of a transmission that has ended.',
}

/** The summary of each command, by the tag of its feature. */
export const commandSummaries = {
  accounts: accountCommandSummaries,
  alerts: alertCommandSummaries,
  calls: callCommandSummaries,
  comments: commentCommandSummaries,
  events: connectionCommandSummaries,
  feeds: feedCommandSummaries,
  handsFree: handsFreeCommandSummaries,
  messaging: messagingCommandSummaries,
  pages: pageCommandSummaries,
  radio: radioCommandSummaries,
}

import type { PushPayload } from '@noroshi/contract/push/push.payload'

// One push message of each kind.

export const ALERT: PushPayload = { kind: 'alert', id: 'a1', tag: 'alert:a1', messageThreadId: 't1', title: 'SOS', body: 'open' }
export const RESOLVED: PushPayload = { ...ALERT, kind: 'alertResolved', body: 'over' }
export const SEEN: PushPayload = { ...ALERT, kind: 'alertSeen', body: 'seen' }
export const CHAT: PushPayload = { ...ALERT, kind: 'alertChat', tag: 'alertChat:a1', body: 'news' }
export const CHAT_READ: PushPayload = { ...CHAT, kind: 'alertChatRead', body: 'read' }
export const CALL: PushPayload = {
  kind: 'call',
  id: 's1',
  callId: 'c1',
  tag: 'call:s1',
  isGroupCall: false,
  isMissed: false,
  title: 'Aya',
  body: 'rings',
}
export const ENDED: PushPayload = { ...CALL, kind: 'callEnded', body: 'ended' }
export const MESSAGES: PushPayload = { kind: 'messages', id: 't1', tag: 'messages:t1', count: 2, title: 'Aya', body: 'two' }
export const HEALTH: PushPayload = { kind: 'health', id: 'h1', tag: 'health:h1', title: 'Disk: Warning', body: 'nearly full' }
export const ROLL_CALL: PushPayload = {
  kind: 'rollCall',
  id: 'r1',
  tag: 'rollCall:r1',
  isUrgent: true,
  isDrill: false,
  title: 'Roll',
  body: 'safe?',
}
export const READ: PushPayload = { ...MESSAGES, kind: 'messagesRead', count: 0, body: '' }

import { type AccessRule, groupMembersOnly, members } from './access-rules.ts'

// A radio chat runs in the group, and the audience is in it.
export const radioAccessRules: Record<string, AccessRule> = {
  'GET /message-threads/asr-chat': { outcomes: members },
  'POST /speech-recognition/start/asr-chat/:threadId': { outcomes: groupMembersOnly },
  'GET /message-threads/:id/asr-chat/live': { outcomes: groupMembersOnly },
  'GET /message-threads/:id/asr-chat/history': { outcomes: groupMembersOnly },
  'PUT /message-threads/members/asr-chat/location': { outcomes: groupMembersOnly },
  'GET /message-threads/:id/members/asr-chat/locations': { outcomes: groupMembersOnly },
}

import { type AccessRule, groupMembersOnly, members, outcomes } from './access-rules.ts'

export const addToGroup = outcomes(401, 401, 401, 401, 404, 401, 404, 201)

//                         visitor ended deact. other outsider token admin audience
export const messagingAccessRules: Record<string, AccessRule> = {
  'GET /message-threads/group': { outcomes: members },
  'POST /message-threads/group': { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201) },
  'GET /message-threads/group/:id': { outcomes: groupMembersOnly },
  // An administrator of the server is not a member of the group. groups.test.ts tests members without admin rights.
  'PATCH /message-threads/group/:id': { outcomes: groupMembersOnly },
  'GET /message-threads/group/:id/members/me': { outcomes: groupMembersOnly },
  'GET /message-threads/personal': { outcomes: members },
  // The audience already has a thread with that member.
  'POST /message-threads/personal': { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 200), isAlone: true },
  'GET /message-threads/personal/with-user/:userId': { outcomes: groupMembersOnly },
  'GET /message-threads/personal/unread-count': { outcomes: members },
  'GET /message-threads/:id': { outcomes: groupMembersOnly },
  'PATCH /message-threads/:id/acceptance': { outcomes: groupMembersOnly },
  'GET /message-threads/:id/members': { outcomes: groupMembersOnly },
  'PATCH /message-threads/:id/members/add': { outcomes: groupMembersOnly },
  'PATCH /message-threads/:id/members/remove/:userId': { outcomes: groupMembersOnly, isAlone: true },
  'PATCH /message-threads/:id/members/make-admin/:userId': { outcomes: groupMembersOnly },
  'PATCH /message-threads/:id/members/remove-admin/:userId': { outcomes: groupMembersOnly },
  'PATCH /message-threads/:id/leave': { outcomes: groupMembersOnly, isAlone: true },
  'GET /message-threads/:id/messages': { outcomes: groupMembersOnly },
  'POST /messages': { outcomes: addToGroup },
  'POST /messages/upload': { outcomes: addToGroup },
  'PATCH /message/:id/status': { outcomes: groupMembersOnly },
  // Threads of other users are ignored (watermarks.test.ts).
  'PATCH /message-threads/message-status': { outcomes: members },
  'POST /messages/text-to-speech-state': { outcomes: groupMembersOnly },
  'GET /messages/text-to-speech-state': { outcomes: members },
  'POST /messages/text-to-speech': { outcomes: members },
  'GET /messages/:id/text-to-speech': { outcomes: groupMembersOnly },
  'GET /messages/search': { outcomes: members },
}

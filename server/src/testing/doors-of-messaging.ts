import { type Door, inGroup, members, outcomes } from './doors.ts'

export const intoGroup = outcomes(401, 401, 401, 401, 404, 401, 404, 201)

//                         visitor ended deact. other outsider token admin audience
export const messagingDoors: Record<string, Door> = {
  'GET /message-threads/group': { outcomes: members },
  'POST /message-threads/group': { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201) },
  'GET /message-threads/group/:id': { outcomes: inGroup },
  // An administrator of the unit is nobody in a group; who is in it and no admin of it: groups.test.ts.
  'PATCH /message-threads/group/:id': { outcomes: inGroup },
  'GET /message-threads/group/:id/members/me': { outcomes: inGroup },
  'GET /message-threads/personal': { outcomes: members },
  // The audience has one with that member already.
  'POST /message-threads/personal': { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 200), isAlone: true },
  'GET /message-threads/personal/with-user/:userId': { outcomes: inGroup },
  'GET /message-threads/personal/unread-count': { outcomes: members },
  'GET /message-threads/:id': { outcomes: inGroup },
  'PATCH /message-threads/:id/acceptance': { outcomes: inGroup },
  'GET /message-threads/:id/members': { outcomes: inGroup },
  'PATCH /message-threads/:id/members/add': { outcomes: inGroup },
  'PATCH /message-threads/:id/members/remove/:userId': { outcomes: inGroup, isAlone: true },
  'PATCH /message-threads/:id/members/make-admin/:userId': { outcomes: inGroup },
  'PATCH /message-threads/:id/members/remove-admin/:userId': { outcomes: inGroup },
  'PATCH /message-threads/:id/leave': { outcomes: inGroup, isAlone: true },
  'GET /message-threads/:id/messages': { outcomes: inGroup },
  'POST /messages': { outcomes: intoGroup },
  'POST /messages/upload': { outcomes: intoGroup },
  'PATCH /message/:id/status': { outcomes: inGroup },
  // Threads that are not one's own are passed over (watermarks.test.ts).
  'PATCH /message-threads/message-status': { outcomes: members },
  'GET /messages/search': { outcomes: members },
}

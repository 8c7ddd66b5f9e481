import { acceptCall } from './calls.ts'
import { type AccessRule, groupMembersOnly, members, outcomes } from './access-rules.ts'
import type { World } from './world.ts'

const accept = ({ actors, callSessionId }: World) => acceptCall(actors.audience.caller, { id: callSessionId })

//                         visitor ended deact. other outsider token admin audience
export const callAccessRules: Record<string, AccessRule> = {
  'GET /calls/group': { outcomes: members },
  'GET /calls/personal': { outcomes: members },
  'GET /calls/personal/more': { outcomes: members },
  'GET /calls/ice-servers': { outcomes: members },
  'POST /calls/personal': { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201), isAlone: true },
  // With MessageGroupId it is for the members of that group.
  'POST /calls/group': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 201), isAlone: true },
  'PUT /calls/add-members': { outcomes: groupMembersOnly, before: accept, isAlone: true },
  'GET /calls/:id': { outcomes: groupMembersOnly },
  // The caller gets 403 (call-answers.test.ts).
  'PUT /call-sessions/:id/acknowledge': { outcomes: groupMembersOnly },
  'PUT /call-sessions/:id/accept': { outcomes: groupMembersOnly, isAlone: true },
  'PUT /call-sessions/:id/reject': { outcomes: groupMembersOnly, isAlone: true },
  'PUT /call-sessions/leave-multiple': { outcomes: groupMembersOnly, isAlone: true },
  'GET /call-sessions/for-call/:id': { outcomes: groupMembersOnly },
}

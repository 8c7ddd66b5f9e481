import { acceptCall } from '../scenes/calls.ts'
import { type AccessOf, groupMembersOnly, members, outcomes } from './access-rules.ts'
import { byId } from './request-values.ts'
import type { World } from '../scenes/world.ts'

const accept = ({ actors, callSessionId }: World) => acceptCall(actors.audience.caller, { id: callSessionId })
const ofCall = ({ callId }: World) => byId(callId)
const ofCallSession = ({ callSessionId }: World) => byId(callSessionId)
const ofGroup = ({ groupId }: World) => byId(groupId)
const radioLocation = ({ groupId }: World) => ({ body: { messageThreadId: groupId, latitude: 38.2, longitude: 140.9 } })

//                         visitor ended deact. other outsider token admin audience
export const voiceAccess: AccessOf<'calls' | 'radio' | 'speech' | 'handsFree'> = {
  calls: {
    group: { outcomes: members },
    personal: { outcomes: members },
    more: { outcomes: members, request: ({ memberId }) => ({ query: { otherUser: memberId } }) },
    iceServers: { outcomes: members },
    startPersonal: {
      outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201),
      isAlone: true,
      request: ({ memberId }) => ({ body: { ReceiverId: memberId, location: null } }),
    },
    // With MessageGroupId it is for the members of that group.
    startGroup: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 201),
      isAlone: true,
      request: ({ memberId, groupId }) => ({ body: { receiverUserIds: [memberId], MessageGroupId: groupId } }),
    },
    addMembers: {
      outcomes: groupMembersOnly,
      before: accept,
      isAlone: true,
      request: ({ callId, memberId }) => ({ body: { callId, receiverUserIds: [memberId] } }),
    },
    rejoin: { outcomes: groupMembersOnly, isAlone: true, request: ofCall },
    get: { outcomes: groupMembersOnly, request: ofCall },
    // The caller gets 403 (call-answers.test.ts).
    acknowledge: { outcomes: groupMembersOnly, request: ofCallSession },
    accept: {
      outcomes: groupMembersOnly,
      isAlone: true,
      request: (world) => ({ ...ofCallSession(world), body: { joinedAt: new Date().toISOString() } }),
    },
    reject: { outcomes: groupMembersOnly, isAlone: true, request: ofCallSession },
    // The participant who sent the invitation gets 200 (call-rejoin.test.ts).
    cancel: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 403), request: ofCallSession },
    leave: {
      outcomes: groupMembersOnly,
      isAlone: true,
      request: ({ callSessionId }) => ({ body: { callSessionIds: [callSessionId] } }),
    },
    forCall: { outcomes: groupMembersOnly, request: ofCall },
  },
  radio: {
    threads: { outcomes: members },
    start: { outcomes: groupMembersOnly, request: ({ groupId }) => ({ params: { threadId: groupId } }) },
    joinAlert: {
      // The second one joins the running radio chat.
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 200),
      isAlone: true,
      request: ({ alertId }) => byId(alertId),
    },
    alert: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 200), request: ({ alertId }) => byId(alertId) },
    live: { outcomes: groupMembersOnly, request: ofGroup },
    history: { outcomes: groupMembersOnly, request: ofGroup },
    shareLocation: { outcomes: groupMembersOnly, request: radioLocation },
    locations: { outcomes: groupMembersOnly, request: ofGroup },
  },
  speech: {
    languages: { outcomes: members },
    correctTranscript: {
      outcomes: groupMembersOnly,
      request: ({ voiceNoteId }) => ({ ...byId(voiceNoteId), body: { text: 'the road' } }),
    },
    wakeWord: { outcomes: members },
    audioStream: {
      outcomes: groupMembersOnly,
      request: ({ groupId }) => ({
        form: { MessageThreadId: groupId, timestamp: '1', recStop: 'manual-disable', language: 'en' },
        files: [{ field: 'file', name: 'blob', bytes: new Uint8Array(10) }],
      }),
    },
  },
  handsFree: {
    understand: { outcomes: members, request: () => ({ body: { language: 'en', text: 'stop' } }) },
  },
}

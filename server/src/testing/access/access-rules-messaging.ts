import { type AccessOf, type AccessRule, groupMembersOnly, members, outcomes, type ValidRequest } from './access-rules.ts'
import { byId, PNG } from './request-values.ts'
import type { World } from '../scenes/world.ts'

/** The ids that requests to a thread contain. */
export type ThreadTarget = Pick<World, 'groupId' | 'personalId' | 'messageId' | 'memberId'>
type Statuses = readonly [number, number, number]
/** A rule with the statuses of users who lost a right. */
export interface ThreadAccessRule extends AccessRule {
  readonly request?: (target: ThreadTarget) => ValidRequest
  /**
   * thread-access.test.ts checks it. Group: an outsider, a removed member, a member. Personal thread: an outsider, the
   * blocked member, the blocking member. null: a route of no single thread, which tests of its own check.
   */
  readonly thread: { readonly group: Statuses; readonly personal: Statuses } | null
}

export const addToGroup = outcomes(401, 401, 401, 401, 404, 401, 404, 201)

const ofGroup = ({ groupId }: ThreadTarget) => byId(groupId)
const ofMember = ({ groupId, memberId }: ThreadTarget) => ({ params: { id: groupId, userId: memberId } })
const ofMessage = ({ messageId }: ThreadTarget) => byId(messageId)
/** In a group, `forAdmins` is for a member who is not an admin of it. */
const group = { forMembers: [404, 404, 200], forAdmins: [404, 404, 403] } as const
const noOne = [404, 404, 404] as const
const readers = { group: group.forMembers, personal: [404, 200, 200] } as const
const writers = { group: [404, 404, 201], personal: [404, 403, 403] } as const
const groupMembers = { group: group.forMembers, personal: noOne }
const groupAdmins = { group: group.forAdmins, personal: noOne }

//                         visitor ended deact. other outsider token admin audience
export const messagingAccess: AccessOf<
  | 'messages'
  | 'messageChanges'
  | 'messageSearch'
  | 'threads'
  | 'groupPicture'
  | 'lastSeen'
  | 'receipts'
  | 'polls'
  | 'threadMedia'
  | 'threadDrafts',
  ThreadAccessRule
> = {
  messages: {
    list: { outcomes: groupMembersOnly, request: ofGroup, thread: readers },
    send: {
      outcomes: addToGroup,
      request: ({ groupId }) => ({ body: { messageThreadId: groupId, text: 'who is there?' } }),
      thread: writers,
    },
    upload: {
      outcomes: addToGroup,
      request: ({ groupId }) => ({
        form: { messageThreadId: groupId, text: 'here', latitude: '38.2', longitude: '140.9' },
      }),
      thread: writers,
    },
    setStatus: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofMessage(target), body: { status: 'seen' } }),
      thread: readers,
    },
    // Threads of other users are ignored (watermarks.test.ts).
    setStatuses: {
      outcomes: members,
      request: ({ groupId }) => ({ body: [{ messageThreadId: groupId, status: 'seen' }] }),
      thread: null,
    },
    setSpeechState: {
      outcomes: groupMembersOnly,
      request: ({ groupId }) => ({
        body: { messageThreadId: groupId, isTextToSpeechEnable: true },
      }),
      thread: readers,
    },
    speechState: { outcomes: members, thread: null },
    speak: { outcomes: members, request: () => ({ body: { text: 'water is rising' } }), thread: null },
    speakMessage: { outcomes: groupMembersOnly, request: ofMessage, thread: readers },
  },
  messageSearch: {
    // A search of all own threads is checked by message-search.test.ts.
    search: {
      outcomes: groupMembersOnly,
      request: ({ groupId }) => ({ query: { text: 'bridge', threadId: groupId } }),
      thread: readers,
    },
  },
  // Another member sent the message. The audience is an admin of the group. changes.test.ts tests senders.
  messageChanges: {
    edit: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 403),
      request: (target) => ({ ...ofMessage(target), body: { text: 'meet at the school' } }),
      thread: { group: [404, 404, 403], personal: [404, 403, 403] },
    },
    delete: {
      outcomes: groupMembersOnly,
      isAlone: true,
      request: ofMessage,
      // In the personal thread, the blocked member sent it.
      thread: { group: [404, 404, 403], personal: [404, 200, 403] },
    },
    // Only the sender knows the client id. Others delete nothing.
    deleteSent: { outcomes: members, request: ofMessage, thread: null },
    versions: { outcomes: groupMembersOnly, request: ofMessage, thread: readers },
    react: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofMessage(target), body: { emoji: '👍' } }),
      thread: { group: [404, 404, 200], personal: [404, 403, 403] },
    },
    reactions: { outcomes: groupMembersOnly, request: ofMessage, thread: readers },
    forward: {
      outcomes: addToGroup,
      request: (target) => ({ ...ofMessage(target), body: { messageThreadId: target.groupId } }),
      thread: writers,
    },
    pin: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofMessage(target), body: { isPinned: true } }),
      thread: { group: [404, 404, 200], personal: [404, 403, 403] },
    },
    pins: { outcomes: groupMembersOnly, request: ofGroup, thread: readers },
    hide: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofMessage(target), body: { isHidden: true } }),
      thread: readers,
    },
    hidden: { outcomes: members, thread: null },
  },
  // groups.test.ts tests members without admin rights.
  groupPicture: {
    change: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofGroup(target), files: [{ name: 'us.png', bytes: PNG }] }),
      thread: groupAdmins,
    },
    remove: { outcomes: groupMembersOnly, request: ofGroup, thread: groupAdmins },
  },
  lastSeen: { list: { outcomes: groupMembersOnly, request: ofGroup, thread: readers } },
  // Only the sender sees them; in the personal thread, the blocked member sent the message.
  receipts: {
    list: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 403),
      request: ofMessage,
      thread: { group: [404, 404, 403], personal: [404, 200, 403] },
    },
  },
  // The message is no poll. polls.test.ts tests those that are.
  polls: {
    vote: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 404),
      request: (target) => ({ ...ofMessage(target), body: { optionIds: [0] } }),
      thread: { group: noOne, personal: [404, 403, 403] },
    },
    close: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 404),
      request: ofMessage,
      // In the personal thread, the blocked member sent it.
      thread: { group: [404, 404, 403], personal: [404, 404, 403] },
    },
    votes: { outcomes: groupMembersOnly, request: ofMessage, thread: readers },
  },
  threadMedia: {
    list: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofGroup(target), query: { kind: 'file' } }),
      thread: readers,
    },
  },
  threadDrafts: {
    list: { outcomes: members, thread: null },
    set: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofGroup(target), body: { text: 'on my way' } }),
      thread: readers,
    },
  },
  threads: {
    groups: { outcomes: members, thread: null },
    createGroup: {
      outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201),
      request: ({ memberId }) => ({ body: { name: 'Night watch', recipients: [memberId] } }),
      thread: null,
    },
    group: { outcomes: groupMembersOnly, request: ofGroup, thread: groupMembers },
    // An administrator of the server is not a member of the group. groups.test.ts tests members without admin rights.
    editGroup: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofGroup(target), body: { name: 'Day watch', description: 'at the hall' } }),
      thread: groupAdmins,
    },
    myMembership: { outcomes: groupMembersOnly, request: ofGroup, thread: groupMembers },
    personal: { outcomes: members, thread: null },
    // The audience already has a thread with that member.
    startPersonal: {
      outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 200),
      isAlone: true,
      request: ({ memberId }) => ({ body: { recipient: memberId } }),
      thread: null,
    },
    personalWith: { outcomes: groupMembersOnly, request: ({ memberId }) => ({ params: { userId: memberId } }), thread: null },
    unreadPersonal: { outcomes: members, thread: null },
    get: { outcomes: groupMembersOnly, request: ofGroup, thread: readers },
    accept: {
      outcomes: groupMembersOnly,
      request: ({ personalId }) => ({ ...byId(personalId), body: { hasAccepted: true } }),
      // The blocked member accepts the thread for themselves; the block remains.
      thread: { group: noOne, personal: readers.personal },
    },
    changeSettings: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofGroup(target), body: { mutedUntil: 'forever' } }),
      thread: readers,
    },
    members: { outcomes: groupMembersOnly, request: ofGroup, thread: groupMembers },
    addMembers: {
      outcomes: groupMembersOnly,
      request: (target) => ({ ...ofGroup(target), body: { userIds: [target.memberId] } }),
      thread: groupAdmins,
    },
    invitations: { outcomes: members, thread: null },
    // No one is invited. group-invitations.test.ts tests users who are.
    answerInvitation: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 404),
      request: (target) => ({ ...ofGroup(target), body: { isAccepted: true } }),
      thread: { group: noOne, personal: noOne },
    },
    removeMember: { outcomes: groupMembersOnly, isAlone: true, request: ofMember, thread: groupAdmins },
    makeAdmin: { outcomes: groupMembersOnly, request: ofMember, thread: groupAdmins },
    removeAdmin: { outcomes: groupMembersOnly, request: ofMember, thread: groupAdmins },
    leave: { outcomes: groupMembersOnly, isAlone: true, request: ofGroup, thread: groupMembers },
  },
}

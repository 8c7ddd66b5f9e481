import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid, Version, wholeText } from '../define.ts'
import { CALL_OTHERS_MAX, CALL_SESSIONS_LEFT_MAX } from '../limits.ts'
import { LocationHint } from '../location.ts'
import { CallParticipant } from './call-participant.ts'

/**
 * The invitation of one user to a call, and its outcome (specification, section 3). A session is over when
 * `disconnectedAt` is set. The functions of call-status.ts derive every status from these fields.
 */
export const CallSession = z
  .object({
    id: Uuid,
    CallId: Uuid,
    /** The user who invited the receiver: the host, or a participant who added the receiver. Never the receiver. */
    CallerId: Uuid,
    ReceiverId: Uuid,
    createdAt: Timestamp,
    /** When the first device of the receiver reported that it received the call. */
    acknowledgedAt: Timestamp.nullable(),
    /** When the receiver accepted. A receiver who left a group call and rejoins keeps the session. */
    joinedAt: Timestamp.nullable(),
    disconnectedAt: Timestamp.nullable(),
    hasMissed: z.boolean(),
    hasRejected: z.boolean(),
    /** No device of the receiver acknowledged in time. */
    isUnreachable: z.boolean(),
    /** The receiver was in another call. `hasMissed` is true too. */
    isBusy: z.boolean(),
  })
  .meta({ id: 'CallSession' })
export type CallSession = z.infer<typeof CallSession>

/** A call, the same for all its people, so that one event suits them all. */
export const SharedCall = z
  .object({
    id: Uuid,
    createdAt: Timestamp,
    isGroupCall: z.boolean(),
    HostUserId: Uuid,
    /** The group chat that the call belongs to; null for a personal call and for a group call among selected users. */
    MessageGroupId: Uuid.nullable(),
    messageGroup: z.object({ name: z.string(), imageUrl: z.string().nullable(), MessageThreadId: Uuid }).nullable(),
    /** The host, then the receivers of all sessions in the order of their first invitations. */
    people: z.array(Person),
    /** In the order of their creation. A user who was invited again has several sessions. */
    sessions: z.array(CallSession),
    participants: z.array(CallParticipant),
    endedAt: Timestamp.nullable(),
    /** Raised with each change of the call, its sessions or its participants. */
    version: Version,
  })
  .meta({ id: 'SharedCall' })
export type SharedCall = z.infer<typeof SharedCall>

/** The outcome of a call in the history (specification, section 3). */
export const CallStatus = z.enum(['Connected', 'Missed', 'Rejected', 'Unreachable', 'Not Connected'])
export type CallStatus = z.infer<typeof CallStatus>

const OtherUser = Person.pick({ id: true, firstName: true, lastName: true, fullName: true })

/** A call with the viewer's own data. `callOf` of call-status.ts derives them from the shared call. */
export const Call = SharedCall.extend({
  /** The other user of a personal call. For a group call: the name of the group, else the names of the others. */
  name: z.string(),
  /** The picture of the group or of the other user. */
  imageUrl: z.string().nullable(),
  /** null while the call has no outcome yet. */
  callStatus: CallStatus.nullable(),
  /** The other user of a personal call; null for a group call. */
  otherUser: OtherUser.nullable(),
  /** All people of the call except the viewer. */
  otherUsers: z.array(OtherUser),
}).meta({ id: 'Call' })
export type Call = z.infer<typeof Call>

const CallPage = z.object({
  calls: z.array(Call),
  /** The other users of the personal calls whose accounts are deactivated. They cannot be called. */
  inactiveUserIds: z.array(Uuid),
  pageSize: z.int(),
  /** Number of calls on all pages. */
  total: z.int(),
})

/** One session and its call after a change of the session. */
const SessionReply = z.object({ session: CallSession, call: SharedCall })

/** A server that helps browsers to connect, in the form of `RTCIceServer`. */
const IceServer = z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })

const PageNumber = wholeText({ min: 1, max: 100_000 }).default(1)
const IdParams = z.object({ id: Uuid })
const ReceiverIds = z
  .array(Uuid, 'calls.emptyGroup')
  .min(1, 'calls.emptyGroup')
  .max(CALL_OTHERS_MAX, 'calls.tooManyReceivers')
  .transform((ids) => [...new Set(ids)])

export const callRoutes = defineRoutes({
  group: {
    method: 'GET',
    path: '/calls/group',
    access: 'member',
    query: z.object({ pageNumber: PageNumber }),
    reply: CallPage,
    summary: 'The group calls of the user, newest first.',
  },
  personal: {
    method: 'GET',
    path: '/calls/personal',
    access: 'member',
    query: z.object({ pageNumber: PageNumber }),
    reply: CallPage,
    summary: 'The last personal call with each other user, newest first.',
  },
  more: {
    method: 'GET',
    path: '/calls/personal/more',
    access: 'member',
    query: z.object({ pageNumber: PageNumber, otherUser: Uuid }),
    reply: CallPage,
    summary: 'All personal calls with one other user, newest first.',
  },
  iceServers: {
    method: 'GET',
    path: '/calls/ice-servers',
    access: 'member',
    reply: z.object({
      /** Empty if the server has no TURN server. Calls within one network need none. */
      iceServers: z.array(IceServer),
      /** When the credentials expire; null without credentials. */
      expiresAt: Timestamp.nullable(),
    }),
    summary: 'The TURN servers for calls, with credentials that are valid for an hour at most.',
  },
  startPersonal: {
    method: 'POST',
    path: '/calls/personal',
    access: 'member',
    budget: 'emergency',
    body: z.object({ ReceiverId: Uuid, location: LocationHint }),
    errors: ['tooManyRequests', 'call.withSelf', 'call.personNotFound', 'call.blocked', 'call.onOtherDevice'],
    status: 201,
    isRepeatable: true,
    reply: Call,
    summary:
      'Call a user. If that user is calling the viewer, that call is accepted and returned with 200. A personal call to the same user that this device has begun is returned with 200.',
  },
  startGroup: {
    method: 'POST',
    path: '/calls/group',
    access: 'member',
    budget: 'emergency',
    body: z.object({
      receiverUserIds: ReceiverIds,
      MessageGroupId: Uuid.nullable().default(null),
      location: LocationHint,
      clientId: Uuid.optional(),
    }),
    errors: [
      'conflict',
      'tooManyRequests',
      'call.withSelf',
      'call.personNotFound',
      'call.groupNotFound',
      'call.blocked',
      'call.onOtherDevice',
    ],
    status: 201,
    reply: Call,
    summary:
      'Call one to three users together. With MessageGroupId all of them must be members of that group. A repeated clientId returns the same call.',
  },
  addMembers: {
    method: 'PUT',
    path: '/calls/add-members',
    access: 'member',
    body: z.object({ callId: Uuid, receiverUserIds: ReceiverIds }),
    errors: [
      'forbidden',
      'tooManyRequests',
      'call.notFound',
      'call.personNotFound',
      'call.blocked',
      'call.ended',
      'call.notGroup',
      'call.full',
    ],
    reply: Call,
    summary:
      'Invite more users to a group call: for its participants. All of them must be members of the group chat of the call, if it has one. Users who are in the call or ringing are skipped.',
  },
  rejoin: {
    method: 'PUT',
    path: '/calls/:id/rejoin',
    access: 'member',
    params: IdParams,
    errors: [
      'forbidden',
      'tooManyRequests',
      'call.notFound',
      'call.groupNotFound',
      'call.blocked',
      'call.ended',
      'call.notGroup',
      'call.full',
      'call.onOtherDevice',
    ],
    reply: Call,
    summary:
      'Join a group call that still runs, with this device: for its host and the people who were invited to it, unless the invitation was cancelled. In the call of a group chat, members only. The user leaves another call on this device.',
  },
  get: {
    method: 'GET',
    path: '/calls/:id',
    access: 'member',
    params: IdParams,
    errors: ['call.notFound'],
    reply: Call,
    summary: 'One call; 404 for users who are not in it.',
  },
  acknowledge: {
    method: 'PUT',
    path: '/call-sessions/:id/acknowledge',
    access: 'member',
    params: IdParams,
    errors: ['forbidden', 'tooManyRequests', 'call.sessionNotFound'],
    reply: SessionReply,
    summary: 'Report that a device of the receiver received the call. It has no effect on a session that is over.',
  },
  accept: {
    method: 'PUT',
    path: '/call-sessions/:id/accept',
    access: 'member',
    params: IdParams,
    body: z.object({
      /** Accepted and ignored: the clock of the server counts. */
      joinedAt: Timestamp.optional().catch(undefined),
    }),
    errors: [
      'forbidden',
      'tooManyRequests',
      'call.sessionNotFound',
      'call.sessionOver',
      'call.answeredElsewhere',
      'call.onOtherDevice',
    ],
    reply: SessionReply,
    summary: 'Join the call with this device: for the receiver. The user leaves another call on this device.',
  },
  reject: {
    method: 'PUT',
    path: '/call-sessions/:id/reject',
    access: 'member',
    params: IdParams,
    errors: ['forbidden', 'tooManyRequests', 'call.sessionNotFound', 'call.sessionOver'],
    reply: SessionReply,
    summary: 'Reject the call: for the receiver.',
  },
  cancel: {
    method: 'PUT',
    path: '/call-sessions/:id/cancel',
    access: 'member',
    params: IdParams,
    errors: ['forbidden', 'tooManyRequests', 'call.sessionNotFound', 'call.sessionOver'],
    reply: SessionReply,
    summary:
      'Cancel an invitation that still rings: for the participant who sent it, and for the host. The call goes on while two people are left.',
  },
  leave: {
    method: 'PUT',
    path: '/call-sessions/leave-multiple',
    access: 'member',
    onFullDisk: 'accepted',
    body: z.object({
      callSessionIds: z.array(Uuid).min(1, 'common.wrongType').max(CALL_SESSIONS_LEFT_MAX, 'common.wrongType'),
      /** The page that leaves (`call:join`). A page that is no longer the endpoint of the call changes nothing. */
      endpointId: Uuid.optional(),
    }),
    errors: ['tooManyRequests', 'call.sessionNotFound'],
    reply: EmptyReply,
    summary:
      'Leave the calls of these sessions: for the host and the receivers of each call. Sessions that the user began and that still ring are cancelled. The call goes on while two people are left.',
  },
  forCall: {
    method: 'GET',
    path: '/call-sessions/for-call/:id',
    access: 'member',
    params: IdParams,
    errors: ['call.notFound'],
    reply: listOf(CallSession),
    summary: 'The sessions of a call in the order of their creation.',
  },
})

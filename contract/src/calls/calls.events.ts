import { z } from 'zod'
import { defineCommand, defineEvents, Uuid } from '../define.ts'
import { CallSession, SharedCall } from './calls.http.ts'

/** Characters of a session description. */
const SDP_MAX = 48_000

/** One end of a peer connection: a page of a device of a user. */
const Endpoint = z.object({ userId: Uuid, deviceId: Uuid, endpointId: Uuid })
export type Endpoint = z.infer<typeof Endpoint>

const Description = <Type extends string>(type: Type) => z.object({ type: z.literal(type), sdp: z.string().max(SDP_MAX) })

/** A message between two peers that connect them (perfect negotiation). */
export const CallSignal = z.discriminatedUnion('type', [
  Description('offer'),
  Description('answer'),
  z.object({
    type: z.literal('candidate'),
    /** In the form of `RTCIceCandidateInit`; null: there are no more candidates. */
    candidate: z
      .object({
        candidate: z.string().max(2000),
        sdpMid: z.string().max(100).nullable(),
        sdpMLineIndex: z.int().min(0).max(1000).nullable(),
        usernameFragment: z.string().max(300).nullable().optional(),
      })
      .nullable(),
  }),
])
export type CallSignal = z.infer<typeof CallSignal>

/** Number of a signal from one endpoint to another, from 0. A receiver ignores a number that it has seen: it is a repetition. */
const Seq = z.int().nonnegative()

/** The kind of a change of a session (specification, section 7). */
export const CallChange = z.enum([
  /** A device of the receiver received the call: it rings there. Emitted to the others only. */
  'acknowledged',
  'accepted',
  'rejected',
  /** A page of the receiver or of the host joined with `call:join`: signals can be sent to it. Also: the host rejoined. */
  'connected',
  'unreachable',
  'missed',
  'disconnected',
  /** A participant invited another user to the call. Emitted to the host alone when the call is new. */
  'created_on_existing_call',
  /** The session was cancelled while it rang, and the call continues. */
  'remove_on_existing_call',
])
export type CallChange = z.infer<typeof CallChange>

export const callEvents = defineEvents({
  /** Emitted to the receiver of a new session. Each device acknowledges it by HTTP. */
  'call-session:incoming': z.object({
    session: CallSession,
    call: SharedCall,
    /** The receiver takes part in another call. Devices ring only if the session rings in the reply of the acknowledgement. */
    isReceiverBusy: z.boolean().default(false),
  }),
  /**
   * Emitted to all people of the call. `session` is the session that changed. When the host joined with a page or left, it is the
   * first session of the call.
   */
  'call-session:updated': z.object({ kind: CallChange, session: CallSession, call: SharedCall }),
  /**
   * Emitted to the one endpoint that the signal is for, which acknowledges it by the callback of Socket.IO. The journal does not
   * store it. Signals of one sender arrive in the order of their numbers, unless the sender repeats one. A page that has
   * joined as another endpoint ignores signals whose `toEndpointId` is its earlier endpoint.
   */
  'call:signal': z.object({ callId: Uuid, from: Endpoint, toEndpointId: Uuid, seq: Seq, signal: CallSignal }),
})

const InCall = z.object({
  callId: Uuid,
  /** A random id that the page creates when it opens the call. */
  endpointId: Uuid,
})

const Join = InCall.extend({
  /** A session of the call that rings for the user, or that this device has accepted already. */
  acceptedSessionId: Uuid.optional(),
})

const ofCall = ({ callId }: Pick<z.output<typeof InCall>, 'callId'>) => callId

export const callCommands = {
  /**
   * Makes this page the endpoint of the user's device in the call, and returns the call. The page repeats it at once
   * after each reconnection. A later page of the same device replaces it. With `acceptedSessionId` the user also
   * accepts that session, as by PUT /call-sessions/{id}/accept: the others know at once where to connect. Only then can
   * it fail with call.sessionNotFound, call.sessionOver, call.answeredElsewhere or forbidden.
   */
  'call:join': defineCommand({
    payload: Join,
    reply: z.object({ own: Endpoint, call: SharedCall }),
    topic: ofCall,
    errors: [
      'call.notFound',
      'call.ended',
      'call.onOtherDevice',
      'call.sessionNotFound',
      'call.sessionOver',
      'call.answeredElsewhere',
      'forbidden',
      'tooManyRequests',
    ],
  }),
  /**
   * Keeps the participation alive; the page sends it every 10 s. A participation without it for 35 s ends.
   * call.onOtherPage: a later page of the same device has joined.
   */
  'call:heartbeat': defineCommand({
    payload: InCall,
    topic: ofCall,
    errors: ['call.notFound', 'call.ended', 'call.onOtherPage'],
  }),
  /**
   * Sends a signal to another endpoint of the same call. The acknowledgement comes after that endpoint has acknowledged. After
   * `call.notDelivered` the sender repeats the signal; after `call.notConnected` the endpoint is gone for good.
   */
  'call:signal': defineCommand({
    payload: InCall.extend({ to: Endpoint, seq: Seq, signal: CallSignal }),
    topic: ({ callId, to }) => `${callId} ${to.endpointId}`,
    errors: ['call.notFound', 'call.ended', 'call.onOtherPage', 'call.notConnected', 'call.notDelivered'],
  }),
}

import { z } from 'zod'
import { defineCommand, defineEvents, Timestamp, Uuid } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { Message } from '../messaging/messaging.http.ts'
import { RadioFrameBytes } from './frames.ts'
import { RadioChat, RadioFloor, RadioLocation } from './radio.http.ts'

const InThread = z.object({ messageThreadId: Uuid })
const ofThread = ({ messageThreadId }: z.output<typeof InThread>) => messageThreadId

export const radioEvents = defineEvents({
  /** Emitted to each other member of the thread, in their own topic, when a radio chat starts. */
  'asr-chat:new': z.object({
    radioChat: RadioChat,
    /** The name of the group; in a personal thread, the name of the user who started the radio chat. */
    threadName: z.string(),
  }),
  /**
   * Emitted to the members of the thread when users joined or left, at most once a second, and when the radio chat
   * ended.
   */
  'asr-chat:updated': RadioChat,
  /** A hint to the members of the radio chat. null: the location is no longer shared. */
  'asr-chat:location': InThread.extend({ userId: Uuid, location: RadioLocation.nullable() }),
  /** Emitted to the members of the radio chat. A client ignores a lower `version` of the same radio chat. */
  'radio:floor': RadioFloor,
  /**
   * Live sound, to the other members of the radio chat. It may be lost; the recording is complete. `decodeRadioFrame`
   * reads it.
   */
  'radio:frame': RadioFrameBytes,
  /** A hint after the last frame of a transmission. `packets`: the number of packets that the server received. */
  'radio:end': InThread.extend({ transmissionId: Uuid, packets: z.int().nonnegative() }),
  /**
   * A hint to the members of the radio chat: the text of the current transmission so far, by a machine. It may change
   * until the message follows.
   */
  'message:transcribe-message': InThread.extend({
    transmissionId: Uuid,
    userId: Uuid,
    text: z.string(),
    timestamp: Timestamp,
    isEndOfUtteranceDetected: z.boolean(),
  }),
})

const OfPage = InThread.extend({
  /** A random id that the page creates when it opens the radio chat. */
  endpointId: Uuid,
})
const OfUser = OfPage.extend({
  /** Field of the specification. If present, it must be the user of the socket. */
  userId: Uuid.optional(),
})

const MAY_NOT_WRITE = ['thread.notFound', 'thread.blocked'] as const

export const radioCommands = {
  /**
   * Joins the running radio chat with this page. The page repeats it after each reconnection. A page that disconnects
   * without leaving stays a member for half a minute.
   */
  'asr-chat:join': defineCommand({
    payload: OfUser,
    reply: z.object({ radioChat: RadioChat, floor: RadioFloor }),
    topic: ofThread,
    errors: [
      ...MAY_NOT_WRITE,
      'radio.notRunning',
      'radio.full',
      'forbidden',
      'tooManyRequests',
      'alert.notFound',
      'alert.alreadyResolved',
    ],
  }),
  /** Leaves with this page. The radio chat ends with its last member. */
  'asr-chat:leave': defineCommand({ payload: OfUser, topic: ofThread, errors: ['thread.notFound', 'forbidden'] }),
  /**
   * Requests the floor for this page, which waits in the queue if another user talks. `radio:floor` then names its
   * endpoint and transmission as soon as it is granted; it must send frames at once. The floor ends by `radio:release`,
   * after 60 s, and after 1.5 s without a frame. radio.notSpeaking: the page loses the floor in the same moment.
   */
  'radio:floor': defineCommand({
    payload: OfPage.extend({
      /** The language that is spoken. */
      language: z.enum(LANGUAGES, 'common.wrongType'),
      /** Ends the transmission of another user. For administrators and the raiser of an active alert. */
      isPreempting: z.boolean('common.wrongType').default(false),
      /**
       * The floor also ends when the recogniser detects the end of an utterance. For talking without holding a button.
       */
      endsWithUtterance: z.boolean('common.wrongType').default(false),
    }),
    reply: z.object({
      granted: z.boolean(),
      /** The transmission of this page; null if it waits. */
      transmissionId: Uuid.nullable(),
      speakerId: Uuid,
      /** 0: granted, 1: the next one in the queue. */
      position: z.int().nonnegative(),
      /** The version of the floor after the request. A grant of a lower version belongs to an earlier request. */
      version: z.int(),
    }),
    topic: ofThread,
    errors: [
      ...MAY_NOT_WRITE,

      'radio.notRunning',
      'radio.notJoined',
      'radio.mayNotPreempt',
      'budget.radio',
      'radio.notSpeaking',
      'tooManyRequests',
    ],
  }),
  /** Ends the transmission of this page, or leaves the queue. It has no effect for a page that does neither. */
  'radio:release': defineCommand({ payload: OfPage, topic: ofThread, errors: ['thread.notFound'] }),
  /**
   * A frame of the user's own transmission, sent without an acknowledgement. The server relays it at once. Frames without the
   * floor are dropped (radio.notSpeaking). A page that posts its sound sends frames without packets, at least one a
   * second, to keep the floor.
   */
  'radio:frame': defineCommand({ payload: RadioFrameBytes, topic: 'unordered', errors: ['radio.notSpeaking'] }),
  /**
   * Waits for the outcome of an own transmission after its end: the stored message, or null if there was no speech.
   */
  'radio:outcome': defineCommand({
    payload: InThread.extend({ transmissionId: Uuid }),
    reply: z.object({ message: Message.nullable() }),
    topic: ({ transmissionId }) => transmissionId,
    errors: ['thread.notFound', 'radio.noTransmission'],
  }),
}

import { z } from 'zod'
import { ASR_BASE } from '../addresses.ts'
import { defineRoutes, EmptyReply, Uuid, wholeText } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { MessageText } from '../messaging/messaging.http.ts'
import { SpeechAbility } from './speech-service.ts'

/**
 * The state of the microphone after a part (specification, section 4). `manual-enable`: the recording goes on.
 * `manual-disable`: it ends with this part. Pages that were loaded before an update send `true` for the end and `false`
 * (decisions/0074).
 */
const RecStop = z
  .enum(['manual-enable', 'manual-disable', 'true', 'false'], 'common.wrongType')
  .transform((value): 'manual-enable' | 'manual-disable' =>
    value === 'true' ? 'manual-disable' : value === 'false' ? 'manual-enable' : value,
  )

/** Milliseconds of the sender's clock, as a number or its text. */
const ClockMs = wholeText()

export const speechRoutes = defineRoutes({
  languages: {
    method: 'GET',
    path: '/speech-recognition/languages',
    access: 'member',
    reply: z.object({ languages: z.array(SpeechAbility) }),
    summary: 'What the recogniser of this server can do in each language.',
  },
  correctTranscript: {
    method: 'PUT',
    path: '/speech-recognition/transcripts/:id',
    access: 'member',
    budget: 'everyday',
    /** The id of the recording in `messageMedias` or `alertMedias`. */
    params: z.object({ id: Uuid }),
    body: z.object({
      text: MessageText.min(1, 'messages.empty'),
      /** The draft of a recogniser on the speaker's device. It has no effect where there is a text already. */
      isDraft: z.boolean('common.wrongType').default(false),
    }),
    errors: ['tooManyRequests', 'forbidden', 'notFound', 'thread.blocked'],
    reply: EmptyReply,
    summary:
      'Correct the transcript of an own voice note or radio message. The readers receive messages:updated or alert:existing_alert. A repetition has no further effect.',
  },
  wakeWord: {
    method: 'GET',
    path: '/speech-recognition/tfjs-url',
    access: 'member',
    errors: ['notFound'],
    reply: z.object({
      /**
       * The path of `model.json`, in the layers format of TensorFlow.js. `metadata.json` beside it contains how it is used
       * (`wake-word/model-files.ts`). It changes with the model. A server without a model replies notFound.
       */
      url: z.string(),
    }),
    summary: 'Where the model of the wake word is.',
  },
  /** Also at `/asr-server/audio-stream`. */
  audioStream: {
    method: 'POST',
    path: '/audio-stream',
    clientBase: ASR_BASE,
    access: 'member',
    /**
     * One part of a recording (WebM, MP4 or Ogg), as the recorder of a browser emits one each second. It is sent as
     * `file`, with at most {@link AUDIO_PART_BYTES_MAX} bytes. The parts of a session in a thread form one recording,
     * in the order of their timestamps. It becomes a radio message after the part with `manual-disable`, or 10 s after
     * the last part. A new part half a second after the end gets speech.recordingEnded.
     */
    form: z.object({
      /** '': a spoken command of hands-free mode, which is recognised and not stored (decisions/0094). */
      MessageThreadId: Uuid.or(z.literal('')),
      /** Field of the specification. If present, it must be the user of the session. */
      UserId: Uuid.optional(),
      timestamp: ClockMs,
      /** Field of the specification. If present, it must be the token of the session. It is stored nowhere. */
      accessToken: z.string().max(200, 'common.tooLong').optional(),
      /** A part with `manual-disable` may have no file. */
      recStop: RecStop.default('manual-enable'),
      /**
       * `true`: a spoken command that answers a question. Only phrases without a name are recognised, the recording goes
       * on after an utterance, and the command of each utterance is a text so far.
       */
      isAnswer: z
        .enum(['true', 'false'], 'common.wrongType')
        .optional()
        .transform((value) => value === 'true'),
      /** The language that is spoken. */
      language: z.enum(LANGUAGES, 'common.wrongType'),
    }),
    errors: [
      'forbidden',
      'tooManyRequests',
      'thread.notFound',
      'thread.blocked',
      'speech.recordingTooLong',
      'speech.recordingEnded',
      'budget.radio',
    ],
    reply: z.object({
      /** The id of the radio message that the recording becomes. A recording without speech becomes none. */
      messageId: Uuid,
      /** The recognised text, only in the reply to the last part of a spoken command; null if there is none. */
      spoken: z.object({ text: z.string(), isCommand: z.boolean() }).nullable().optional(),
    }),
    summary:
      'Send a part of a voice post. A repeated part has no effect. Partial texts come as message:transcribe-message, whose transmissionId is the message id.',
  },
})

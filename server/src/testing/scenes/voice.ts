import type { Language } from '@noroshi/contract/i18n'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { speak } from '../../../../speech/src/testing/flite.ts'
import { cutRecording, record, type RecordingFormat } from '../../../../speech/src/testing/recording.ts'
import type { Caller } from '../caller.ts'

/** An English sentence that the recogniser understands. */
export const ROAD = 'the road to the river is closed'
/** Milliseconds for which tests wait for a text on a busy computer. */
export const TEXT_WITHIN = 180_000

/** @returns the parts of a recording of {@link ROAD}, as a browser sends them */
export const recordRoad = async (format: RecordingFormat = 'webm') => cutRecording(await record(await speak(ROAD), format), 4)

/** @returns the parts of a recording of silence of two seconds */
export const recordSilence = async () => cutRecording(await record(new Int16Array(32_000)), 2)

export interface SentPart {
  readonly threadId: string
  readonly timestamp: number
  readonly bytes?: Uint8Array<ArrayBuffer>
  /** The recording ends with this part. */
  readonly isLast?: boolean
  readonly language?: Language
  readonly userId?: string
  /** The token of the session, which the specification has in the form too. */
  readonly token?: string | null
  /** The part of a spoken answer. */
  readonly isAnswer?: boolean
}

/** The fields of a part, and its file. */
export const partOf = ({
  threadId,
  timestamp,
  bytes,
  isLast = false,
  language = 'en',
  userId,
  isAnswer = false,
  token,
}: SentPart) => ({
  form: {
    MessageThreadId: threadId,
    timestamp: String(timestamp),
    recStop: isLast ? 'manual-disable' : 'manual-enable',
    language,
    ...(token && { accessToken: token }),
    ...(isAnswer && { isAnswer: 'true' }),
    ...(userId !== undefined && { UserId: userId }),
  },
  files: bytes === undefined ? [] : [{ field: 'file', name: 'blob', bytes }],
})

export const trySendPart = (caller: Caller, part: SentPart) =>
  caller.request(speechRoutes.audioStream, partOf({ token: caller.token, ...part }))

/** Sends a part and returns the id of the message. @throws for an error. */
export const sendPart = async (caller: Caller, part: SentPart): Promise<string> =>
  (await caller.fetch(speechRoutes.audioStream, partOf({ token: caller.token, ...part }))).messageId

/**
 * Sends all parts in their order, the last one as the end. The timestamps are those of a recording of {@link ROAD}, which has
 * 3.4 s: each part has a second, and the last one the rest.
 * @returns the id of the message
 */
export async function sendParts(
  caller: Caller,
  parts: readonly Uint8Array<ArrayBuffer>[],
  { threadId, language = 'en', from = 1000 }: { threadId: string; language?: Language; from?: number },
): Promise<string> {
  let id = ''
  for (const [index, bytes] of parts.entries()) {
    const isLast = index === parts.length - 1
    const timestamp = from + index * 1000 - (isLast && index > 0 ? 600 : 0)
    id = await sendPart(caller, { threadId, language, bytes, timestamp, isLast })
  }
  return id
}

/** The protocol between the server and the speech service: one HTTP request for each stream (decisions/0073). */
import { z } from 'zod'
import { LANGUAGES } from '../i18n.ts'

/** Max characters of one part of a spoken text, and max parts. */
export const SPOKEN_PART_MAX = 600
export const SPOKEN_PARTS_MAX = 64

/** The languages that a recogniser or a voice may have. */
export const SpeechLanguage = z.enum(LANGUAGES)
export type SpeechLanguage = z.infer<typeof SpeechLanguage>

/** The abilities of the recogniser in a language. Both are false where the recogniser or its model is absent. */
export const SpeechAbility = z.object({
  language: SpeechLanguage,
  /** Free text. */
  dictation: z.boolean(),
  /** A closed list of commands. */
  commands: z.boolean(),
})
export type SpeechAbility = z.infer<typeof SpeechAbility>

/** The reply of `GET /health`. `voices`: the languages that can be spoken. */
export const SpeechHealth = z.object({ languages: z.array(SpeechAbility), voices: z.array(SpeechLanguage) })

/** The types of spoken sound: Opus in WebM, and samples. */
export const SpokenType = z.enum(['audio/webm', 'audio/wav'])
export type SpokenType = z.infer<typeof SpokenType>

/** A part of a text that one voice speaks. */
export const SpokenPart = z.object({ language: SpeechLanguage, text: z.string().min(1).max(SPOKEN_PART_MAX) })
export type SpokenPart = z.infer<typeof SpokenPart>

/**
 * The body of `POST /speech`. The reply is the sound; its content type may be `audio/wav` although WebM was requested. 204: no
 * part has a voice. 503: too many texts are waiting; alarms are counted for themselves.
 */
export const SpokenRequest = z.object({
  parts: z.array(SpokenPart).min(1).max(SPOKEN_PARTS_MAX),
  mimeType: SpokenType,
  /** An alarm, which waits for no other text. */
  isAlarm: z.boolean().optional(),
})
export type SpokenRequest = z.infer<typeof SpokenRequest>

/** Max phrases, names and endings of a grammar. */
const GRAMMAR_PHRASES_MAX = 100
const GRAMMAR_NAMES_MAX = 500
const GRAMMAR_ENDINGS_MAX = 20
/** Max characters of each text of a grammar, and max spoken texts of one name. */
export const GRAMMAR_TEXT_MAX = 200
export const GRAMMAR_SPOKEN_MAX = 20
const GrammarText = z.string().min(1).max(GRAMMAR_TEXT_MAX)

/**
 * A closed list of commands, as JSON the content of a frame before the sound. With it, the text of an utterance is the text of one
 * of its phrases (decisions/0094).
 */
export const SpeechGrammar = z.object({
  phrases: z
    .array(
      z.object({
        /** `{name}` stands for the text of a name, `{body}`, only at the end, for free text. */
        text: GrammarText,
        /** The same as it is spoken: English words, or kana with a space between words. */
        spoken: GrammarText,
      }),
    )
    .max(GRAMMAR_PHRASES_MAX),
  names: z
    .array(z.object({ text: GrammarText, spoken: z.array(GrammarText).min(1).max(GRAMMAR_SPOKEN_MAX) }))
    .max(GRAMMAR_NAMES_MAX),
  /** Suffixes that may follow a spoken name, such as honorifics. */
  endings: z.array(GrammarText).max(GRAMMAR_ENDINGS_MAX),
  /** Other speech has no text, and the command of each utterance is an event. */
  isClosed: z.boolean().optional(),
})
export type SpeechGrammar = z.infer<typeof SpeechGrammar>

/** One line of the reply of `POST /streams`, as JSON. The last line is `final`. */
export const SpeechEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('partial'), text: z.string() }),
  z.object({ kind: z.literal('endOfUtterance') }),
  /** The command of one utterance of a closed grammar, which the stream goes on after. */
  z.object({ kind: z.literal('command'), text: z.string() }),
  z.object({
    kind: z.literal('final'),
    text: z.string().nullable(),
    isSpeech: z.boolean(),
    /** The text is one of the phrases of the grammar. */
    isCommand: z.boolean().optional(),
    /** Milliseconds of the sound; null for a recording that cannot be read. */
    durationMs: z.int().nonnegative().nullable(),
  }),
])
export type SpeechEvent = z.infer<typeof SpeechEvent>

/** The kinds of content of a frame in the request of `POST /streams`. */
export const FRAME_KINDS = ['opus', 'pcm', 'recording', 'grammar'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

/** Max bytes of the content of one frame. */
export const FRAME_BYTES_MAX = 1024 * 1024
/** Max bytes of one stream: more than two minutes of samples. */
export const STREAM_BYTES_MAX = 8 * 1024 * 1024

/** Bytes before the content of a frame: its kind, and its length as a little-endian number of 32 bits. */
const HEADER_BYTES = 5

/** @returns the frame as it is sent */
export function encodeFrame(kind: FrameKind, content: Uint8Array): Uint8Array {
  const frame = new Uint8Array(HEADER_BYTES + content.length)
  frame[0] = FRAME_KINDS.indexOf(kind)
  new DataView(frame.buffer).setUint32(1, content.length, true)
  frame.set(content, HEADER_BYTES)
  return frame
}

export interface SpeechFrame {
  readonly kind: FrameKind
  readonly content: Uint8Array
}

/** Splits the bytes of a request into frames. @throws RangeError for an unknown kind, and beyond the limits of bytes. */
export class FrameReader {
  #rest = new Uint8Array(0)
  #bytes = 0

  /** @returns the frames that are complete */
  push(bytes: Uint8Array): SpeechFrame[] {
    this.#bytes += bytes.length
    if (this.#bytes > STREAM_BYTES_MAX) throw new RangeError('the stream is too long')
    const all = new Uint8Array(this.#rest.length + bytes.length)
    all.set(this.#rest)
    all.set(bytes, this.#rest.length)
    const frames: SpeechFrame[] = []
    let start = 0
    while (all.length - start >= HEADER_BYTES) {
      const kind = FRAME_KINDS[all[start] ?? -1]
      const length = new DataView(all.buffer).getUint32(start + 1, true)
      if (kind === undefined || length > FRAME_BYTES_MAX) throw new RangeError('not a frame')
      const end = start + HEADER_BYTES + length
      if (end > all.length) break
      frames.push({ kind, content: all.slice(start + HEADER_BYTES, end) })
      start = end
    }
    this.#rest = all.slice(start)
    return frames
  }
}

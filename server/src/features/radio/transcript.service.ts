import type { SpeechLanguage } from '@noroshi/contract/speech/speech-service'
import type { Deps } from '#/deps.ts'
import type { SpeechStream } from '#/ports/speech.ts'

interface TranscriptOptions {
  /** The id of the message that the sound becomes. */
  readonly transmissionId: string
  readonly threadId: string
  readonly userId: string
  readonly language: SpeechLanguage
  /** The topics that receive the texts. */
  readonly topics: readonly string[]
  readonly onEndOfUtterance?: () => void
}

/** Opens a stream of the recogniser whose partial texts are emitted as `message:transcribe-message`. */
export function openTranscript(
  { speech, realtime, now }: Pick<Deps, 'speech' | 'realtime' | 'now'>,
  { transmissionId, threadId, userId, language, topics, onEndOfUtterance }: TranscriptOptions,
): SpeechStream {
  let text = ''
  const emit = (isEndOfUtteranceDetected: boolean) =>
    realtime.emitHint('message:transcribe-message', topics, {
      messageThreadId: threadId,
      transmissionId,
      userId,
      text,
      timestamp: now().toISOString(),
      isEndOfUtteranceDetected,
    })
  return speech.open({
    language,
    speakerId: userId,
    onPartial: (partial) => {
      text = partial
      emit(false)
    },
    onEndOfUtterance: () => {
      emit(true)
      onEndOfUtterance?.()
    },
  })
}

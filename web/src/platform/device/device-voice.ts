import { type Language, LOCALES } from '@noroshi/contract/i18n'
import { beginSound } from '../audio/output.ts'

/** Milliseconds after which a voice that does not report its end counts as silent. */
const SPEECH_TIMEOUT_MS = 60_000

/**
 * Speaks a text by a local voice of this device. Voices that send the text to a service are not used.
 * @returns a promise that resolves when the speech has ended or was stopped, or if there is no such voice
 */
export async function speakOnDevice(text: string, language: Language, signal: AbortSignal): Promise<void> {
  if (!('speechSynthesis' in window) || signal.aborted) return
  const voice = speechSynthesis.getVoices().find(({ lang, localService }) => localService && lang.startsWith(language))
  if (!voice) return
  const spoken = new SpeechSynthesisUtterance(text)
  spoken.voice = voice
  spoken.lang = LOCALES[language].tag
  const end = beginSound('announcement')
  try {
    await new Promise<void>((resolve) => {
      spoken.addEventListener('end', () => resolve())
      spoken.addEventListener('error', () => resolve())
      signal.addEventListener('abort', () => resolve())
      setTimeout(resolve, SPEECH_TIMEOUT_MS)
      speechSynthesis.speak(spoken)
    })
  } finally {
    speechSynthesis.cancel()
    end()
  }
}

import { currentLanguage } from '../i18n.ts'
import type { SoundUse } from './levels.ts'
import { beginSound, levelOf } from './output.ts'

/** The utterance that is spoken now. Some browsers never report the end of a cancelled utterance. */
let current: { readonly utterance: SpeechSynthesisUtterance; readonly end: () => void } | null = null

/** Returns a voice of this device for the language. Voices of a cloud service are not used: they would send the text away. */
function localVoice(language: string): SpeechSynthesisVoice | null {
  if (typeof speechSynthesis === 'undefined') return null
  return (
    speechSynthesis.getVoices().find(({ localService, lang }) => localService && lang.toLowerCase().startsWith(language)) ?? null
  )
}

/**
 * Speaks a short text by a voice of this device, and ends what it speaks now. Without a voice of the language it speaks nothing:
 * the caller also shows the text and plays tones.
 */
export function say(use: SoundUse, text: string): void {
  stopSaying()
  const voice = localVoice(currentLanguage())
  if (!voice) return
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.volume = levelOf(use)
  const end = beginSound(use)
  current = { utterance, end }
  utterance.onend = end
  utterance.onerror = end
  speechSynthesis.speak(utterance)
}

/** Ends what {@link say} speaks. */
export function stopSaying(): void {
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel()
  current?.end()
  current = null
}

import { type Language, LOCALES } from '@noroshi/contract/i18n'

/** The part of the Web Speech API that is used. TypeScript does not declare `processLocally` yet. */
interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  processLocally: boolean
  onresult:
    | ((event: { resultIndex: number; results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }> }) => void)
    | null
  onend: (() => void) | null
  start: (track?: MediaStreamTrack) => void
  stop: () => void
  abort: () => void
}
interface RecognitionClass {
  new (): Recognition
  readonly prototype: object
  readonly available?: (options: { langs: readonly string[]; processLocally: true }) => Promise<string>
}

/** Max milliseconds from the end of the sound to the last words. */
const FINISH_WITHIN_MS = 3_000

export interface OnDeviceSpeech {
  /** Resolves with the text of all that was said; '' without any. */
  finish: () => Promise<string>
  abort: () => void
}

/**
 * Recognises a microphone by the browser on this device.
 * @returns null where the browser would send sound to a service, or has no installed model of the language
 */
export async function startOnDeviceSpeech(language: Language, stream: MediaStream): Promise<OnDeviceSpeech | null> {
  const Recogniser = recogniserClass()
  const lang = LOCALES[language].tag
  const [track] = stream.getAudioTracks()
  try {
    if (!Recogniser?.available || !track) return null
    if ((await Recogniser.available({ langs: [lang], processLocally: true })) !== 'available') return null
    return start(new Recogniser(), lang, track)
  } catch {
    return null // a browser with an earlier form of the interface
  }
}

/** A class without `processLocally` would send sound to a service. */
function recogniserClass(): RecognitionClass | null {
  const found = Reflect.get(globalThis, 'SpeechRecognition') as RecognitionClass | undefined // the standard names its type
  return found && 'processLocally' in found.prototype ? found : null
}

function start(recognition: Recognition, lang: string, track: MediaStreamTrack): OnDeviceSpeech {
  const texts: string[] = []
  Object.assign(recognition, { lang, continuous: true, interimResults: false, processLocally: true })
  recognition.onresult = ({ resultIndex, results }) => {
    for (const result of Array.from(results).slice(resultIndex))
      if (result.isFinal) texts.push(result[0]?.transcript.trim() ?? '')
  }
  const ended = new Promise<void>((resolve) => {
    recognition.onend = () => resolve()
  })
  recognition.start(track)
  return {
    async finish() {
      recognition.stop()
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, FINISH_WITHIN_MS))])
      return texts.filter((text) => text !== '').join(' ')
    },
    abort: () => recognition.abort(),
  }
}

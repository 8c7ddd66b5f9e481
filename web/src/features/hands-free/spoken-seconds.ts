import { fetchSpoken } from '../../platform/audio/fetch-spoken.ts'
import { playSpoken, type SpokenSound } from '../../platform/audio/spoken-sound.ts'
import { type MessageKey, text } from '../../platform/language/i18n.ts'

/** The seconds of the countdown of an SOS, from its end. The first one says what counts down. */
const SECONDS = {
  1: 'handsFree.second.1',
  2: 'handsFree.second.2',
  3: 'handsFree.second.3',
  4: 'handsFree.second.4',
  5: 'handsFree.second.5',
} as const satisfies Readonly<Record<number, MessageKey>>
type Second = keyof typeof SECONDS

const isSecond = (value: number): value is Second => value in SECONDS

/** The sounds by the text that they speak, also in an earlier language. */
const sounds = new Map<string, AudioBuffer>()
let loading: Promise<void> = Promise.resolve()
let playing: SpokenSound | null = null

/** Loads the spoken seconds in the language of the page: a countdown does not wait for the voices of the server. */
export function loadSeconds(): Promise<void> {
  loading = loading.then(async () => {
    for (const key of Object.values(SECONDS).toReversed()) {
      const spoken = text(key)
      if (sounds.has(spoken)) continue
      const sound = await fetchSpoken(spoken)
      if (sound === null) return // without a voice, the countdown has its tones; the next dialog tries it again
      sounds.set(spoken, sound)
    }
  })
  return loading
}

/**
 * Speaks a second of the countdown in place of the one before. It speaks nothing that is not loaded.
 * @returns a promise that resolves when it has been spoken, or was stopped
 */
export function speakSecond(second: number): Promise<void> {
  stopSeconds()
  const sound = isSecond(second) ? sounds.get(text(SECONDS[second])) : undefined
  if (!sound) return Promise.resolve()
  playing = playSpoken('alarm', sound, 1)
  return playing.done
}

export function stopSeconds(): void {
  playing?.stop()
  playing = null
}

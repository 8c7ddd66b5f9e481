import { createObservable } from '../../platform/observable.ts'

/** A voice note that can be played. */
export interface VoiceNote {
  readonly url: string
  /** Name of the sender; null for an own message. */
  readonly sender: string | null
}

export const RATES = [1, 1.5, 2] as const

export interface PlayingNote {
  readonly note: VoiceNote
  readonly isPlaying: boolean
  /** Seconds since its begin. */
  readonly at: number
  readonly rate: (typeof RATES)[number]
  /** The path of the screen on which it was started. */
  readonly path: string
  /** Its player is in the page. */
  readonly isShown: boolean
}

/** The voice note that plays or is paused; null if none is. Its sound outlives the screen. */
export const playingNote = createObservable<PlayingNote | null>(null)

/** Samples a second of live voice, as Opus has them. */
export const VOICE_RATE = 48_000
/** Samples of one frame: 20 ms. */
export const FRAME_SAMPLES = 960

/** The reports of the playback worklet. */
export interface Played {
  readonly isPlaying: boolean
  /** Mean square of the samples since the previous report. */
  readonly power: number
}

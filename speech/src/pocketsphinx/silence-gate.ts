import { FRAME_SAMPLES } from './library.ts'

/** Frames of silence that are replaced; shorter ones are parts of words. */
const SILENCE_FRAMES_MIN = 15
/** Frames beside speech that stay as they are: soft ends of words. */
const MARGIN_FRAMES = 3
/**
 * Amplitude thresholds of speech: the min factor above the noise, and the limits of the fraction of the loudest parts.
 */
const ABOVE_NOISE = 3
const BELOW_PEAK_MIN = 0.004
const BELOW_PEAK_MAX = 0.1
/** The shares of frames that are softer than the noise and than the loudest parts. */
const NOISE_QUANTILE = 0.1
const PEAK_QUANTILE = 0.95

/**
 * Replaces the noise before, after and between words by digital silence, which the decoder leaves out of the mean of
 * the sound. With noise in the mean, a short command in half a second of it is not recognised.
 */
export function gateSilence(samples: Int16Array): Int16Array {
  const levels = levelsOf(samples)
  const sorted = levels.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const peak = quantile(PEAK_QUANTILE)
  const threshold = Math.min(Math.max(quantile(NOISE_QUANTILE) * ABOVE_NOISE, peak * BELOW_PEAK_MIN), peak * BELOW_PEAK_MAX)
  const gated = samples.slice()
  let from = 0
  for (let frame = 0; frame <= levels.length; frame++) {
    if (frame < levels.length && (levels[frame] ?? 0) <= threshold) continue
    const start = from === 0 ? 0 : from + MARGIN_FRAMES
    const end = frame === levels.length ? frame : frame - MARGIN_FRAMES
    if (frame - from >= SILENCE_FRAMES_MIN && end > start)
      gated.fill(0, start * FRAME_SAMPLES, end === levels.length ? samples.length : end * FRAME_SAMPLES)
    from = frame + 1
  }
  return gated
}

/** The amplitude of each frame. */
function levelsOf(samples: Int16Array): number[] {
  return Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, frame) => {
    let power = 0
    for (let index = frame * FRAME_SAMPLES; index < (frame + 1) * FRAME_SAMPLES; index++) power += (samples[index] ?? 0) ** 2
    return Math.sqrt(power / FRAME_SAMPLES)
  })
}

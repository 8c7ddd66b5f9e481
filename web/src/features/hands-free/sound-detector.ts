import { measureStream } from '../../platform/audio/output.ts'

/** Milliseconds between two measurements. */
const EVERY_MS = 50
/** Mean square of samples below which nothing is heard: 55 dB below full scale. */
const POWER_MIN = 10 ** -5.5
/** Sound has at least this many times the power of the quietest moment so far: 6 dB more. */
const ABOVE_NOISE = 4

/** Returns a function that tells whether a mean square of samples is more than the noise of the room. */
export function createSoundDetector(): (power: number) => boolean {
  let noise = Infinity
  return (power) => {
    if (power > 0) noise = Math.min(noise, power) // 0: no sound has arrived yet, or the browser has suppressed the noise
    return power > Math.max(POWER_MIN, noise * ABOVE_NOISE)
  }
}

/**
 * Calls back for each moment in which the microphone hears more than the noise of the room, and for each moment while
 * it cannot be measured. @returns the function that ends it
 */
export function watchSound(stream: MediaStream, onSound: () => void): () => void {
  const meter = measureStream(stream)
  const isSound = createSoundDetector()
  const samples = new Float32Array(meter?.analyser.fftSize ?? 0)
  const timer = setInterval(() => {
    if (meter?.analyser.context.state !== 'running') return onSound()
    meter.analyser.getFloatTimeDomainData(samples)
    if (isSound(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)) onSound()
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    meter?.end()
  }
}

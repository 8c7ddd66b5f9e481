/** Converts the sample rate of consecutive blocks of one signal. */
export type Resample = (samples: Float32Array) => Float32Array<ArrayBuffer>

/**
 * Returns a function that converts blocks of one signal from one sample rate to another by linear interpolation, which
 * is enough for voice. It keeps the position between two blocks, so that their border is not audible.
 */
export function createResampler(from: number, to: number): Resample {
  if (from === to) return (samples) => new Float32Array(samples)
  const step = from / to
  /** The last sample of the previous block. */
  let last = 0
  /**
   * Position of the next output sample in the next block; between -1 and 0 it is between `last` and the first sample.
   */
  let position = 0
  return (samples) => {
    const count = Math.max(0, Math.ceil((samples.length - 1 - position) / step))
    const output = new Float32Array(count)
    for (let index = 0; index < count; index++) {
      const at = position + index * step
      const whole = Math.floor(at)
      const before = whole < 0 ? last : (samples[whole] ?? 0)
      output[index] = before + ((samples[whole + 1] ?? 0) - before) * (at - whole)
    }
    last = samples.at(-1) ?? last
    position += count * step - samples.length
    return output
  }
}

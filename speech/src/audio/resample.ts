import type { Sound } from './wav.ts'

/** Zero crossings of the filter on each side. */
const CROSSINGS = 8
const SAMPLE_MAX = 32_767

/** @returns the sound with another sample rate, by a windowed sinc filter without aliases */
export function resample({ rate, samples }: Sound, to: number): Int16Array<ArrayBuffer> {
  if (rate === to) return samples
  const step = rate / to
  /** The cutoff as a part of the input's: below it, nothing of the output is above half its rate. */
  const cutoff = Math.min(1, to / rate)
  const reach = CROSSINGS / cutoff
  const output = new Int16Array(Math.floor(samples.length / step))
  for (let index = 0; index < output.length; index++) {
    const centre = index * step
    let sum = 0
    for (let at = Math.ceil(centre - reach); at <= centre + reach; at++)
      sum += (samples[at] ?? 0) * cutoff * kernel((at - centre) * cutoff)
    output[index] = Math.max(-SAMPLE_MAX, Math.min(SAMPLE_MAX, Math.round(sum)))
  }
  return output
}

/** A sinc with a Hann window of CROSSINGS on each side. */
function kernel(x: number): number {
  if (Math.abs(x) < 1e-9) return 1
  if (Math.abs(x) >= CROSSINGS) return 0
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.5 + 0.5 * Math.cos((Math.PI * x) / CROSSINGS))
}

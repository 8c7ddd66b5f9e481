import type { Sound } from './wav.ts'

/** Zero crossings of the filter on each side. */
const CROSSINGS = 8
const SAMPLE_MAX = 32_767

/** A filter of one ratio of rates. The weights of an output sample depend on its phase only: its position between two of the input. */
interface Filter {
  /** Samples of the input, and of the output, after which the phases repeat. */
  readonly period: number
  readonly phases: number
  /** Samples of the input that one sample of the output depends on. */
  readonly width: number
  /** `width` weights for each phase. */
  readonly weights: Float64Array
}

/** The filters by their rates. A computer has few voices, and each has one rate. */
const filters = new Map<string, Filter>()

/** Converts a whole sound to another sample rate by a windowed sinc filter, without aliases. */
export function resample({ rate, samples }: Sound, to: number): Int16Array<ArrayBuffer> {
  if (rate === to) return samples
  const { period, phases, width, weights } = filterOf(rate, to)
  const output = new Int16Array(Math.floor((samples.length * phases) / period))
  for (let index = 0; index < output.length; index++) {
    const position = index * period
    const phase = position % phases
    const first = (position - phase) / phases - width / 2 + 1
    const offset = phase * width - first
    let sum = 0
    for (let at = Math.max(0, first); at < Math.min(samples.length, first + width); at++)
      sum += (samples[at] ?? 0) * (weights[offset + at] ?? 0)
    output[index] = Math.max(-SAMPLE_MAX, Math.min(SAMPLE_MAX, Math.round(sum)))
  }
  return output
}

function filterOf(rate: number, to: number): Filter {
  const key = `${rate} ${to}`
  const filter = filters.get(key) ?? createFilter(rate, to)
  filters.set(key, filter)
  return filter
}

function createFilter(rate: number, to: number): Filter {
  const divisor = greatestDivisor(rate, to)
  const phases = to / divisor
  /** The cutoff as a part of the input's: below it, nothing of the output is above half its rate. */
  const cutoff = Math.min(1, to / rate)
  const reach = Math.ceil(CROSSINGS / cutoff)
  const width = 2 * reach
  const weights = Float64Array.from({ length: phases * width }, (_, index) => {
    const distance = (index % width) - reach + 1 - Math.floor(index / width) / phases
    return cutoff * kernel(distance * cutoff)
  })
  return { period: rate / divisor, phases, width, weights }
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** A sinc with a Hann window of CROSSINGS on each side. */
function kernel(x: number): number {
  if (Math.abs(x) < 1e-9) return 1
  if (Math.abs(x) >= CROSSINGS) return 0
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.5 + 0.5 * Math.cos((Math.PI * x) / CROSSINGS))
}

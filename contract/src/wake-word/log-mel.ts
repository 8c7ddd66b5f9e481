/**
 * The features of the wake word: levels of 32 mel bands (decisions/0097). The training, the page and the benchmark use
 * this file, so that all three compute the same numbers.
 */

/** Samples a second. */
export const WAKE_RATE = 16_000
/** Samples of one row: 32 ms, and between the starts of two rows: 20 ms. */
export const ROW_SAMPLES = 512
export const ROW_HOP = 320
/** Points of the Fourier transform. */
export const FFT_POINTS = 512
/** Bands of one row, evenly spaced on the mel scale between two frequencies in hertz. */
export const BANDS = 32
export const LOWEST_HERTZ = 60
export const HIGHEST_HERTZ = 7600
/** Added to the power of each band: about the noise of a quiet microphone. */
export const POWER_FLOOR = 1e-4

const hann = Float64Array.from({ length: ROW_SAMPLES }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / ROW_SAMPLES))
const cosines = Float64Array.from({ length: FFT_POINTS / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / FFT_POINTS))
const sines = Float64Array.from({ length: FFT_POINTS / 2 }, (_, index) => -Math.sin((2 * Math.PI * index) / FFT_POINTS))
const reversed = Uint16Array.from({ length: FFT_POINTS }, (_, index) => {
  let result = 0
  for (let bit = 1; bit < FFT_POINTS; bit <<= 1) result = (result << 1) | (index & bit ? 1 : 0)
  return result
})

const melOf = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700)
const hertzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1)

interface Band {
  readonly firstBin: number
  readonly weights: Float64Array
}

/** Triangles that overlap by half. */
const triangles: readonly Band[] = Array.from({ length: BANDS }, (_, band) => {
  const edge = (index: number): number => {
    const mel = melOf(LOWEST_HERTZ) + ((melOf(HIGHEST_HERTZ) - melOf(LOWEST_HERTZ)) * index) / (BANDS + 1)
    return (hertzOf(mel) / WAKE_RATE) * FFT_POINTS
  }
  const [low, middle, high] = [edge(band), edge(band + 1), edge(band + 2)]
  const firstBin = Math.ceil(low)
  const weights = Float64Array.from({ length: Math.ceil(high) - firstBin }, (_each, index) => {
    const bin = firstBin + index
    return bin < middle ? (bin - low) / (middle - low) : (high - bin) / (high - middle)
  })
  return { firstBin, weights }
})

const real = new Float64Array(FFT_POINTS)
const imaginary = new Float64Array(FFT_POINTS)

/** Transforms `real` and `imaginary`, whose elements are in the order of `reversed`. */
function transform(): void {
  for (let length = 2; length <= FFT_POINTS; length <<= 1) {
    const half = length / 2
    const step = FFT_POINTS / length
    for (let start = 0; start < FFT_POINTS; start += length)
      for (let index = 0; index < half; index++) {
        const cos = cosines[index * step]!
        const sin = sines[index * step]!
        const low = start + index
        const high = low + half
        const highReal = real[high]!
        const highImaginary = imaginary[high]!
        const lowReal = real[low]!
        const lowImaginary = imaginary[low]!
        const turnedReal = highReal * cos - highImaginary * sin
        const turnedImaginary = highReal * sin + highImaginary * cos
        real[high] = lowReal - turnedReal
        imaginary[high] = lowImaginary - turnedImaginary
        real[low] = lowReal + turnedReal
        imaginary[low] = lowImaginary + turnedImaginary
      }
  }
}

/**
 * Writes the row of the samples that start at `start` to `rows`: the natural logarithms of the powers of the bands,
 * divided by 4.
 */
function writeRow(samples: Float32Array, start: number, rows: Float32Array, offset: number): void {
  real.fill(0)
  imaginary.fill(0)
  for (let index = 0; index < ROW_SAMPLES; index++)
    real[reversed[index] ?? 0] = (samples[start + index] ?? 0) * (hann[index] ?? 0)
  transform()
  for (const [band, { firstBin, weights }] of triangles.entries()) {
    let power = POWER_FLOOR
    for (let index = 0; index < weights.length; index++) {
      const bin = firstBin + index
      const re = real[bin]!
      const im = imaginary[bin]!
      power += weights[index]! * (re * re + im * im)
    }
    rows[offset + band] = Math.log(power) / 4
  }
}

/** @returns the complete rows of samples (16 kHz, -1 to 1), one after the other with BANDS numbers each */
export function logMel(samples: Float32Array): Float32Array<ArrayBuffer> {
  const count = Math.max(0, Math.floor((samples.length - ROW_SAMPLES) / ROW_HOP) + 1)
  const rows = new Float32Array(count * BANDS)
  for (let row = 0; row < count; row++) writeRow(samples, row * ROW_HOP, rows, row * BANDS)
  return rows
}

/** Samples of the input for each sample of the output: 48 kHz to 16 kHz. */
const FACTOR = 3
const TAPS = 48

/** A windowed sinc that removes the frequencies above 7.4 kHz, which the lower rate cannot have. */
const filter = Float64Array.from({ length: TAPS }, (_, index) => {
  const distance = index - (TAPS - 1) / 2
  const cutoff = 7400 / 24_000
  const sinc = Math.sin(Math.PI * cutoff * distance) / (Math.PI * distance)
  return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (TAPS - 1)))
})

/**
 * @returns a function that converts consecutive blocks of one signal from 48 kHz to 16 kHz. The blocks have whole
 * multiples of 3 samples.
 */
export function createDecimator(): (samples: Float32Array) => Float32Array<ArrayBuffer> {
  let before = new Float32Array(TAPS - FACTOR)
  return (samples) => {
    const all = new Float32Array(before.length + samples.length)
    all.set(before)
    all.set(samples, before.length)
    before = all.slice(samples.length)
    return Float32Array.from({ length: samples.length / FACTOR }, (_, index) => {
      let sum = 0
      for (let tap = 0; tap < TAPS; tap++) sum += (filter[tap] ?? 0) * (all[index * FACTOR + tap] ?? 0)
      return sum
    })
  }
}

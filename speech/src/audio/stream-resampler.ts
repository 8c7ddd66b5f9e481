import { SAMPLE_RATE } from '../recognizer.ts'

/** Converts a stream of a higher rate to 16 kHz. A sample is the mean of the input samples in its time, which is enough for speech. */
export class StreamResampler {
  readonly #step: number
  #position = 0
  #sum = 0
  #count = 0
  /** @param rate - samples a second of the given sound */
  constructor(rate: number) {
    this.#step = SAMPLE_RATE / rate
  }

  push(samples: Float32Array): Int16Array {
    const out = new Int16Array(Math.ceil(samples.length * Math.max(1, this.#step)) + 1)
    let length = 0
    for (const sample of samples) {
      this.#sum += sample
      this.#count += 1
      this.#position += this.#step
      if (this.#position < 1) continue
      for (; this.#position >= 1; this.#position -= 1) out[length++] = this.#sum / this.#count // a lower rate repeats samples
      this.#sum = 0
      this.#count = 0
    }
    return out.subarray(0, length)
  }
}

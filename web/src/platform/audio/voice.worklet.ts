/**
 * The audio worklets of live voice: `voice-capture` posts the microphone in frames, `voice-playback` plays received
 * frames evenly. The message `null` ends a worklet. Both exchange samples at {@link VOICE_RATE} with the page, whatever
 * the rate of the device is.
 */
import { JitterBuffer } from './jitter-buffer.ts'
import { createResampler } from './resampler.ts'
import { FRAME_SAMPLES, type Played, VOICE_RATE } from './voice-format.ts'

// TypeScript has no types for the global scope of worklets.
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

/** Blocks between two reports of the level: about 80 ms. */
const LEVEL_BLOCKS = 30

class VoiceCapture extends AudioWorkletProcessor {
  readonly #resample = createResampler(sampleRate, VOICE_RATE)
  #frame = new Float32Array(FRAME_SAMPLES)
  #filled = 0
  #isOpen = true

  constructor() {
    super()
    this.port.onmessage = () => (this.#isOpen = false)
  }

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0]
    if (!channel) return this.#isOpen
    for (const sample of this.#resample(channel)) {
      this.#frame[this.#filled++] = sample
      if (this.#filled < FRAME_SAMPLES) continue
      this.port.postMessage(this.#frame, [this.#frame.buffer])
      this.#frame = new Float32Array(FRAME_SAMPLES)
      this.#filled = 0
    }
    return this.#isOpen
  }
}

class VoicePlayback extends AudioWorkletProcessor {
  readonly #buffer = new JitterBuffer(sampleRate)
  readonly #resample = createResampler(VOICE_RATE, sampleRate)
  #wasPlaying = false
  #power = 0
  #blocks = 0
  #isOpen = true

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<Float32Array | null>) => {
      if (data) this.#buffer.push(this.#resample(data))
      else this.#isOpen = false
    }
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const channel = output?.[0]
    if (!channel || !this.#isOpen) return this.#isOpen
    this.#buffer.pull(channel)
    for (const sample of channel) this.#power += (sample * sample) / channel.length
    this.#blocks++
    const { isPlaying } = this.#buffer
    if (isPlaying === this.#wasPlaying && !(isPlaying && this.#blocks >= LEVEL_BLOCKS)) return true
    this.port.postMessage({ isPlaying, power: this.#power / this.#blocks } satisfies Played)
    this.#wasPlaying = isPlaying
    this.#power = 0
    this.#blocks = 0
    return true
  }
}

registerProcessor('voice-capture', VoiceCapture)
registerProcessor('voice-playback', VoicePlayback)

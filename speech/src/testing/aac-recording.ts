import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { AudioSample, AudioSampleSource, BufferTarget, Mp4OutputFormat, Output } from 'mediabunny'
import { SAMPLE_RATE } from '../recognizer.ts'

const RATE = 48_000
/** Samples that are encoded at a time. */
const CHUNK = 4800

let isRegistered = false

/** @returns a recording as Safari on older phones writes it: MP4 with AAC, in fragments */
export async function recordAac(samples: Int16Array): Promise<Uint8Array<ArrayBuffer>> {
  if (!isRegistered) registerAacEncoder()
  isRegistered = true
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 0.5 }), target })
  const source = new AudioSampleSource({ codec: 'aac', bitrate: 48_000 })
  output.addAudioTrack(source)
  await output.start()
  const sound = upsample(samples)
  for (let start = 0; start < sound.length; start += CHUNK) {
    const data = sound.slice(start, start + CHUNK)
    const sample = new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate: RATE, timestamp: start / RATE })
    await source.add(sample)
    sample.close()
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

/** The encoder takes no sound of 16 kHz. */
const upsample = (samples: Int16Array): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: (samples.length * RATE) / SAMPLE_RATE }, (_, index) => {
    const at = (index * SAMPLE_RATE) / RATE
    const [low = 0, high = 0] = samples.subarray(Math.floor(at), Math.floor(at) + 2)
    return (low + (high - low) * (at % 1)) / 32_768
  })

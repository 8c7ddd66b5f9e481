import { FRAME_SAMPLES, VOICE_RATE } from './voice-format.ts'

/** Bits a second of voice. */
const BITS_PER_SECOND = 24_000

const encoding = {
  codec: 'opus',
  sampleRate: VOICE_RATE,
  numberOfChannels: 1,
  bitrate: BITS_PER_SECOND,
  opus: { frameDuration: (FRAME_SAMPLES / VOICE_RATE) * 1_000_000 },
} satisfies AudioEncoderConfig

/** Whether this browser can encode live voice. */
export async function canEncodeVoice(): Promise<boolean> {
  if (typeof AudioEncoder === 'undefined') return false
  try {
    return (await AudioEncoder.isConfigSupported(encoding)).supported === true
  } catch {
    return false // a browser that does not know one of the settings
  }
}

export interface VoiceEncoder {
  /** Encodes one frame. */
  encode: (samples: Float32Array<ArrayBuffer>) => void
  /** Resolves when all frames have been reported. The encoder then no longer works. */
  finish: () => Promise<void>
}

/** Encodes frames of voice and reports each as an Opus packet. */
export function createVoiceEncoder(onPacket: (packet: Uint8Array<ArrayBuffer>) => void, onError: () => void): VoiceEncoder {
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const packet = new Uint8Array(chunk.byteLength)
      chunk.copyTo(packet)
      onPacket(packet)
    },
    error: onError,
  })
  encoder.configure(encoding)
  let frames = 0
  return {
    encode(samples) {
      if (encoder.state !== 'configured') return
      const timestamp = (frames++ * FRAME_SAMPLES * 1_000_000) / VOICE_RATE
      const data = new AudioData({
        format: 'f32-planar',
        sampleRate: VOICE_RATE,
        numberOfChannels: 1,
        numberOfFrames: samples.length,
        timestamp,
        data: samples,
      })
      encoder.encode(data)
      data.close()
    },
    async finish() {
      if (encoder.state !== 'configured') return
      await encoder.flush().catch(() => undefined) // it failed before: `onError` was called
      if (encoder.state === 'configured') encoder.close()
    },
  }
}

export interface VoiceDecoder {
  /** Returns the samples of a packet at {@link VOICE_RATE}; none for a damaged packet. */
  decode: (packet: Uint8Array) => Float32Array<ArrayBuffer>
  close: () => void
}

/** Decodes by WebAssembly, because not every browser that can play WebAudio has WebCodecs. */
export async function createVoiceDecoder(): Promise<VoiceDecoder> {
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder({ channels: 1, streamCount: 1, coupledStreamCount: 0, channelMappingTable: [0] })
  await decoder.ready
  return {
    decode: (packet) => new Float32Array(decoder.decodeFrame(packet).channelData[0] ?? []),
    close: () => decoder.free(),
  }
}

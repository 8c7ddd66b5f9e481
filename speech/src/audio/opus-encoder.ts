import koffi from 'koffi'
import { SAMPLE_RATE } from '../recognizer.ts'

/** Samples of one packet: 20 ms. */
const PACKET_SAMPLES = (SAMPLE_RATE * 20) / 1000
const PACKET_BYTES_MAX = 1500
/** OPUS_APPLICATION_VOIP of opus_defines.h. */
const VOICE = 2048

type Library = ReturnType<typeof bind>
let library: Library | null = null

/** Whether this computer has libopus. */
export function canEncodeOpus(): boolean {
  try {
    load()
    return true
  } catch {
    return false
  }
}

const load = (): Library => (library ??= bind(koffi.load('libopus.so.0')))

const bind = (opus: ReturnType<typeof koffi.load>) => ({
  create: opus.func('void *opus_encoder_create(int32_t rate, int channels, int application, _Out_ int *error)'),
  encode: opus.func('int32_t opus_encode(void *encoder, const int16_t *pcm, int size, _Out_ uint8_t *data, int32_t max)'),
  destroy: opus.func('void opus_encoder_destroy(void *encoder)'),
})

/** @returns Opus packets of 20 ms. An incomplete last packet is dropped. @throws without libopus. */
export function encodeOpus(samples: Int16Array): Uint8Array<ArrayBuffer>[] {
  const { create, encode, destroy } = load()
  const encoder: unknown = create(SAMPLE_RATE, 1, VOICE, [0])
  const packets: Uint8Array<ArrayBuffer>[] = []
  for (let start = 0; start + PACKET_SAMPLES <= samples.length; start += PACKET_SAMPLES) {
    const packet = new Uint8Array(PACKET_BYTES_MAX)
    const frame = samples.subarray(start, start + PACKET_SAMPLES)
    const bytes = encode(encoder, frame, PACKET_SAMPLES, packet, packet.length) as number
    packets.push(packet.slice(0, bytes))
  }
  destroy(encoder)
  return packets
}

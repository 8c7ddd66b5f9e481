import koffi from 'koffi'

/** Samples of one packet: 20 ms at 16 kHz. */
const PACKET_SAMPLES = 320
const PACKET_BYTES_MAX = 1500
/** OPUS_APPLICATION_VOIP of opus_defines.h. */
const VOICE = 2048

/** @returns Opus packets of 20 ms. It uses libopus, which Debian's Chromium depends on. */
export function encodeOpus(samples: Int16Array): Uint8Array<ArrayBuffer>[] {
  const library = koffi.load('libopus.so.0')
  const create = library.func('void *opus_encoder_create(int32_t rate, int channels, int application, _Out_ int *error)')
  const encode = library.func(
    'int32_t opus_encode(void *encoder, const int16_t *pcm, int size, _Out_ uint8_t *data, int32_t max)',
  )
  const destroy = library.func('void opus_encoder_destroy(void *encoder)')
  const encoder: unknown = create(16_000, 1, VOICE, [0])
  const packets: Uint8Array<ArrayBuffer>[] = []
  for (let start = 0; start + PACKET_SAMPLES <= samples.length; start += PACKET_SAMPLES) {
    const packet = new Uint8Array(PACKET_BYTES_MAX)
    const bytes = encode(
      encoder,
      samples.subarray(start, start + PACKET_SAMPLES),
      PACKET_SAMPLES,
      packet,
      packet.length,
    ) as number
    packets.push(packet.slice(0, bytes))
  }
  destroy(encoder)
  return packets
}

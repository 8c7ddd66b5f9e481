const HEADER_BYTES = 44
const RATE = 8_000

/** Returns a WAV file of 8 bits, mono: silence, and a tone in its second half. */
export function wav(seconds: number): Blob {
  const count = Math.round(seconds * RATE)
  const bytes = new Uint8Array(HEADER_BYTES + count).fill(128, HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  const put = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  put(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + count, true)
  put(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  put(36, 'data')
  view.setUint32(40, count, true)
  for (let at = count / 2; at < count; at += 1) bytes[HEADER_BYTES + at] = at % 20 < 10 ? 255 : 0
  return new Blob([bytes], { type: 'audio/wav' })
}

import { z } from 'zod'

/** Max bytes of one packet, and max packets in one frame. */
const RADIO_PACKET_BYTES_MAX = 400
const RADIO_PACKETS_MAX = 4

// A radio frame is one binary message: the version of the format (1 byte), the id of the transmission (16 bytes), the sequence
// number of the first packet (4 bytes), then each packet with its length in bytes before it (2 bytes). Numbers are big endian.

const VERSION = 1
const HEADER_BYTES = 21
const LENGTH_BYTES = 2

/** Consecutive Opus packets of a transmission: 48 kHz, mono, 20 ms each. */
export interface RadioFrame {
  readonly transmissionId: string
  /** Number of the first packet in its transmission, from 0. Each packet counts, so that a listener notices what is missing. */
  readonly seq: number
  /** Up to four packets. None: the page talks, and posts its sound (`POST /audio-stream`). */
  readonly packets: readonly Uint8Array[]
}

/** Encodes a frame for the socket. */
export function encodeRadioFrame({ transmissionId, seq, packets }: RadioFrame): Uint8Array<ArrayBuffer> {
  const size = packets.reduce((sum, packet) => sum + LENGTH_BYTES + packet.length, HEADER_BYTES)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, VERSION)
  const hex = transmissionId.replaceAll('-', '')
  for (let index = 0; index < 16; index++) view.setUint8(1 + index, Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16))
  view.setUint32(17, seq)
  let offset = HEADER_BYTES
  for (const packet of packets) {
    view.setUint16(offset, packet.length)
    bytes.set(packet, offset + LENGTH_BYTES)
    offset += LENGTH_BYTES + packet.length
  }
  return bytes
}

/**
 * Decodes a frame. The packets are views of `data`.
 * @param data a `Buffer` in Node, an `ArrayBuffer` in browsers
 * @returns null for anything that {@link encodeRadioFrame} does not return for a valid frame
 */
export function decodeRadioFrame(data: Uint8Array | ArrayBuffer): RadioFrame | null {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data)
  if (bytes.length < HEADER_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint8(0) !== VERSION) return null
  const packets: Uint8Array[] = []
  for (let offset = HEADER_BYTES; offset < bytes.length;) {
    if (offset + LENGTH_BYTES > bytes.length) return null
    const length = view.getUint16(offset)
    const end = offset + LENGTH_BYTES + length
    if (length === 0 || length > RADIO_PACKET_BYTES_MAX || end > bytes.length) return null
    packets.push(bytes.subarray(offset + LENGTH_BYTES, end))
    offset = end
  }
  if (packets.length > RADIO_PACKETS_MAX) return null
  return { transmissionId: uuidOf(bytes.subarray(1, 17)), seq: view.getUint32(17), packets }
}

function uuidOf(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The bytes of a radio frame on the socket. */
export const RadioFrameBytes = z
  .custom<Uint8Array | ArrayBuffer>((data) => data instanceof Uint8Array || data instanceof ArrayBuffer, 'common.wrongType')
  .refine((data) => decodeRadioFrame(data) !== null, 'common.wrongType')

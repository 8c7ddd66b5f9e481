import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import { clock } from './figures.ts'

/** Bytes of an Opus packet of 20 ms at 24 kbit/s. The first eight are the time at which the frame was sent. */
const PACKET_BYTES = 60
/** Milliseconds between two frames, of two packets each. */
export const FRAME_MS = 40

/** A page in a radio chat of the product, or in a room of the bare relay. */
export interface RadioPage {
  readonly socket: Socket
  readonly room: string
  readonly endpointId: string
}

/** @param token null: the bare relay */
export async function openRadioPage(url: string, token: string | null, room: string): Promise<RadioPage> {
  const socket = io(url, {
    transports: ['websocket'],
    auth: token === null ? {} : { token },
    forceNew: true,
    reconnection: false,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const page = { socket, room, endpointId: randomUUID() }
  if (token === null) await socket.emitWithAck('join', room)
  else await send(page, 'asr-chat:join', {})
  return page
}

/** Sends a command of the product and returns its reply. @throws for an error */
export async function send({ socket, room, endpointId }: RadioPage, name: string, payload: object): Promise<unknown> {
  const ack = (await socket.emitWithAck(name, { messageThreadId: room, endpointId, ...payload })) as {
    readonly ok: boolean
    readonly code?: string
    readonly reply?: unknown
  } // the acknowledgement of every command
  if (!ack.ok) throw new Error(`${name}: ${ack.code}`)
  return ack.reply
}

/** Sends frames with the time in them for some milliseconds. */
export async function transmit({ socket }: RadioPage, transmissionId: string, milliseconds: number): Promise<void> {
  const from = clock()
  for (let seq = 0; clock() - from < milliseconds; seq += 2) {
    const first = new Uint8Array(PACKET_BYTES)
    new DataView(first.buffer).setFloat64(0, clock())
    socket.emit('radio:frame', encodeRadioFrame({ transmissionId, seq, packets: [first, new Uint8Array(PACKET_BYTES)] }))
    const next = from + (seq / 2 + 1) * FRAME_MS
    await new Promise((resolve) => setTimeout(resolve, Math.max(next - clock(), 0)))
  }
}

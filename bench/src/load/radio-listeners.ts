import { decodeRadioFrame } from '@noroshi/contract/radio/frames'
import { clock } from './figures.ts'
import { openRadioPage } from './radio-page.ts'

// A process with listeners of radio chats. On each message 'report' it sends the milliseconds that each frame took since the last
// report.
export interface ListenerOptions {
  readonly url: string
  /** A room of each listener, and its token; null: the bare relay. */
  readonly listeners: readonly { readonly room: string; readonly token: string | null }[]
}

let times: number[] = []

async function connect({ url, listeners }: ListenerOptions): Promise<void> {
  for (const { room, token } of listeners) {
    const { socket } = await openRadioPage(url, token, room)
    socket.on('radio:frame', (bytes: Uint8Array) => {
      const packet = decodeRadioFrame(bytes)?.packets[0]
      if (packet) times.push(clock() - new DataView(packet.buffer, packet.byteOffset).getFloat64(0))
    })
  }
  process.send?.('connected')
}

process.on('message', (message: ListenerOptions | 'report') => {
  if (message === 'report') {
    process.send?.(times)
    times = []
  } else void connect(message)
})
process.on('disconnect', () => process.exit(0))

import { io } from 'socket.io-client'
import { clock } from './figures.ts'

// A process with many socket clients. It reports to its parent when each client received a broadcast.
export interface ClientOptions {
  readonly url: string
  readonly event: string
  /** One token for each socket. The empty token opens a socket without a session. */
  readonly tokens: readonly string[]
  /** Whether clients acknowledge as the web does: alerts are collected for 100 ms, then `alert:delivered` is emitted. */
  readonly acknowledges: boolean
}
export interface Received {
  readonly id: string
  readonly times: readonly number[]
}

const CONCURRENT_CONNECTS = 50
const COLLECT_MS = 100

process.on('message', (options: ClientOptions) => void connect(options))

async function connect({ url, event, tokens, acknowledges }: ClientOptions): Promise<void> {
  const received = new Map<string, number[]>()
  const record = (id: string) => {
    const times = received.get(id) ?? []
    times.push(clock())
    received.set(id, times)
    if (times.length < tokens.length) return
    process.send?.({ id, times } satisfies Received)
    received.delete(id)
  }
  const open = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = io(url, {
        transports: ['websocket'],
        auth: token === '' ? {} : { token },
        forceNew: true,
        reconnection: false,
      })
      const collected: string[] = []
      socket.on(event, ({ id }: { id: string }) => {
        record(id)
        if (acknowledges && collected.push(id) === 1)
          setTimeout(() => socket.emit('alert:delivered', { alertIds: collected.splice(0) }, () => undefined), COLLECT_MS)
      })
      socket.once('connect', () => resolve())
      socket.once('connect_error', reject)
    })
  for (let at = 0; at < tokens.length; at += CONCURRENT_CONNECTS)
    await Promise.all(tokens.slice(at, at + CONCURRENT_CONNECTS).map(open))
  process.send?.('connected')
}

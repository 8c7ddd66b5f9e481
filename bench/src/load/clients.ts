import { io } from 'socket.io-client'
import { clock } from './figures.ts'

// A process full of clients. It tells its parent, for each broadcast, when each of them held it.
export interface Orders {
  readonly url: string
  readonly event: string
  /** One socket each; the empty token is a socket without a session. */
  readonly tokens: readonly string[]
  /** Acknowledge as the product's clients do: gathered for 100 ms, then `alert:delivered`. */
  readonly acknowledges: boolean
}
export interface Held {
  readonly id: string
  readonly times: readonly number[]
}

const CONNECT_AT_ONCE = 50
const GATHER = 100

process.on('message', (orders: Orders) => void connect(orders))

async function connect({ url, event, tokens, acknowledges }: Orders): Promise<void> {
  const held = new Map<string, number[]>()
  const take = (id: string) => {
    const times = held.get(id) ?? []
    times.push(clock())
    held.set(id, times)
    if (times.length < tokens.length) return
    process.send?.({ id, times } satisfies Held)
    held.delete(id)
  }
  const open = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = io(url, {
        transports: ['websocket'],
        auth: token === '' ? {} : { token },
        forceNew: true,
        reconnection: false,
      })
      const gathered: string[] = []
      socket.on(event, ({ id }: { id: string }) => {
        take(id)
        if (acknowledges && gathered.push(id) === 1)
          setTimeout(() => socket.emit('alert:delivered', { alertIds: gathered.splice(0) }, () => undefined), GATHER)
      })
      socket.once('connect', () => resolve())
      socket.once('connect_error', reject)
    })
  for (let at = 0; at < tokens.length; at += CONNECT_AT_ONCE) await Promise.all(tokens.slice(at, at + CONNECT_AT_ONCE).map(open))
  process.send?.('connected')
}

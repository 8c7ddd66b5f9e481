import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE } from '@noroshi/contract/addresses'
import { io, type Socket } from 'socket.io-client'
import { clock } from './figures.ts'

// A process with many devices. Each reconnects, catches up and acknowledges alerts as the web does.

export interface StormOptions {
  readonly url: string
  /** One token for each device. */
  readonly tokens: readonly string[]
}
/** Sent when all devices of the process are connected and have caught up. */
export interface AllBack {
  readonly kind: 'back'
  /** When each device connected. */
  readonly connected: readonly number[]
  /** When each device had its missed events. */
  readonly caughtUp: readonly number[]
}
/** Sent on request: for each alert, when each device had it. */
export interface Alarms {
  readonly kind: 'alarms'
  readonly times: Readonly<Record<string, readonly number[]>>
  /** Catch-ups whose reply was that the journal does not have all missed events. */
  readonly incomplete: number
}

/** Milliseconds until a lost connection is opened again, and until a failed catch-up is repeated: as in the web (tuning.ts). */
const RECONNECT = { first: 500, max: 5000 }
const RETRY_MS = 5000
const COLLECT_MS = 100
const CONCURRENT_FIRST_CONNECTS = 50

interface Event {
  readonly name: string
  readonly payload: { readonly id: string }
}
interface Missed {
  readonly events: readonly Event[]
  readonly cursor: string
  readonly complete: boolean
}

const agent = new Agent({ keepAlive: true })
const times: Record<string, number[]> = {}
let incomplete = 0
/** The devices that are connected and have caught up. */
const back = new Map<Device, { readonly connectedAt: number; readonly caughtUpAt: number }>()

class Device {
  readonly #url: string
  readonly #token: string
  readonly #onBack: () => void
  readonly #socket: Socket
  readonly #alerts = new Set<string>()
  #collected: string[] = []
  #cursor: string | null = null
  #isCaughtUp = false
  #failures = 0

  constructor(url: string, token: string, onBack: () => void) {
    this.#url = url
    this.#token = token
    this.#onBack = onBack
    this.#socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false })
    this.#socket.on('connect', () => {
      this.#failures = 0
      this.#isCaughtUp = false
      void this.#catchUp(clock())
    })
    this.#socket.on('connect_error', () => this.#reconnectLater())
    this.#socket.on('disconnect', () => {
      back.delete(this)
      this.#reconnectLater()
    })
    this.#socket.onAny((name: string, payload: Event['payload'], { cursor }: { cursor: string | null }) => {
      this.#record({ name, payload })
      // Before the catch-up, the cursor of a new event would skip the missed events.
      if (cursor !== null && this.#isCaughtUp) this.#cursor = cursor
    })
  }

  #reconnectLater(): void {
    this.#failures += 1
    const limit = Math.min(RECONNECT.first * 2 ** (this.#failures - 1), RECONNECT.max)
    setTimeout(() => this.#socket.connect(), limit * (0.5 + Math.random() / 2))
  }

  async #catchUp(connectedAt: number): Promise<void> {
    while (this.#socket.connected) {
      const missed = await this.#fetchMissed().catch(() => null)
      if (missed !== null) {
        for (const event of missed.events) this.#record(event)
        if (!missed.complete) incomplete += 1
        this.#cursor = missed.cursor
        this.#isCaughtUp = true
        back.set(this, { connectedAt, caughtUpAt: clock() })
        return this.#onBack()
      }
      await sleep(RETRY_MS)
    }
  }

  #record({ name, payload }: Event): void {
    if (name !== 'alert:new_alert' || this.#alerts.has(payload.id)) return
    this.#alerts.add(payload.id)
    ;(times[payload.id] ??= []).push(clock())
    if (this.#collected.push(payload.id) > 1) return
    setTimeout(() => this.#socket.emit('alert:delivered', { alertIds: this.#collected.splice(0) }, () => undefined), COLLECT_MS)
  }

  #fetchMissed(): Promise<Missed> {
    const query = this.#cursor === null ? '' : `?since=${this.#cursor}`
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#token}` }
      const sent = request(`${this.#url}${API_BASE}/events${query}`, { agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('error', reject)
        response.once('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text) as Missed) // the reply of GET /events
          else reject(new Error(text))
        })
      })
      sent.once('error', reject)
      sent.end()
    })
  }
}

process.on('message', (message: StormOptions | 'report') => {
  if (message === 'report') process.send?.({ kind: 'alarms', times, incomplete } satisfies Alarms)
  else void connect(message)
})
process.once('disconnect', () => process.exit())

async function connect({ url, tokens }: StormOptions): Promise<void> {
  const onBack = () => {
    if (back.size < tokens.length) return
    const times = [...back.values()]
    const connected = times.map(({ connectedAt }) => connectedAt)
    process.send?.({ kind: 'back', connected, caughtUp: times.map(({ caughtUpAt }) => caughtUpAt) } satisfies AllBack)
  }
  for (let at = 0; at < tokens.length; at += CONCURRENT_FIRST_CONNECTS) {
    const group = tokens.slice(at, at + CONCURRENT_FIRST_CONNECTS)
    const devices = group.map((token) => new Device(url, token, onBack))
    while (devices.some((device) => !back.has(device))) await sleep(5)
  }
}

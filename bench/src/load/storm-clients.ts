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
  /** Time at which each device connected. */
  readonly connected: readonly number[]
  /** Time at which each device had its missed events. */
  readonly caughtUp: readonly number[]
}
/** Sent on request: for each alert, how many devices have it, and since when the last of them does. */
export interface Alarms {
  readonly kind: 'alarms'
  readonly received: Readonly<Record<string, { readonly devices: number; readonly last: number }>>
  /** Number of times that a device missed so many events that it fetched the alerts instead. */
  readonly refetches: number
}

/**
 * Milliseconds until a lost connection is opened again, and until a failed catch-up is repeated: as in the web
 * (tuning.ts).
 */
const RECONNECT = { first: 500, max: 5000 }
const RETRY_MS = 5000
const COLLECT_MS = 100
const CONCURRENT_FIRST_CONNECTS = 50

interface Event {
  readonly name: string
  readonly payload: { readonly id: string }
}
/** A page of the list of alerts. */
interface AlertPage {
  readonly items: readonly Event['payload'][]
  readonly nextCursor: string | null
}
/** The reply of `GET /events`. */
interface Missed {
  readonly events: readonly Event[]
  readonly cursor: string
  readonly complete: boolean
}

const agent = new Agent({ keepAlive: true })
const received: Record<string, { devices: number; last: number }> = {}
let refetches = 0
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
      const missed = await this.#fetchMissed().catch(() => null) // it is repeated
      if (missed !== null) {
        for (const event of missed.events) this.#record(event)
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
    received[payload.id] = { devices: (received[payload.id]?.devices ?? 0) + 1, last: clock() }
    if (this.#collected.push(payload.id) > 1) return
    setTimeout(() => this.#socket.emit('alert:delivered', { alertIds: this.#collected.splice(0) }, () => undefined), COLLECT_MS)
  }

  /** Fetches the missed events; the alerts as well if there were too many events. */
  async #fetchMissed(): Promise<Missed> {
    const missed = (await this.#get(`/events${this.#cursor === null ? '' : `?since=${this.#cursor}`}`)) as Missed
    if (missed.complete) return missed
    refetches += 1
    const events: Event[] = []
    for (let next: string | null = ''; next !== null;) {
      const page = (await this.#get(`/alerts?status=active${next === '' ? '' : `&cursor=${next}`}`)) as AlertPage
      events.push(...page.items.map((payload) => ({ name: 'alert:new_alert', payload })))
      next = page.nextCursor
    }
    return { ...missed, events }
  }

  #get(route: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#token}` }
      const sent = request(this.#url + API_BASE + route, { agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('error', reject)
        response.once('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text))
          else reject(new Error(text))
        })
      })
      sent.once('error', reject)
      sent.end()
    })
  }
}

process.on('message', (message: StormOptions | 'report') => {
  if (message === 'report') process.send?.({ kind: 'alarms', received, refetches } satisfies Alarms)
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

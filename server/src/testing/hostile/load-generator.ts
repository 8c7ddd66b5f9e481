import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Route } from '@noroshi/contract/define'
import { Caller } from '../caller.ts'

/** Milliseconds before a device repeats a request without a reply. */
const RETRY_DELAY = 30

/** An acknowledged request of a device. */
export interface Sent {
  readonly clientId: string
  readonly kind: 'anonymous' | 'named' | 'message'
  /** The id in the reply. */
  readonly id: string
  /** Number of requests until the reply arrived. */
  readonly tries: number
}

/** Simulates devices that raise alerts and send messages, one request at a time, and repeat requests without a reply. */
export class LoadGenerator {
  readonly acknowledged: Sent[] = []
  /** Replies with an unexpected status: neither a success nor 'unavailable'. */
  readonly wrong: string[] = []
  #isStopped = false
  readonly #url: () => string
  readonly #devices: Promise<void>[]

  /** Each of the `raisers` raises one alert; the `writers` send messages to one alert. Both are session tokens. */
  constructor(url: () => string, { raisers, writers, alertId }: { raisers: string[]; writers: string[]; alertId: string }) {
    this.#url = url
    const anonymous = () => this.#send('anonymous', null, alertRoutes.raise, {})
    const named = async () => {
      const token = raisers.pop()
      if (token === undefined) await sleep(RETRY_DELAY)
      else await this.#send('named', token, alertRoutes.raise, {})
    }
    const writing = (token: string) => () =>
      this.#send('message', token, alertRoutes.sendMessage, { alertId, text: `word ${randomUUID()}` })
    this.#devices = [anonymous, anonymous, anonymous, named, ...writers.map(writing)].map((work) => this.#repeat(work))
  }

  /** Waits for a number of further replies. */
  async runUntil(replies: number): Promise<void> {
    const until = this.acknowledged.length + replies
    while (this.acknowledged.length < until && this.wrong.length === 0) await sleep(5)
  }

  /** Stops new requests. Running ones are repeated until they get a reply. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#devices)
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) await work()
  }

  async #send(kind: Sent['kind'], token: string | null, route: Route, content: Record<string, unknown>): Promise<void> {
    const clientId = randomUUID()
    for (let tries = 1; ; tries++) {
      // null without a connection
      const reply = await new Caller(this.#url(), token).request(route, { body: { ...content, clientId } }).catch(() => null)
      if (reply !== null && reply.status < 300) {
        const { id } = reply.body as { id: string } // alerts and messages have one
        this.acknowledged.push({ clientId, kind, id, tries })
        return
      }
      if (reply !== null && reply.status !== 503) {
        this.wrong.push(`${kind}: ${reply.status} ${JSON.stringify(reply.body)}`)
        return
      }
      await sleep(RETRY_DELAY)
    }
  }
}

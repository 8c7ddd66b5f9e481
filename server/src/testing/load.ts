import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Route } from '@noroshi/contract/define'
import { Caller } from './caller.ts'

/** Milliseconds until a device repeats what was not answered. */
const AGAIN = 30

/** What a device sent, and what was answered. */
export interface Sent {
  readonly clientId: string
  readonly kind: 'anonymous' | 'named' | 'message'
  /** The id of the answer. */
  readonly id: string
  /** How often it was sent until the answer came. */
  readonly tries: number
}

/** Devices that raise alerts and write, each one after the other, and repeat whatever is not answered. */
export class Load {
  readonly acknowledged: Sent[] = []
  /** Answers that no device should get: neither a success nor 'unavailable'. */
  readonly wrong: string[] = []
  #isOver = false
  readonly #url: () => string
  readonly #devices: Promise<void>[]

  /** `raisers` raise one alert each; `writers` write into the thread of one alert. */
  constructor(url: () => string, { raisers, writers, alertId }: { raisers: string[]; writers: string[]; alertId: string }) {
    this.#url = url
    const anonymous = () => this.#sends('anonymous', null, alertRoutes.raise, {})
    const named = async () => {
      const token = raisers.pop()
      if (token === undefined) await sleep(AGAIN)
      else await this.#sends('named', token, alertRoutes.raise, {})
    }
    const writing = (token: string) => () =>
      this.#sends('message', token, alertRoutes.sendMessage, { alertId, text: `word ${randomUUID()}` })
    this.#devices = [anonymous, anonymous, anonymous, named, ...writers.map(writing)].map((work) => this.#repeats(work))
  }

  /** Waits for so many more answers. */
  async goesOn(answers: number): Promise<void> {
    const until = this.acknowledged.length + answers
    while (this.acknowledged.length < until && this.wrong.length === 0) await sleep(5)
  }

  /** No new sending; what was sent is repeated until it is answered. */
  async ends(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#devices)
  }

  async #repeats(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) await work()
  }

  async #sends(kind: Sent['kind'], token: string | null, route: Route, content: Record<string, unknown>): Promise<void> {
    const clientId = randomUUID()
    for (let tries = 1; ; tries++) {
      const answer = await new Caller(this.#url(), token).asks(route, { body: { ...content, clientId } }).catch(() => null) // away
      if (answer !== null && answer.status < 300) {
        const { id } = answer.body as { id: string } // alerts and messages have one
        this.acknowledged.push({ clientId, kind, id, tries })
        return
      }
      if (answer !== null && answer.status !== 503) {
        this.wrong.push(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return
      }
      await sleep(AGAIN)
    }
  }
}

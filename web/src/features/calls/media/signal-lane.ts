import type { CallSignal, Endpoint } from '@noroshi/contract/calls/calls.events'

/**
 * The result of one attempt. `repeat`: it may succeed later. `gone`: the endpoint or the call does not exist any more.
 */
export type SendResult = 'delivered' | 'repeat' | 'gone'
export type SendSignal = (to: Endpoint, seq: number, signal: CallSignal) => Promise<SendResult>

/** Milliseconds between two attempts to send a signal. */
const REPEAT_MS = 500

/**
 * The signals between this page and one other endpoint. Each signal has a number. The sender repeats it until it is
 * acknowledged; the receiver handles each number once and in order.
 */
export class SignalLane {
  readonly #to: Endpoint
  readonly #send: SendSignal
  readonly #handle: (signal: CallSignal) => Promise<void>
  #nextToSend = 0
  #nextToHandle = 0
  /** Signals that arrived before an earlier one. */
  readonly #early = new Map<number, CallSignal>()
  #handling: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(to: Endpoint, send: SendSignal, handle: (signal: CallSignal) => Promise<void>) {
    this.#to = to
    this.#send = send
    this.#handle = handle
  }

  send(signal: CallSignal) {
    void this.#sendUntilDelivered(this.#nextToSend++, signal)
  }

  receive(seq: number, signal: CallSignal) {
    if (seq < this.#nextToHandle) return // a repetition
    this.#early.set(seq, signal)
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      const current = next
      this.#handling = this.#handling.then(() => (this.#isClosed ? undefined : this.#handle(current)))
    }
  }

  close() {
    this.#isClosed = true
  }

  #takeNext(): CallSignal | undefined {
    const next = this.#early.get(this.#nextToHandle)
    if (!next) return undefined
    this.#early.delete(this.#nextToHandle++)
    return next
  }

  async #sendUntilDelivered(seq: number, signal: CallSignal): Promise<void> {
    while (!this.#isClosed) {
      const result = await this.#send(this.#to, seq, signal)
      if (result !== 'repeat') return
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS))
    }
  }
}

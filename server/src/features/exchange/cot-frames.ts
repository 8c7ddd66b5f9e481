/** Max bytes of one event. */
export const COT_BYTES_MAX = 64_000

const END = Buffer.from('</event>')
const NOTHING = Buffer.alloc(0)

/**
 * Splits a stream of CoT events (protocol version 0: XML documents after each other) into its events, however the network
 * splits or merges them. An event above the limit is left out, and the next one is read.
 */
export class CotFrames {
  /** The event that is not complete yet. */
  #parts: Buffer[] = []
  #size = 0
  /** The last bytes of the event, in which its end may have begun. */
  #tail = NOTHING

  /** Returns the events that are complete with these bytes. */
  add(bytes: Buffer): Buffer[] {
    const events: Buffer[] = []
    let rest = bytes
    for (let end = this.#endIn(rest); end !== null; end = this.#endIn(rest)) {
      this.#keep(rest.subarray(0, end))
      if (this.#size <= COT_BYTES_MAX) events.push(fromStart(Buffer.concat(this.#parts)))
      this.#parts = []
      this.#size = 0
      this.#tail = NOTHING
      rest = rest.subarray(end)
    }
    this.#keep(rest)
    return events
  }

  /** Returns the number of bytes that belong to the event; null if it does not end in them. */
  #endIn(bytes: Buffer): number | null {
    const at = Buffer.concat([this.#tail, bytes]).indexOf(END)
    return at === -1 ? null : at + END.length - this.#tail.length
  }

  #keep(bytes: Buffer): void {
    this.#size += bytes.length
    if (this.#size > COT_BYTES_MAX) this.#parts = []
    else this.#parts.push(bytes)
    this.#tail = Buffer.concat([this.#tail, bytes]).subarray(1 - END.length)
  }
}

/** Returns an event without what is before it, such as the space that no declaration of XML may have there. */
const fromStart = (event: Buffer): Buffer => event.subarray(Math.max(0, event.indexOf('<')))

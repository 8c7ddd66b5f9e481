import type { WaitingNote } from '#/features/files/transcripts.service.ts'

/** Sources whose last turn is remembered. */
const SOURCES_MAX = 10_000

/**
 * The order in which voice notes are recognised: sources take turns, and of sources whose turn is equal the one with the shortest
 * note is first. A source with many notes, or with long ones, delays itself alone.
 */
export class NoteTurns {
  /** The sources in the order of their last turns. */
  readonly #served = new Set<string>()

  /** Returns the note whose turn it is, and remembers it; undefined if none waits. @param waiting the next note of each source */
  next(waiting: readonly WaitingNote[]): WaitingNote | undefined {
    const order = new Map([...this.#served].map((source, index) => [source, index + 1]))
    const turnOf = ({ source }: WaitingNote) => order.get(source) ?? 0
    const [first] = waiting.toSorted((a, b) => turnOf(a) - turnOf(b) || a.size - b.size || (a.file_id < b.file_id ? -1 : 1))
    if (first === undefined) return undefined
    this.#served.delete(first.source)
    this.#served.add(first.source)
    const [oldest] = this.#served
    if (oldest !== undefined && this.#served.size > SOURCES_MAX) this.#served.delete(oldest)
    return first
  }
}

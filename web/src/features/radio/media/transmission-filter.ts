/** Ended transmissions that are remembered. */
const ENDED_MAX = 50

/**
 * Tracks which live sound belongs to the floor. A server process that was disconnected may still send sound of an earlier
 * speaker.
 */
export class TransmissionFilter {
  #current: string | null = null
  readonly #ended = new Set<string>()

  /** Applies each event of the floor. @param transmissionId null: the floor is free */
  setFloor(transmissionId: string | null): void {
    if (this.#current !== null && this.#current !== transmissionId) this.#ended.add(this.#current)
    const [oldest] = this.#ended
    if (this.#ended.size > ENDED_MAX && oldest !== undefined) this.#ended.delete(oldest)
    this.#current = transmissionId
  }

  /**
   * Whether the sound of a transmission may be played. The first sound may arrive before its floor; ids rise with time.
   */
  accepts(transmissionId: string): boolean {
    if (transmissionId === this.#current) return true
    return !this.#ended.has(transmissionId) && (this.#current === null || transmissionId > this.#current)
  }
}

/** Max bytes of the bodies of one source, and of all sources. */
const OF_SOURCE_MAX = 8 * 1024 * 1024
const TOTAL_MAX = 128 * 1024 * 1024

/** A body in memory that has not ended. */
export interface UnfinishedBody {
  /** Counts further bytes. Returns false when the source has too many: the caller then drops the body. */
  add(bytes: number): boolean
  /** Uncounts the body, which has ended or was dropped. */
  end(): void
}

interface Counted {
  bytes: number
  readonly drop: () => void
}
interface Source {
  bytes: number
  readonly bodies: Set<Counted>
}

/**
 * Counts the bytes of bodies in memory that have not ended. When all sources together have too many, the largest body of the source
 * with the most bytes is dropped, so that strangers with thousands of bodies take the text of no other SOS.
 */
export class UnfinishedBodies {
  readonly #sources = new Map<string, Source>()
  readonly #totalMax: number
  #total = 0

  constructor(totalMax = TOTAL_MAX) {
    this.#totalMax = totalMax
  }

  /** @param drop called when the body must go; it calls `end` */
  begin(name: string, drop: () => void): UnfinishedBody {
    const source = this.#sources.get(name) ?? { bytes: 0, bodies: new Set() }
    const body: Counted = { bytes: 0, drop }
    this.#sources.set(name, source)
    source.bodies.add(body)
    return {
      add: (bytes) => {
        this.#count(source, body, bytes)
        if (source.bytes > OF_SOURCE_MAX) return false
        if (this.#total > this.#totalMax) largest(largest(this.#sources.values()).bodies).drop()
        return true
      },
      end: () => {
        if (!source.bodies.delete(body)) return
        this.#count(source, body, -body.bytes)
        if (source.bodies.size === 0) this.#sources.delete(name)
      },
    }
  }

  #count(source: Source, body: Counted, bytes: number): void {
    body.bytes += bytes
    source.bytes += bytes
    this.#total += bytes
  }
}

const largest = <Item extends { readonly bytes: number }>(items: Iterable<Item>): Item =>
  [...items].reduce((first, second) => (second.bytes > first.bytes ? second : first))

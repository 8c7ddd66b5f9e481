import { DamagedArchive } from '../pmtiles-archive.ts'

/** Consecutive bytes of an archive that an extract has too. */
export interface Piece {
  /** Offset of the first byte in the archive. */
  readonly from: number
  readonly length: number
  /** Offset of the first byte in the tiles of the extract. */
  readonly to: number
}

/** The pieces from index `first` to before `end`, whose bytes one request reads, with the small gaps between them. */
export interface PieceRange {
  readonly first: number
  readonly end: number
}

/** The part of the bytes of an extract that are read too much, to save requests. */
const GAPS_PART = 0.05

/** The bytes of tiles in the order in which an extract stores them. */
export class TilePieces {
  readonly all: Piece[] = []
  bytes = 0
  /** Number of tiles with different bytes. */
  contents = 0
  /** The pieces that rise in the archive too, as most do where it is sorted by the ids of tiles. */
  readonly #rising: Piece[] = []
  /** The others: the bytes of a tile that another tile outside of the area had first. */
  readonly #others = new Map<number, Piece>()

  /**
   * Adds the bytes of a tile unless they are there.
   * @returns their offset in the tiles of the extract
   * @throws DamagedArchive if they begin or end within the bytes of another tile
   */
  add(from: number, length: number): number {
    const known = this.#find(from)
    if (known !== undefined) {
      if (from + length > known.from + known.length) throw new DamagedArchive('the bytes of two tiles overlap')
      return known.to + from - known.from
    }
    const last = this.#rising.at(-1)
    const to = this.bytes
    this.bytes += length
    this.contents++
    if (last !== undefined && from < last.from + last.length) {
      const piece = { from, length, to }
      this.#others.set(from, piece)
      this.all.push(piece)
    } else if (last !== undefined && last === this.all.at(-1) && from === last.from + last.length)
      this.#replaceLast({ ...last, length: last.length + length })
    else {
      const piece = { from, length, to }
      this.#rising.push(piece)
      this.all.push(piece)
    }
    return to
  }

  #replaceLast(piece: Piece): void {
    this.#rising[this.#rising.length - 1] = piece
    this.all[this.all.length - 1] = piece
  }

  #find(from: number): Piece | undefined {
    let [low, high] = [0, this.#rising.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#rising[middle]?.from ?? Infinity) <= from) low = middle + 1
      else high = middle
    }
    const piece = this.#rising[low - 1]
    return piece !== undefined && from < piece.from + piece.length ? piece : this.#others.get(from)
  }
}

/** Joins pieces that are near each other into requests, the smallest gaps first. */
export function requestsOf(pieces: readonly Piece[], bytes: number): PieceRange[] {
  const gapBefore = (index: number): number => {
    const [before, piece] = [pieces[index - 1], pieces[index]]
    return before && piece ? piece.from - before.from - before.length : -1
  }
  const gaps = pieces.map((_, index) => gapBefore(index))
  let rest = bytes * GAPS_PART
  const isJoined = new Set<number>()
  for (const index of [...gaps.keys()]
    .filter((at) => (gaps[at] ?? -1) >= 0)
    .toSorted((a, b) => (gaps[a] ?? 0) - (gaps[b] ?? 0))) {
    rest -= gaps[index] ?? 0
    if (rest < 0) break
    isJoined.add(index)
  }
  const starts = [...pieces.keys()].filter((index) => !isJoined.has(index))
  return starts.map((first, at) => ({ first, end: starts[at + 1] ?? pieces.length }))
}

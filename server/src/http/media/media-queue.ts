import { AppError } from '../errors.ts'

/** Determines the order of a file in the queue. */
export interface MediaTurn {
  /** The file belongs to an active SOS. */
  readonly isSos: boolean
  /** The user of a session, else the network address (`sourceOfCaller`). */
  readonly source: string
  /** Whether the request has a session. */
  readonly isMember: boolean
  /** Aborts when the request ends. The file then leaves the queue, or its work stops. */
  readonly signal: AbortSignal
}

/** A task of the queue. It calls `charge` with the milliseconds of processor time that it used. */
type Task<Result> = (charge: (milliseconds: number) => void) => Promise<Result>

interface Waiting {
  readonly turn: MediaTurn
  readonly start: () => void
  readonly reject: (error: AppError) => void
}

/** Milliseconds after which half of the used processor time of a source is forgotten. */
const HALF_LIFE = 60_000
/** Max milliseconds of used processor time with which a source's files of an SOS are still before all others. */
const SOS_USED_MAX = 10_000
/** Max sources whose used processor time is remembered. The one that ran longest ago is forgotten first. */
const SOURCES_MAX = 4096

/** Remembers how much processor time each source used lately. */
class UsedTime {
  readonly #used = new Map<string, { readonly milliseconds: number; readonly at: number }>()

  of(source: string): number {
    const { milliseconds, at } = this.#used.get(source) ?? { milliseconds: 0, at: 0 }
    return milliseconds * 0.5 ** ((performance.now() - at) / HALF_LIFE)
  }

  add(source: string, milliseconds: number): void {
    const sum = this.of(source) + milliseconds
    this.#used.delete(source) // so that the source is the last one in the order of the map
    this.#used.set(source, { milliseconds: sum, at: performance.now() })
    const [first] = this.#used.keys()
    if (this.#used.size > SOURCES_MAX && first !== undefined) this.#used.delete(first)
  }
}

/**
 * Runs at most `concurrency` tasks at a time: at most one of each source, and one place fewer for callers without a session.
 * At most `waitingMax` others wait. Files of an SOS are first, while their source has used little processor time, then the
 * files of the source that used least. When too many wait, the largest source loses its newest file, with file.busy (503).
 */
export class MediaQueue {
  readonly #concurrency: number
  readonly #waitingMax: number
  readonly #running: MediaTurn[] = []
  #waiting: Waiting[] = []
  readonly #used = new UsedTime()

  constructor(concurrency: number, waitingMax: number) {
    this.#concurrency = concurrency
    this.#waitingMax = waitingMax
  }

  /** The number of tasks that wait. */
  readonly waiting = (): number => this.#waiting.length

  /** @throws AppError file.busy, and invalid when the request ends before the task starts. */
  async run<Result>(turn: MediaTurn, task: Task<Result>): Promise<Result> {
    await this.#takeTurn(turn)
    try {
      return await task((milliseconds) => this.#used.add(turn.source, milliseconds))
    } finally {
      this.#running.splice(this.#running.indexOf(turn), 1)
      this.#startNext()
    }
  }

  async #takeTurn(turn: MediaTurn): Promise<void> {
    let onAbort = (): void => undefined
    try {
      await new Promise<void>((start, reject) => {
        const entry = { turn, start, reject }
        onAbort = () => this.#remove(entry, 'invalid') // the client has gone and gets no reply
        if (turn.signal.aborted) return reject(new AppError('invalid'))
        turn.signal.addEventListener('abort', onAbort)
        this.#waiting.push(entry)
        this.#startNext()
        if (this.#waiting.length > this.#waitingMax) this.#remove(this.#newestOfLargest(), 'file.busy')
      })
    } finally {
      turn.signal.removeEventListener('abort', onAbort)
    }
  }

  #remove(entry: Waiting | undefined, code: 'invalid' | 'file.busy'): void {
    if (entry === undefined) return
    this.#waiting = this.#waiting.filter((other) => other !== entry)
    entry.reject(new AppError(code))
  }

  #startNext(): void {
    for (;;) {
      const [next] = this.#waiting
        .filter(({ turn }) => this.#mayRun(turn))
        .toSorted((one, other) => this.#rank(one.turn) - this.#rank(other.turn))
      if (next === undefined) return
      this.#waiting = this.#waiting.filter((other) => other !== next)
      this.#running.push(next.turn)
      next.start()
    }
  }

  #mayRun({ source, isMember }: MediaTurn): boolean {
    if (this.#running.length >= this.#concurrency || this.#running.some((turn) => turn.source === source)) return false
    return isMember || this.#running.filter((turn) => !turn.isMember).length < Math.max(1, this.#concurrency - 1)
  }

  /** The lowest rank runs first. */
  #rank({ isSos, source }: MediaTurn): number {
    const used = this.#used.of(source)
    return isSos && used < SOS_USED_MAX ? used - SOS_USED_MAX : used
  }

  /** Of two sources with as many files, one without a session is the larger, then the one that used more processor time. */
  #newestOfLargest(): Waiting | undefined {
    const counts = new Map<string, number>()
    for (const { turn } of this.#waiting) counts.set(turn.source, (counts.get(turn.source) ?? 0) + 1)
    const sizeOf = ({ turn }: Waiting) => [
      counts.get(turn.source) ?? 0,
      turn.isMember ? 0 : 1,
      turn.isSos ? 0 : 1,
      this.#used.of(turn.source),
    ]
    return this.#waiting.toReversed().toSorted((one, other) => compareLists(sizeOf(other), sizeOf(one)))[0]
  }
}

/** Compares the first numbers that differ. */
function compareLists(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, position) => value !== other[position])
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}

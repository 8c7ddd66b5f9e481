import { AppError } from './errors.ts'

/** Determines the priority of a picture in the queue. */
export interface PictureTurn {
  /** The picture belongs to an active SOS. It is encoded before all others. */
  readonly isSos: boolean
  /** The session or the network address. The queue serves the sources in rotation, however many pictures each one sends. */
  readonly source: string
}

interface Waiting {
  readonly turn: PictureTurn
  readonly start: () => void
  readonly reject: (error: AppError) => void
}

/**
 * Returns a function that runs at most `concurrency` tasks at a time; at most `waitingMax` others wait. An SOS is first, then the
 * source that was served longest ago. The function throws file.busy (503) when too many wait. An SOS replaces the newest other
 * upload. Its property `waiting` returns the number of tasks that wait.
 */
export function pictureQueue(concurrency: number, waitingMax: number) {
  let free = concurrency
  let turns = 0
  const waiting: Waiting[] = []
  const lastTurn = new Map<string, number>()

  const isBefore = (one: PictureTurn, other: PictureTurn): boolean =>
    one.isSos === other.isSos ? (lastTurn.get(one.source) ?? 0) < (lastTurn.get(other.source) ?? 0) : one.isSos

  function takeNext(): Waiting | undefined {
    let next = 0
    for (const [index, { turn }] of waiting.entries()) if (isBefore(turn, (waiting[next] as Waiting).turn)) next = index
    return waiting.splice(next, 1)[0]
  }

  /** Rejects the newest upload that is not an SOS when an SOS finds the queue full. */
  function ensureCapacity({ isSos }: PictureTurn): void {
    if (waiting.length < waitingMax) return
    const newest = waiting.findLastIndex(({ turn }) => !turn.isSos)
    if (!isSos || newest === -1) throw new AppError('file.busy')
    waiting.splice(newest, 1)[0]?.reject(new AppError('file.busy'))
  }

  async function begin(turn: PictureTurn): Promise<void> {
    if (free > 0) free -= 1
    else {
      ensureCapacity(turn)
      await new Promise<void>((start, reject) => waiting.push({ turn, start, reject }))
    }
    lastTurn.set(turn.source, (turns += 1))
  }

  function end(): void {
    const next = takeNext()
    if (next) return next.start()
    free += 1
    if (free === concurrency) lastTurn.clear()
  }

  const run = async <Result>(turn: PictureTurn, task: () => Promise<Result>): Promise<Result> => {
    await begin(turn)
    try {
      return await task()
    } finally {
      end()
    }
  }
  return Object.assign(run, { waiting: () => waiting.length })
}

/** Milliseconds in which acknowledgements are collected into a batch. */
const BATCH_MS = 150
/** Milliseconds until a batch that was not stored is tried again. */
const REPEAT_MS = 5_000

export interface Acknowledgement {
  readonly messageThreadId: string
  readonly status: 'delivered' | 'seen'
  /** All messages up to this seq are acknowledged. */
  readonly seq: number
  /** Radio messages have numbers of their own; `normalChat` by default. */
  readonly messageType?: 'normalChat' | 'asrChat'
}

const keyOf = ({ messageThreadId, status, messageType = 'normalChat' }: Acknowledgement) =>
  `${messageType} ${status} ${messageThreadId}`

/** Returns the highest acknowledgement of each thread and status. */
export function highestOf(updates: readonly Acknowledgement[]): Acknowledgement[] {
  const highest = new Map<string, Acknowledgement>()
  for (const update of updates) {
    const key = keyOf(update)
    if ((highest.get(key)?.seq ?? -1) < update.seq) highest.set(key, update)
  }
  return [...highest.values()]
}

/**
 * Collects which messages this device received and its user read, and passes them on in batches, once for each seq.
 * @param store - stores a batch and sends it; returns false if it could not, which is tried again
 */
export function createAcknowledgements(store: (updates: Acknowledgement[]) => boolean) {
  let collected: Acknowledgement[] = []
  const known = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (collected.length === 0) return
    if (store(highestOf(collected))) collected = []
    else timer = setTimeout(flush, REPEAT_MS)
  }

  return {
    add(update: Acknowledgement) {
      const key = keyOf(update)
      if ((known.get(key) ?? -1) >= update.seq) return
      known.set(key, update.seq)
      collected.push(update)
      timer ??= setTimeout(flush, BATCH_MS)
    },
    /** Passes the collected updates on now, because the page may be closing. */
    flush,
    /** Removes all updates. Called when another user signs in. */
    clear() {
      collected = []
      known.clear()
    },
  }
}

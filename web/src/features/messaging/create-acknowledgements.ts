import { STATUS_UPDATES_MAX } from '@noroshi/contract/limits'

/** Milliseconds in which acknowledgements are gathered, and until an unanswered one is repeated. */
const BATCH_MS = 150
const REPEAT_MS = 5_000

export interface Acknowledgement {
  readonly messageThreadId: string
  readonly status: 'delivered' | 'seen'
  /** Up to this place; without it, the thread's last. */
  readonly seq?: number
}

const keyOf = ({ messageThreadId, status }: Acknowledgement) => `${status} ${messageThreadId}`

/** Tells the unit what this device got and what was read: in batches, each place once, and again until the unit has taken note. */
export function createAcknowledgements(tell: (updates: Acknowledgement[]) => Promise<boolean>) {
  const waiting = new Map<string, Acknowledgement>()
  const told = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (afterMs: number) => {
    timer ??= setTimeout(() => void send(), afterMs)
  }

  async function send() {
    const batch = [...waiting].slice(0, STATUS_UPDATES_MAX)
    const isTaken = batch.length === 0 || (await tell(batch.map(([, update]) => update)))
    timer = undefined
    if (isTaken) for (const [key, update] of batch) settle(key, update)
    if (waiting.size > 0) schedule(isTaken ? BATCH_MS : REPEAT_MS)
  }

  const settle = (key: string, { seq = 0 }: Acknowledgement) => {
    told.set(key, Math.max(told.get(key) ?? 0, seq))
    if ((waiting.get(key)?.seq ?? 0) <= seq) waiting.delete(key)
  }

  return {
    note(update: Acknowledgement) {
      const key = keyOf(update)
      const known = Math.max(told.get(key) ?? -1, waiting.has(key) ? (waiting.get(key)?.seq ?? 0) : -1)
      if (known >= (update.seq ?? 0)) return
      waiting.set(key, update)
      schedule(BATCH_MS)
    },
    /** Another person reads here now. */
    forget() {
      waiting.clear()
      told.clear()
    },
  }
}

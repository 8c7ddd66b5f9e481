import { STATUS_UPDATES_MAX } from '@noroshi/contract/limits'

/** Milliseconds in which acknowledgements are collected into a batch, and after which a failed batch is retried. */
const BATCH_MS = 150
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

/**
 * Reports to the server which messages this device received and its user read. Updates are sent in batches, once for each seq,
 * and are retried until `sendBatch` returns true.
 */
export function createAcknowledgements(sendBatch: (updates: Acknowledgement[]) => Promise<boolean>) {
  const waiting = new Map<string, Acknowledgement>()
  const reported = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (afterMs: number) => {
    timer ??= setTimeout(() => void send(), afterMs)
  }

  async function send() {
    const batch = [...waiting].slice(0, STATUS_UPDATES_MAX)
    const isAccepted = batch.length === 0 || (await sendBatch(batch.map(([, update]) => update)))
    timer = undefined
    if (isAccepted) for (const [key, update] of batch) markReported(key, update)
    if (waiting.size > 0) schedule(isAccepted ? BATCH_MS : REPEAT_MS)
  }

  const markReported = (key: string, { seq }: Acknowledgement) => {
    reported.set(key, Math.max(reported.get(key) ?? 0, seq))
    if ((waiting.get(key)?.seq ?? 0) <= seq) waiting.delete(key)
  }

  return {
    add(update: Acknowledgement) {
      const key = keyOf(update)
      const known = Math.max(reported.get(key) ?? -1, waiting.get(key)?.seq ?? -1)
      if (known >= update.seq) return
      waiting.set(key, update)
      schedule(BATCH_MS)
    },
    /** Forgets all updates. Called when another user signs in. */
    clear() {
      waiting.clear()
      reported.clear()
    },
  }
}

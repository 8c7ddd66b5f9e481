import { DELIVERED_MAX } from '@noroshi/contract/limits'

/** Milliseconds in which acknowledgements are collected into one batch. */
const BATCH_MS = 100
/** Milliseconds until a failed batch is repeated. */
const REPEAT_MS = 5_000

/** Sends a batch. Resolves with true if the server acknowledged it. */
type SendBatch = (alertIds: string[]) => Promise<boolean>

/** Reports to the server which alerts this device has received, in batches, until the server acknowledges them. */
export function createDeliveryReporter(sendBatch: SendBatch) {
  const waiting = new Set<string>()
  const done = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (afterMs: number) => {
    timer ??= setTimeout(() => void send(), afterMs)
  }

  async function send() {
    const batch = [...waiting].slice(0, DELIVERED_MAX)
    const isAcknowledged = batch.length === 0 || (await sendBatch(batch))
    timer = undefined
    if (isAcknowledged) {
      for (const id of batch) {
        waiting.delete(id)
        done.add(id)
      }
    }
    if (waiting.size > 0) schedule(isAcknowledged ? BATCH_MS : REPEAT_MS)
  }

  return {
    /** Queues alerts. Each alert is reported once, even if it is passed again. */
    report(alertIds: readonly string[]) {
      for (const id of alertIds) if (!done.has(id)) waiting.add(id)
      if (waiting.size > 0) schedule(BATCH_MS)
    },
  }
}

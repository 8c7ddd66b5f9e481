import { DELIVERED_MAX } from '@noroshi/contract/limits'

/** Milliseconds in which acknowledgements are gathered, and until an unanswered one is repeated. */
const BATCH_MS = 100
const REPEAT_MS = 5_000

type Tell = (alertIds: string[]) => Promise<boolean>

/** Tells the unit which alerts this device holds: in batches, and again until it has taken note. */
export function createDelivered(tell: Tell) {
  const waiting = new Set<string>()
  const done = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (afterMs: number) => {
    timer ??= setTimeout(() => void send(), afterMs)
  }

  async function send() {
    const batch = [...waiting].slice(0, DELIVERED_MAX)
    const isTaken = batch.length === 0 || (await tell(batch))
    timer = undefined
    if (isTaken) {
      for (const id of batch) {
        waiting.delete(id)
        done.add(id)
      }
    }
    if (waiting.size > 0) schedule(isTaken ? BATCH_MS : REPEAT_MS)
  }

  return {
    /** Each alert once, however often it is named. */
    hold(alertIds: readonly string[]) {
      for (const id of alertIds) if (!done.has(id)) waiting.add(id)
      if (waiting.size > 0) schedule(BATCH_MS)
    },
  }
}

import { workerData } from 'node:worker_threads'
import { EXCEEDED_SIGNAL } from './media-signal.ts'

// Kills its process when a file takes too much memory or processor time. It is a thread of its own, because the main thread of the
// process does not run while it reads a recording.

/** Milliseconds between two checks. */
const CHECK_INTERVAL = 20

interface Limits {
  /** Max bytes of the resident set. */
  readonly memoryMax: number
  /** Max milliseconds of processor time of the process, in one shared element. */
  readonly usedMax: Float64Array
}

const { memoryMax, usedMax } = workerData as Limits // media-process.ts sends this type

setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > memoryMax || (user + system) / 1000 > (usedMax[0] ?? 0))
    process.kill(process.pid, EXCEEDED_SIGNAL)
}, CHECK_INTERVAL)

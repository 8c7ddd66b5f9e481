import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import { Worker } from 'node:worker_threads'
import type { MediaReply, MediaRequest } from './media-worker.ts'

// Reads untrusted files in a child process (decisions/0027). The process has no environment of the server. Its watchdog kills it
// when a file takes too much memory or processor time.

const usedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Processor time of the process at which the current file exceeds its limit. */
const usedMax = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity)

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The server and its database have a higher priority than files.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '1000')
const watchdog = new Worker(new URL('media-watchdog.ts', import.meta.url), {
  workerData: { memoryMax: Number(process.argv[2]), usedMax },
})
await once(watchdog, 'online')

async function reply({ bytes, job, processorMax }: MediaRequest): Promise<void> {
  const before = usedMs()
  usedMax[0] = before + processorMax
  // A process that only reads pictures does not load the library for recordings, and the other way round.
  const result =
    job.as === 'recording'
      ? await (await import('./media-cleaner.ts')).cleanMedia(bytes, job.type)
      : await (await import('./picture-codec.ts')).encodePicture(bytes, job)
  usedMax[0] = Infinity
  process.send?.({ result, usedMs: usedMs() - before } satisfies MediaReply)
}
process.on('message', (request: MediaRequest) => void reply(request))
process.send?.('ready')

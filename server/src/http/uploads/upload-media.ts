import { MediaQueue, type MediaTurn } from '../media/media-queue.ts'
import { type Encoded, type MediaJob, type MediaRefusal, MediaWorker, MEDIA_LIMITS } from '../media/media-worker.ts'

/** Max bytes of a picture, video or sound. It is read in memory. */
export const MEDIA_BYTES_MAX = 134_217_728
const PROCESSES = 2
/** Max files that wait for a process. They wait on the disk. Further ones are rejected and can be sent again. */
const WAITING_MAX = 256
/** Max milliseconds of processor time for a file of a caller without a session. A photo of 200 megapixels takes a third. */
const PROCESSOR_MAX_OF_STRANGERS = 6000

const queue = new MediaQueue(PROCESSES, WAITING_MAX)
const idle = Array.from({ length: PROCESSES }, () => new MediaWorker())

/** Returns how many files wait for a process. */
export const waitingMedia = queue.waiting

/**
 * Encodes a picture or cleans a recording in a child process (decisions/0027).
 * @param read - called when the turn of the file comes, so that waiting files take no memory.
 * @throws AppError file.busy (503) when too many files wait or the process ended, and invalid when the request has ended.
 */
export const encodeInTurn = <Job extends MediaJob>(
  turn: MediaTurn,
  job: Job,
  read: () => Promise<Buffer>,
): Promise<Encoded<Job> | MediaRefusal> =>
  queue.run(turn, async (charge) => {
    const worker = idle.pop() as MediaWorker // the queue runs at most PROCESSES tasks
    const processorMax = turn.isMember ? MEDIA_LIMITS.processorMax : PROCESSOR_MAX_OF_STRANGERS
    try {
      return await worker.encode(await read(), job, { processorMax, signal: turn.signal, charge })
    } finally {
      idle.push(worker)
    }
  })

import type { Picture, PictureJob } from './picture-codec.ts'
import { pictureQueue, type PictureTurn } from './picture-queue.ts'
import { PictureWorker } from './picture-worker.ts'

/** Max bytes of a picture that is decoded. The decoder needs all bytes in memory. */
export const PICTURE_BYTES_MAX = 67_108_864
const PROCESSES = 2
/** Max pictures that wait for a process. Further ones are rejected and can be sent again. */
const WAITING_MAX = 64

const inTurn = pictureQueue(PROCESSES, WAITING_MAX)
const idle = Array.from({ length: PROCESSES }, () => new PictureWorker())

/** Returns how many pictures wait for a process. */
export const waitingPictures = inTurn.waiting

/**
 * Encodes a picture in a child process (decisions/0027).
 * @param read - called when the picture's turn comes, so that waiting pictures take no memory.
 * @returns null for a picture that is damaged, too large, or exceeds the limits of memory or time.
 * @throws AppError file.busy (503) when too many pictures wait.
 */
export const encodeInTurn = (turn: PictureTurn, job: PictureJob, read: () => Promise<Buffer>): Promise<Picture | null> =>
  inTurn(turn, async () => {
    const worker = idle.pop() as PictureWorker // the queue runs at most PROCESSES tasks
    try {
      return await worker.encode(await read(), job)
    } finally {
      idle.push(worker)
    }
  })

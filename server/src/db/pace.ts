import { setTimeout } from 'node:timers/promises'

/** Waits after a batch of a long work. Returns false when the run should end; the next run of the job continues. */
export type Pace = () => Promise<boolean>

/**
 * Returns the pace of a run: after each batch it waits as long as the batch took, so that the requests of users have at least half
 * of the database. The run is short, because a server that stops waits for it.
 * @param runMs milliseconds after which no further batch begins
 */
export function createPace(runMs: number): Pace {
  const endsAt = performance.now() + runMs
  let begunAt = performance.now()
  return async () => {
    await setTimeout(performance.now() - begunAt)
    begunAt = performance.now()
    return begunAt < endsAt
  }
}

import { sql } from 'kysely'
import { type Db, isConnectionLost } from './pool.ts'

/** Work that the server repeats. It must be idempotent, since a killed process may leave it unfinished. */
export interface Job {
  /** Identifies the job over all processes. */
  readonly name: string
  /** Milliseconds between two runs. */
  readonly every: number
  /** Milliseconds between the start of a process and its first attempt. The default is `every`. */
  readonly firstAfter?: number
  /**
   * Whether each process runs it, since its result is in memory or a frozen process must not delay it. Otherwise one process runs
   * it in each interval.
   */
  readonly isPerProcess?: boolean
  readonly run: () => Promise<unknown>
}

/** The last start of each job that this process runs without a claim, by its name (`performance.now()`). */
export type JobStarts = Map<string, number>

/** Max milliseconds between two attempts, so that another process soon takes over the jobs of one that ended. */
const ATTEMPT_EVERY_MS = 60_000

/**
 * Starts the periodic jobs of this process. A job never runs twice at a time in one process; a failure is logged.
 * @param unclaimed null: other processes may run them too
 * @returns a function that stops the jobs and waits for the running ones
 */
export function startJobs(
  db: Db,
  logError: (error: unknown) => void,
  jobs: readonly Job[],
  unclaimed: JobStarts | null = null,
): () => Promise<void> {
  const stops = jobs.map((job) => startJob(logError, job, () => runIfDue(db, job, unclaimed)))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function startJob(logError: (error: unknown) => void, job: Job, run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  const attempt = () => {
    running ??= run()
      .catch((error: unknown) => {
        if (!isConnectionLost(error)) logError(error)
      })
      .finally(() => {
        running = null
      })
  }
  const { every, firstAfter = every, isPerProcess = false } = job
  const interval = isPerProcess ? every : Math.min(every, ATTEMPT_EVERY_MS)
  let timer = setTimeout(() => {
    attempt()
    timer = setInterval(attempt, interval)
    timer.unref()
  }, firstAfter)
  timer.unref()
  return async () => {
    clearTimeout(timer) // it clears an interval too
    await running
  }
}

/**
 * Runs the job unless a process started it less than an interval ago.
 * @param unclaimed records the starts of frequent jobs, which the only process of a server runs without a claim: each claim
 * writes to the disk. null: other processes may run them too
 */
export async function runIfDue(db: Db, job: Job, unclaimed: JobStarts | null = null): Promise<void> {
  if (unclaimed !== null && job.every <= ATTEMPT_EVERY_MS) unclaimed.set(job.name, performance.now())
  else if (job.isPerProcess !== true && !(await claim(db, job))) return
  await job.run()
}

/**
 * Claims a run for this process. Timers of several processes drift, so the interval is shortened by a tenth; otherwise every
 * second attempt of a single process would come some milliseconds too early. The clock of PostgreSQL is the same for all. It is read
 * when the row is locked: a claim that waited for another one would otherwise be earlier than that one.
 */
async function claim(db: Db, { name, every }: Job): Promise<boolean> {
  const isDue = sql`(j.started_at <= clock_timestamp() - make_interval(secs => ${(every * 0.9) / 1000})
    OR j.started_at > clock_timestamp())` // the clock went back
  const { rows } = await sql`
    INSERT INTO jobs AS j (name, started_at) SELECT ${name}, clock_timestamp()
    WHERE NOT EXISTS (SELECT FROM jobs j WHERE j.name = ${name} AND NOT ${isDue}) -- a conflict locks the row, which is a write
    ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp() WHERE ${isDue}
    RETURNING name`.execute(db)
  return rows.length > 0
}

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

/** Max milliseconds between two attempts, so that another process soon takes over the jobs of one that ended. */
const ATTEMPT_EVERY_MS = 60_000

/**
 * Starts the periodic jobs of this process. A job never runs twice at a time in one process; a failure is logged.
 * @returns a function that stops the jobs and waits for the running ones
 */
export function startJobs(db: Db, logError: (error: unknown) => void, jobs: readonly Job[]): () => Promise<void> {
  const stops = jobs.map((job) => startJob(db, logError, job))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function startJob(db: Db, logError: (error: unknown) => void, job: Job): () => Promise<void> {
  let running: Promise<void> | null = null
  const attempt = () => {
    running ??= runIfDue(db, job)
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

/** Runs the job unless a process started it less than an interval ago. */
export async function runIfDue(db: Db, job: Job): Promise<void> {
  if (job.isPerProcess || (await claim(db, job))) await job.run()
}

/**
 * Claims a run for this process. Timers of several processes drift, so the interval is shortened by a tenth; otherwise every
 * second attempt of a single process would come some milliseconds too early. The clock of PostgreSQL is the same for all. It is read
 * when the row is locked: a claim that waited for another one would otherwise be earlier than that one.
 */
async function claim(db: Db, { name, every }: Job): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO jobs AS j (name, started_at) VALUES (${name}, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET started_at = clock_timestamp()
      WHERE j.started_at <= clock_timestamp() - make_interval(secs => ${(every * 0.9) / 1000})
        OR j.started_at > clock_timestamp() -- the clock went back
    RETURNING name`.execute(db)
  return rows.length > 0
}

import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { type HealthCheck, numberFact, problemIf, readingOf, textFact } from '../health-check.service.ts'
import { secondsSinceStart } from './jobs.sql.ts'

/** Milliseconds after which a job that is due is late. Each process attempts it every minute. */
const LATE_MS = 180_000
/** Max late jobs that are named. */
const NAMED_MAX = 5

/**
 * The jobs of which one process of all runs each. A job that hangs is late too.
 * @param jobs returns all jobs, some of which are created later than this check
 */
export function lateJobsCheck({ now }: Pick<Deps, 'now'>, jobs: () => readonly Job[]): HealthCheck {
  const startedAt = now().getTime()
  return {
    name: 'jobs',
    async read({ db, jobStarts }) {
      const since = await secondsSinceStart(db)
      for (const [name, at] of jobStarts ?? []) since.set(name, (performance.now() - at) / 1000)
      const uptime = now().getTime() - startedAt
      const shared = jobs().filter(({ isPerProcess }) => isPerProcess !== true)
      const late = shared.filter(({ name, every, firstAfter = every }) => {
        const seconds = since.get(name)
        // After a long time without power, each job has its first run in this process.
        return Math.min(seconds === undefined ? Infinity : seconds * 1000 - every, uptime - firstAfter) > LATE_MS
      })
      const facts = [
        numberFact('count', 'jobs', shared.length),
        numberFact('count', 'lateJobs', late.length),
        ...(late.length > 0
          ? [
              textFact(
                'lateJobNames',
                late
                  .slice(0, NAMED_MAX)
                  .map(({ name }) => name)
                  .join(', '),
              ),
            ]
          : []),
      ]
      return readingOf(facts, [problemIf(late.length > 0, 'failure', 'jobsLate')])
    },
  }
}

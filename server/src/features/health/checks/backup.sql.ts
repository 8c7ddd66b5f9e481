import type { Db } from '#/db/pool.ts'

/** Returns the last ended backup of all data, the last complete one, and the last one that was restored as a test. */
export async function lastBackups(db: Db, now: Date) {
  const ended = db
    .selectFrom('backup_runs')
    .select(['kind', 'started_at', 'ended_at', 'bytes', 'outcome', 'rehearsal', 'problem'])
    .where('kind', 'in', ['scheduled', 'manual'])
    .where('outcome', 'is not', null)
    .where('started_at', '<=', now) // later ones were made under a wrong clock
    .orderBy('started_at', 'desc')
    .limit(1)
  const [last, complete, rehearsed, scheduled] = await Promise.all([
    ended.executeTakeFirst(),
    ended.where('outcome', '=', 'complete').executeTakeFirst(),
    ended.where('rehearsal', '=', 'rehearsed').executeTakeFirst(),
    ended.where('kind', '=', 'scheduled').executeTakeFirst(),
  ])
  return { last, complete, rehearsed, isScheduled: scheduled !== undefined }
}

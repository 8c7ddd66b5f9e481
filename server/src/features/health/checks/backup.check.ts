import { type HealthAdvice, type HealthCheck, numberFact, problemIf, readingOf, timeFact } from '../health-check.service.ts'
import { lastBackups } from './backup.sql.ts'

const HOUR_MS = 3_600_000
/** Hours after which a backup is old where they are scheduled, which is each day, and where an administrator makes them. */
const OLD_HOURS = { scheduled: 50, manual: 8 * 24 } as const

/** The advice about a backup that was not restored as a test, by its problem. */
const NOT_REHEARSED: Readonly<Record<string, HealthAdvice>> = {
  noRoom: 'rehearsalNoRoom',
  noRight: 'rehearsalNoRight',
  noKey: 'rehearsalNoKey',
  laterVersion: 'rehearsalLaterVersion',
}

/** The last backup of all data. Those by `npm run backup` are not recorded. */
export const backupCheck: HealthCheck = {
  name: 'backup',
  async read({ db, now }) {
    const { last, complete, rehearsed, isScheduled } = await lastBackups(db, now())
    const facts = [
      timeFact('lastBackup', complete?.ended_at ?? null),
      ...(complete === undefined ? [] : [numberFact('bytes', 'backupSize', complete.bytes)]),
      timeFact('lastRehearsal', rehearsed?.ended_at ?? null),
    ]
    if (last === undefined) return { level: 'unknown', advice: 'backupNone', facts }
    const age = now().getTime() - (complete?.ended_at?.getTime() ?? last.started_at.getTime())
    const oldHours = OLD_HOURS[isScheduled ? 'scheduled' : 'manual']
    return readingOf(facts, [
      problemIf(last.rehearsal === 'damaged', 'failure', 'rehearsalDamaged'),
      problemIf(last.outcome !== 'complete', 'failure', 'backupFailed'),
      problemIf(age > oldHours * HOUR_MS, 'warning', 'backupOld'),
      problemIf(last.rehearsal !== 'rehearsed', 'warning', NOT_REHEARSED[last.problem ?? ''] ?? 'rehearsalNone'),
    ])
  },
}

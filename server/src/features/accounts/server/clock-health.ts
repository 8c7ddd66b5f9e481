import type { ClockJump } from '@noroshi/contract/accounts/clock.http'
import { CLOCK_TOLERANCE_SECONDS } from '@noroshi/contract/limits'
import { flagFact, type HealthCheck, numberFact, problemIf, readingOf, timeFact } from '#/features/health/health-check.service.ts'
import { databaseTime, readSetting } from './unit.sql.ts'

/** The clock of a computer against that of the database. Devices take the time from the server and report none. */
export const clockCheck: HealthCheck = {
  name: 'clock',
  isPerMachine: true,
  async read({ db, now, system }) {
    const before = now().getTime()
    const there = (await databaseTime(db)).getTime()
    const offset = Math.abs(there - (before + now().getTime()) / 2) / 1000
    const jump = await readSetting<ClockJump>(db, 'clockJump')
    const facts = [
      numberFact('seconds', 'clockOffset', offset),
      flagFact('clockSynchronised', await system.isClockSynchronised()),
      ...(jump === undefined ? [] : [timeFact('clockJump', new Date(jump.at))]),
    ]
    return readingOf(facts, [
      problemIf(offset > CLOCK_TOLERANCE_SECONDS, 'failure', 'clockWrong'),
      problemIf(jump !== undefined, 'warning', 'clockJumped'),
    ])
  },
}

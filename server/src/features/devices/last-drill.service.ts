import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Db } from '#/db/pool.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { lockSetting, readSetting, writeSetting } from '#/features/accounts/server/stored-settings.service.ts'
import type { AlarmOutcome } from '#/features/alerts/reach/alarm-outcomes.service.ts'
import { usersNotReachedBy } from './devices.sql.ts'

const KEY = 'lastDrill'

/** The numbers of a drill. They stay when the drill is deleted and a later alarm replaces the outcomes of its users. */
interface LastDrill {
  readonly alertId: string
  readonly startedAt: string
  /** Number of users whom it alarmed besides its raiser, and of those of whom a device acknowledged it in time. */
  readonly alarmed: number
  readonly reached: number
  readonly endedEarlyAt: string | null
}

/**
 * Stores an outcome as that of the last drill, unless that of a newer one is stored. A stored time in the future is
 * from a wrong clock and counts as older.
 */
export async function storeLastDrill(tx: Db, outcome: AlarmOutcome, now: Date): Promise<void> {
  const { alertId, alarmedAt, endedEarlyAt, users } = outcome
  await lockSetting(tx, KEY)
  const stored = await readSetting<LastDrill>(tx, KEY)
  const storedAt = stored === undefined ? 0 : new Date(stored.startedAt).getTime()
  if (storedAt > alarmedAt.getTime() && storedAt <= now.getTime()) return
  await writeSetting(tx, KEY, {
    alertId,
    startedAt: alarmedAt.toISOString(),
    alarmed: users.length,
    reached: users.filter(({ deliveredAt }) => deliveredAt !== null).length,
    endedEarlyAt: endedEarlyAt?.toISOString() ?? null,
  } satisfies LastDrill)
}

/** Returns the last drill of alert groups whose outcome is final; null: there was none. */
export const lastDrill = async (db: Db): Promise<LastDrill | null> => (await readSetting<LastDrill>(db, KEY)) ?? null

/** Returns active users whom a drill did not reach and no later alarm did, by name. */
export const missedByDrill = async (db: Db, alertId: string, limit: number): Promise<Person[]> =>
  (await usersNotReachedBy(db, alertId, limit)).map(presentPerson)
